import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { LeftOut, QueueEntry } from '../../../shared/ipc/queue-requests.ts';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import { listed, words } from '../../locales/words.ts';

const t = words('common');

interface StatusText {
  readonly label: string;
  readonly meaning: string;
  readonly colour: string;
  /** Statuses with the same colour differ in shape, so that colour is never the only distinction. */
  readonly form: 'disc' | 'ring' | 'half' | 'square' | 'cross';
}

/** The labels are getters, because the language isn't known yet when this module loads. */
const state = (status: LineStatus, colour: string, form: StatusText['form']): StatusText => ({
  get label() {
    return t(`state.${status}.label`);
  },
  get meaning() {
    return t(`state.${status}.meaning`);
  },
  colour,
  form,
});

export const STATUS: Readonly<Record<LineStatus, StatusText>> = {
  fresh: state('fresh', 'var(--fresh)', 'disc'),
  kept: state('kept', 'var(--fresh)', 'ring'),
  stale: state('stale', 'var(--stale)', 'half'),
  'in-flight': state('in-flight', 'var(--flight)', 'disc'),
  'in-doubt': state('in-doubt', 'var(--doubt)', 'square'),
  lost: state('lost', 'var(--doubt)', 'cross'),
  failed: state('failed', 'var(--fail)', 'cross'),
  'missing-audio': state('missing-audio', 'var(--fail)', 'ring'),
  'too-long': state('too-long', 'var(--fail)', 'square'),
  blocked: state('blocked', 'var(--fail)', 'half'),
  unrendered: state('unrendered', 'var(--none)', 'ring'),
};

export const statusHint = (status: LineStatus): string => {
  const { label, meaning } = STATUS[status];
  return t('state.hint', { label, meaning });
};

export const staleLines = (): string => t('staleLines');

interface ProgressPart {
  readonly label: string;
  readonly statuses: readonly LineStatus[];
  readonly colour: string;
}

type ProgressName = 'fresh' | 'stale' | 'inFlight' | 'inDoubt' | 'lost' | 'failed' | 'missingAudio' | 'blocked';

const part = (name: ProgressName, statuses: readonly LineStatus[], colour: string): ProgressPart => ({
  get label() {
    return t(`progress.${name}`);
  },
  statuses,
  colour,
});

/** In the order in which they are displayed. The rest of the bar stands for lines without a take. */
export const PROGRESS_PARTS: readonly ProgressPart[] = [
  part('fresh', ['fresh', 'kept'], 'var(--fresh)'),
  part('stale', ['stale'], 'var(--stale)'),
  part('inFlight', ['in-flight'], 'var(--flight)'),
  part('inDoubt', ['in-doubt'], 'var(--doubt)'),
  part('lost', ['lost'], 'var(--doubt)'),
  part('failed', ['failed'], 'var(--fail)'),
  part('missingAudio', ['missing-audio'], 'var(--fail)'),
  part('blocked', ['too-long', 'blocked'], 'var(--dim)'),
];

/** Returns whether a run that is no longer open has left lines unsent. */
export const endedEarly = ({ stopped, isCancelled }: RunSummary): boolean => stopped !== null || isCancelled;

/**
 * Formats the progress of retakes and single lines that were requested during a run, or returns null if there are none.
 */
export const extraTakesText = ({ extraTakes, extraTakesRendered }: RunSummary): string | null =>
  extraTakes === 0 ? null : t('extraTakes', { rendered: extraTakesRendered, takes: extraTakes });

/** Formats the progress of a project in the render queue, such as “Stopped · 25 of 133”. */
export function queueEntryText({ state, rendered, lines, failed, inDoubt, leftOut }: QueueEntry): string {
  const notSent = leftOut.reduce((sum, group) => sum + group.lines, 0);
  const facts = [
    lines === 0
      ? t(`queueEntry.${UNSTARTED[state]}`)
      : t(`queueEntry.${state === 'waiting' ? 'paused' : state}`, { rendered, lines }),
    failed > 0 && t('queueEntry.failed', { lines: failed }),
    inDoubt > 0 && t('queueEntry.inDoubt', { lines: inDoubt }),
    notSent > 0 && t('queueEntry.leftOut', { lines: notSent }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Lists the lines that the render queue doesn't send by reason, or returns null if there are none. */
export const leftOutText = (leftOut: LeftOut): string | null =>
  leftOut.length === 0
    ? null
    : t('leftOut.sentence', { reasons: listed(leftOut.map(({ reason, lines }) => t(`leftOut.${reason}`, { lines }))) });

const UNSTARTED = {
  waiting: 'waiting',
  running: 'starting',
  paused: 'waiting',
  stopped: 'notStarted',
  done: 'nothing',
} as const;
