import type { Treatment } from '../../shared/model/take.ts';

export interface SilentEnds {
  readonly headSilenceSeconds: number | null;
  readonly tailSilenceSeconds: number | null;
}

export const UNMEASURED_ENDS: SilentEnds = { headSilenceSeconds: null, tailSilenceSeconds: null };

export interface TimelineTake extends Treatment, Partial<SilentEnds> {
  readonly takeId: number;
  readonly durationSeconds: number;
}

/** Seconds of silence kept at the ends of a take, because speech fades in and, more slowly, fades out. */
export const KEPT_SILENCE_SECONDS = { head: 0.05, tail: 0.1 } as const;

export interface TimelineLine {
  readonly kind: 'line';
  readonly lineId: number;
  readonly chapterId: number | null;
  readonly paragraphId: number;
  readonly isHeading: boolean;
  /** If present, used to tell `turn` pauses from `paragraph` pauses. */
  readonly roles?: readonly string[];
  /** Pause set by the producer, which overrides all others; absent or null if not set. */
  readonly setPauseSeconds?: number | null;
  /** Total of the pause marks before the line; null without a mark. 0 suppresses the pause. */
  readonly pauseBeforeSeconds: number | null;
  readonly pauseAfterSeconds: number | null;
  readonly take: TimelineTake | null;
}

export interface TimelineMark {
  readonly kind: 'pause';
  readonly seconds: number;
}

export type TimelineEntry<L extends TimelineLine = TimelineLine> = L | TimelineMark;

/**
 * `part`: within a paragraph. `turn`: between different speakers. `paragraph`: between paragraphs of one speaker.
 * `heading`: after a heading or title. `chapter`: before a chapter's first line.
 */
export const PAUSE_RULES = ['part', 'turn', 'paragraph', 'heading', 'chapter'] as const;
export type PauseRule = (typeof PAUSE_RULES)[number];

export type PauseTable = Readonly<Record<PauseRule, number>>;

export const DEFAULT_PAUSES: PauseTable = { part: 0.3, turn: 0.6, paragraph: 0.6, heading: 1.2, chapter: 2.5 };

export type PauseReason = UsualPauseReason | 'set';

export const USUAL_PAUSE_REASONS = [...PAUSE_RULES, 'mark'] as const;
export type UsualPauseReason = (typeof USUAL_PAUSE_REASONS)[number];

export interface PauseContext {
  readonly previous: TimelineLine | null;
  readonly marked: number | null;
  readonly line: TimelineLine | null;
}

export interface UsualPause {
  readonly seconds: number;
  readonly reason: UsualPauseReason;
}

