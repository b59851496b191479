// A script as sound in time: which take sounds from when to when, and how long the silences between them are. Listening
// through and assembled files go by it, so that what is heard while listening is what a file will hold.
import type { Treatment } from '../model/take.ts';

/** The silence at the ends of a take, in seconds, as it was measured; null where it was not. */
export interface SilentEnds {
  readonly headSilenceSeconds: number | null;
  readonly tailSilenceSeconds: number | null;
}

export const UNMEASURED_ENDS: SilentEnds = { headSilenceSeconds: null, tailSilenceSeconds: null };

/** The take of a line that is to be heard. */
export interface TimelineTake extends Treatment, Partial<SilentEnds> {
  readonly takeId: number;
  /** Of the whole file, in seconds, before it is trimmed. */
  readonly durationSeconds: number;
}

/** What is left of the silence at a take's ends where it is cut, in seconds: sounds begin softly, and end more softly. */
export const KEPT_SILENCE_SECONDS = { head: 0.05, tail: 0.1 } as const;

/** A line of the script, with or without something to hear. */
export interface TimelineLine {
  readonly kind: 'line';
  readonly lineId: number;
  /** Null: before the first heading. */
  readonly chapterId: number | null;
  /** Consecutive lines of one paragraph share it. */
  readonly paragraphId: number;
  /** A heading or a title, which is spoken. */
  readonly isHeading: boolean;
  /** Who speaks; absent: turns are not told apart. */
  readonly roles?: readonly string[];
  /** The pause before it that the producer set, in seconds; it holds over everything else. Absent or null: none was set. */
  readonly setPauseSeconds?: number | null;
  /** Seconds that the script's marks ask for beside it; null: there is no mark. 0 asks for no pause at all. */
  readonly pauseBeforeSeconds: number | null;
  readonly pauseAfterSeconds: number | null;
  readonly take: TimelineTake | null;
}

/** A pause mark that stands alone between lines, in seconds. */
export interface TimelineMark {
  readonly kind: 'pause';
  readonly seconds: number;
}

/** What stands in a script, in order. */
export type TimelineEntry<L extends TimelineLine = TimelineLine> = L | TimelineMark;

/**
 * Where a pause of the usual length stands: `part`, between two lines of one paragraph; `turn`, between two paragraphs of
 * a chapter that different roles speak; `paragraph`, between two of the same; `heading`, after a heading or a title;
 * `chapter`, before the first line of another chapter, its heading.
 */
export const PAUSE_RULES = ['part', 'turn', 'paragraph', 'heading', 'chapter'] as const;
export type PauseRule = (typeof PAUSE_RULES)[number];

/** The usual pauses in seconds. */
export type PauseTable = Readonly<Record<PauseRule, number>>;

export const USUAL_PAUSES: PauseTable = { part: 0.3, turn: 0.6, paragraph: 0.6, heading: 1.2, chapter: 2.5 };

/** Why there is a pause: a rule, a mark in the script, or the producer's own setting. */
export type PauseReason = UsualPauseReason | 'set';

/** The same where the producer set none. */
export const USUAL_PAUSE_REASONS = [...PAUSE_RULES, 'mark'] as const;
export type UsualPauseReason = (typeof USUAL_PAUSE_REASONS)[number];

/** Where a pause is: between two lines, or before the first or after the last one, which is null then. */
export interface PausePlace {
  readonly previous: TimelineLine | null;
  /** Seconds of marks that stand alone between the lines; null: there are none. */
  readonly marked: number | null;
  readonly line: TimelineLine | null;
}

/** A pause at a place where the producer set none. */
export interface UsualPause {
  readonly seconds: number;
  readonly reason: UsualPauseReason;
}

