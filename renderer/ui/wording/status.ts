// The names and colours of a line's states.

import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

interface StatusWords {
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** A CSS value. */
  readonly colour: string;
  /** How the dot is drawn: states that share a colour differ in form, so that colour is never the only sign. */
  readonly form: 'disc' | 'ring' | 'half' | 'square' | 'cross';
}

/** Its words are looked up when they are read: the language is not known yet when this module loads. */
const state = (status: LineStatus, colour: string, form: StatusWords['form']): StatusWords => ({
  get label() {
    return t(`state.${status}.label`);
  },
  get meaning() {
    return t(`state.${status}.meaning`);
  },
  colour,
  form,
});

export const STATUS: Readonly<Record<LineStatus, StatusWords>> = {
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

/** What a state means, for where its name alone is seen. */
export const statusHint = (status: LineStatus): string => {
  const { label, meaning } = STATUS[status];
  return t('state.hint', { label, meaning });
};

/** The same of stale lines, where it is decided about all of them. */
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

/** The parts of a progress bar, in the order in which they are drawn. What is left is not rendered yet. */
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

/** How far the retakes and single lines are that were ordered while a run goes on; null where there are none. */
export const extraTakesWords = ({ extraTakes, extraTakesRendered }: RunSummary): string | null =>
  extraTakes === 0 ? null : t('extraTakes', { rendered: extraTakesRendered, takes: extraTakes });