interface TimeSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface TimelineClip<L extends TimelineLine = TimelineLine> extends TimeSpan {
  readonly kind: 'clip';
  readonly line: L;
  readonly take: TimelineTake;
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface TimelinePause extends TimeSpan {
  readonly kind: 'pause';
  readonly reason: PauseReason;
}

export type TimelineItem<L extends TimelineLine = TimelineLine> = TimelineClip<L> | TimelinePause;

export interface Timeline<L extends TimelineLine = TimelineLine> {
  /** Contiguous items, starting at 0, with at most one pause between two clips. */
  readonly items: readonly TimelineItem<L>[];
  readonly durationSeconds: number;
  readonly withoutTake: readonly L[];
}

export interface TimelineOptions {
  readonly pauses?: PauseTable;
  /** With `listed`, marks and chapters are ignored, and all pauses are paragraph pauses. */
  readonly order?: 'script' | 'listed';
  /** Cuts silence at the ends of takes, so that the audible pauses have their stated length. */
  readonly cutSilentEnds?: boolean;
}

interface TimelineGap {
  readonly seconds: number;
  readonly reason: PauseReason;
}

/**
 * Lays out takes and pauses. A pause set by the producer takes precedence, then the total of the marks, then the
 * default. Lines without a take have no duration; of the pauses around such lines, only the longest is used.
 */
export function makeTimeline<L extends TimelineLine>(
  entries: readonly TimelineEntry<L>[],
  { pauses = DEFAULT_PAUSES, order = 'script', cutSilentEnds = false }: TimelineOptions = {},
): Timeline<L> {
  const items: TimelineItem<L>[] = [];
  const withoutTake: L[] = [];
  let now = 0;
  let previous: L | null = null;
  let marked: number | null = null;
  /** One candidate pause for each position since the last clip. */
  let gaps: TimelineGap[] = [];
  const addPause = (gap: TimelineGap | null): void => {
    if (gap === null || gap.seconds <= 0) return;
    items.push({ kind: 'pause', reason: gap.reason, startSeconds: now, endSeconds: now + gap.seconds });
    now += gap.seconds;
  };
  const gapBefore = (line: L | null): TimelineGap | null => {
    if (order === 'listed') return previous && line && { seconds: pauses.paragraph, reason: 'paragraph' };
    const set = line?.setPauseSeconds ?? null;
    return set === null ? usualPause({ previous, marked, line }, pauses) : { seconds: set, reason: 'set' };
  };
  for (const entry of entries) {
    if (entry.kind === 'pause') {
      marked = (marked ?? 0) + entry.seconds;
      continue;
    }
    const gap = gapBefore(entry);
    if (gap) gaps.push(gap);
    previous = entry;
    marked = null;
    if (entry.take === null) {
      withoutTake.push(entry);
      continue;
    }
    const isFirst = !items.some(({ kind }) => kind === 'clip');
    addPause(longestGap(isFirst ? gaps.filter(isMarked) : gaps));
    gaps = [];
    const clip = toClip(entry, entry.take, now, cutSilentEnds);
    items.push(clip);
    now = clip.endSeconds;
  }
  if (items.length === 0) return { items, durationSeconds: 0, withoutTake };
  const last = gapBefore(null);
  addPause(longestGap([...gaps, ...(last ? [last] : [])].filter(isMarked)));
  return { items, durationSeconds: now, withoutTake };
}

/** Returns the pause from the script's marks or, without marks, from the rules; null if neither applies. */
export function usualPause({ previous, marked, line }: PauseContext, pauses: PauseTable): UsualPause | null {
  const marks = [previous?.pauseAfterSeconds, marked, line?.pauseBeforeSeconds].filter((seconds) => seconds != null);
  if (marks.length > 0) return { seconds: marks.reduce((sum, seconds) => sum + seconds, 0), reason: 'mark' };
  if (!previous || !line) return null;
  const reason = ruleBetween(previous, line);
  return { seconds: pauses[reason], reason };
}

const isMarked = ({ reason }: TimelineGap): boolean => reason === 'mark' || reason === 'set';

function ruleBetween(before: TimelineLine, after: TimelineLine): PauseRule {
  if (before.paragraphId === after.paragraphId) return 'part';
  if (before.isHeading) return 'heading';
  if (before.chapterId !== after.chapterId) return 'chapter';
  return isSameRole(before, after) ? 'paragraph' : 'turn';
}

const isSameRole = (before: TimelineLine, after: TimelineLine): boolean =>
  before.roles?.at(-1) === undefined || after.roles?.[0] === undefined || before.roles.at(-1) === after.roles[0];

const longestGap = (gaps: readonly TimelineGap[]): TimelineGap | null =>
  gaps.reduce<TimelineGap | null>((best, gap) => (best === null || gap.seconds > best.seconds ? gap : best), null);

function toClip<L extends TimelineLine>(
  line: L,
  take: TimelineTake,
  startSeconds: number,
  cutSilentEnds: boolean,
): TimelineClip<L> {
  const cut = cutSilentEnds ? silenceToCut(take) : { start: 0, end: 0 };
  const fromSeconds = take.trimStartSeconds > 0 ? take.trimStartSeconds : cut.start;
  const trimEndSeconds = take.trimEndSeconds > 0 ? take.trimEndSeconds : cut.end;
  const toSeconds = Math.max(fromSeconds, take.durationSeconds - trimEndSeconds);
  const endSeconds = startSeconds + toSeconds - fromSeconds;
  return { kind: 'clip', line, take, fromSeconds, toSeconds, startSeconds, endSeconds };
}

/** Returns how much silence to cut. Fully silent takes aren't cut. Manual trims take precedence. */
function silenceToCut({ durationSeconds, headSilenceSeconds, tailSilenceSeconds }: TimelineTake) {
  const [head, tail] = [headSilenceSeconds ?? 0, tailSilenceSeconds ?? 0];
  if (head + tail >= durationSeconds) return { start: 0, end: 0 };
  return {
    start: Math.max(0, head - KEPT_SILENCE_SECONDS.head),
    end: Math.max(0, tail - KEPT_SILENCE_SECONDS.tail),
  };
}