interface Span {
  /** Seconds from the start of the timeline. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A take that sounds, without what is trimmed from it. */
export interface TimelineClip<L extends TimelineLine = TimelineLine> extends Span {
  readonly kind: 'clip';
  readonly line: L;
  readonly take: TimelineTake;
  /** Which part of the take's file sounds, in seconds from the start of the file. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Silence, longer than 0. */
export interface TimelinePause extends Span {
  readonly kind: 'pause';
  readonly reason: PauseReason;
}

export type TimelineItem<L extends TimelineLine = TimelineLine> = TimelineClip<L> | TimelinePause;

export interface Timeline<L extends TimelineLine = TimelineLine> {
  /** Each begins where the one before ends; the first at 0. Between two clips there is one pause at most. */
  readonly items: readonly TimelineItem<L>[];
  readonly durationSeconds: number;
  /** The lines that have no take, in order: nothing is heard of them. */
  readonly withoutTake: readonly L[];
}

export interface TimelineOptions {
  readonly pauses?: PauseTable;
  /**
   * `script`: the entries follow one another in the script. `listed`: they are lines in some other order, in which marks
   * and chapters mean nothing: all pauses are those between paragraphs.
   */
  readonly order?: 'script' | 'listed';
  /** Takes are heard without the silence at their ends, so that pauses are as long as they are said to be. */
  readonly cutSilentEnds?: boolean;
}

/** A pause that may be. */
interface TimelineGap {
  readonly seconds: number;
  readonly reason: PauseReason;
}

/**
 * Lays lines out in time. A pause that was set before a line holds there; else marks between two lines replace the usual
 * pause, and add up. A line without a take takes no
 * time: of the pauses on its two sides the longer one stays. Before the first clip and after the last one only the
 * script's marks make a pause.
 */
export function makeTimeline<L extends TimelineLine>(
  entries: readonly TimelineEntry<L>[],
  { pauses = USUAL_PAUSES, order = 'script', cutSilentEnds = false }: TimelineOptions = {},
): Timeline<L> {
  const items: TimelineItem<L>[] = [];
  const withoutTake: L[] = [];
  let now = 0;
  let previous: L | null = null;
  /** Of marks that stand alone since the line before. */
  let marked: number | null = null;
  /** The pauses since the last clip, one for each place between two lines. */
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
    addPause(longest(isFirst ? gaps.filter(isMarked) : gaps));
    gaps = [];
    const clip = clipOf(entry, entry.take, now, cutSilentEnds);
    items.push(clip);
    now = clip.endSeconds;
  }
  if (items.length === 0) return { items, durationSeconds: 0, withoutTake };
  const last = gapBefore(null);
  addPause(longest([...gaps, ...(last ? [last] : [])].filter(isMarked)));
  return { items, durationSeconds: now, withoutTake };
}

/** By the script's marks, else by rule. Null where there is no pause at all. */
export function usualPause({ previous, marked, line }: PausePlace, pauses: PauseTable): UsualPause | null {
  const marks = [previous?.pauseAfterSeconds, marked, line?.pauseBeforeSeconds].filter((seconds) => seconds != null);
  if (marks.length > 0) return { seconds: marks.reduce((sum, seconds) => sum + seconds, 0), reason: 'mark' };
  if (!previous || !line) return null;
  const reason = ruleBetween(previous, line);
  return { seconds: pauses[reason], reason };
}

/** It was asked for at this place. */
const isMarked = ({ reason }: TimelineGap): boolean => reason === 'mark' || reason === 'set';

function ruleBetween(before: TimelineLine, after: TimelineLine): PauseRule {
  if (before.paragraphId === after.paragraphId) return 'part';
  if (before.isHeading) return 'heading';
  if (before.chapterId !== after.chapterId) return 'chapter';
  return isSameRole(before, after) ? 'paragraph' : 'turn';
}

/** Who ends the one begins the other. */
const isSameRole = (before: TimelineLine, after: TimelineLine): boolean =>
  before.roles?.at(-1) === undefined || after.roles?.[0] === undefined || before.roles.at(-1) === after.roles[0];

const longest = (gaps: readonly TimelineGap[]): TimelineGap | null =>
  gaps.reduce<TimelineGap | null>((best, gap) => (best === null || gap.seconds > best.seconds ? gap : best), null);

function clipOf<L extends TimelineLine>(
  line: L,
  take: TimelineTake,
  startSeconds: number,
  cutSilentEnds: boolean,
): TimelineClip<L> {
  const cut = cutSilentEnds ? silentCuts(take) : { start: 0, end: 0 };
  const fromSeconds = take.trimStartSeconds > 0 ? take.trimStartSeconds : cut.start;
  const trimEndSeconds = take.trimEndSeconds > 0 ? take.trimEndSeconds : cut.end;
  const toSeconds = Math.max(fromSeconds, take.durationSeconds - trimEndSeconds);
  const endSeconds = startSeconds + toSeconds - fromSeconds;
  return { kind: 'clip', line, take, fromSeconds, toSeconds, startSeconds, endSeconds };
}

/** Seconds of silence that can go. A take that is silent throughout stays whole; where it was trimmed by hand, that holds. */
function silentCuts({ durationSeconds, headSilenceSeconds, tailSilenceSeconds }: TimelineTake) {
  const [head, tail] = [headSilenceSeconds ?? 0, tailSilenceSeconds ?? 0];
  if (head + tail >= durationSeconds) return { start: 0, end: 0 };
  return {
    start: Math.max(0, head - KEPT_SILENCE_SECONDS.head),
    end: Math.max(0, tail - KEPT_SILENCE_SECONDS.tail),
  };
}
