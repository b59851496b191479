import { NARRATOR } from '../../shared/model/cast.ts';
import type { Treatment } from '../../shared/model/take.ts';
import type { SpeechEdges } from '../../shared/rules/speech-edges.ts';

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

export interface TimelineLine extends Partial<SpeechEdges> {
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
  /** A scene break lasts as long as the `scene` pause instead. */
  readonly isScene?: boolean;
}

export type TimelineEntry<L extends TimelineLine = TimelineLine> = L | TimelineMark;

/**
 * `part`: within a sentence. `turn`: between sentences, and between speakers. `paragraph`: between paragraphs of one
 * speaker. `scene`: at a scene break. `heading`: after a heading or title. `chapter`: before a chapter's first line.
 */
export const PAUSE_RULES = ['part', 'turn', 'paragraph', 'scene', 'heading', 'chapter'] as const;
export type PauseRule = (typeof PAUSE_RULES)[number];

/** In seconds. */
export type PauseTable = Readonly<Record<PauseRule, number>>;

export const DEFAULT_PAUSES: PauseTable = {
  part: 0.3,
  turn: 0.6,
  paragraph: 0.6,
  scene: 2,
  heading: 1.2,
  chapter: 2.5,
};

export interface PauseSettings {
  readonly pauses: PauseTable;
  /** Cuts silence at the ends of takes. */
  readonly cutSilentEnds: boolean;
  /**
   * Chooses pauses by the punctuation at the ends of lines, and measures them from the end of the speech. Otherwise, lines
   * of one paragraph are separated by `part`, and the silence kept at the ends of takes is added to each pause.
   */
  readonly followPunctuation: boolean;
}

export type PauseReason = UsualPauseReason | 'set';

/** `stop`: between sentences of one speaker. `interruption`: another speaker takes over after a dash. */
const PUNCTUATION_REASONS = ['comma', 'semicolon', 'stop', 'ellipsis', 'interruption'] as const;
type PunctuationReason = (typeof PUNCTUATION_REASONS)[number];

export const USUAL_PAUSE_REASONS = [...PAUSE_RULES, ...PUNCTUATION_REASONS, 'mark'] as const;
export type UsualPauseReason = (typeof USUAL_PAUSE_REASONS)[number];

export interface PauseContext {
  readonly previous: TimelineLine | null;
  /** The marks in paragraphs of their own between the lines. */
  readonly marks: readonly TimelineMark[];
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

export interface TimelineOptions extends Partial<PauseSettings> {
  /** With `listed`, marks and chapters are ignored, and all pauses are paragraph pauses. */
  readonly order?: 'script' | 'listed';
  /** The clip before the timeline, whose remaining silence is part of the first pause. */
  readonly formerClip?: TakeSpan | undefined;
}

/** Differences between sums can be this large. */
const MIN_PAUSE_SECONDS = 1e-9;

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
  options: TimelineOptions = {},
): Timeline<L> {
  const { pauses = DEFAULT_PAUSES, order = 'script', cutSilentEnds = false, followPunctuation = false } = options;
  const { formerClip = null } = options;
  const items: TimelineItem<L>[] = [];
  const withoutTake: L[] = [];
  let now = 0;
  let previous: L | null = null;
  let marks: TimelineMark[] = [];
  /** One candidate pause for each position since the last clip. */
  let gaps: TimelineGap[] = [];
  const isExact = followPunctuation && cutSilentEnds;
  const addPause = (gap: TimelineGap | null, after: TakeSpan | null): void => {
    if (gap === null) return;
    const last = items.at(-1);
    const before = last?.kind === 'clip' ? last : formerClip;
    const seconds = isExact ? gap.seconds - silenceAround(before, after) : gap.seconds;
    if (seconds > MIN_PAUSE_SECONDS) {
      items.push({ kind: 'pause', reason: gap.reason, startSeconds: now, endSeconds: now + seconds });
      now += seconds;
    }
  };
  const gapBefore = (line: L | null): TimelineGap | null => {
    if (order === 'listed') return previous && line && { seconds: pauses.paragraph, reason: 'paragraph' };
    const set = line?.setPauseSeconds ?? null;
    if (set !== null) return { seconds: set, reason: 'set' };
    return usualPause({ previous, marks, line }, { pauses, followPunctuation });
  };
  for (const entry of entries) {
    if (entry.kind === 'pause') {
      marks.push(entry);
      continue;
    }
    const gap = gapBefore(entry);
    if (gap) gaps.push(gap);
    previous = entry;
    marks = [];
    if (entry.take === null) {
      withoutTake.push(entry);
      continue;
    }
    let span = cutSilentEnds ? withoutSilentEnds(entry.take) : trimmed(entry.take);
    const last = items.at(-1);
    const longest = longestGap(last ? gaps : gaps.filter(isMarked));
    if (isExact && longest && last?.kind === 'clip') {
      const cut = silenceOver(last, span, longest.seconds);
      items[items.length - 1] = {
        ...last,
        toSeconds: last.toSeconds - cut.tail,
        endSeconds: last.endSeconds - cut.tail,
      };
      now -= cut.tail;
      span = { ...span, fromSeconds: span.fromSeconds + cut.head };
    }
    addPause(longest, span);
    gaps = [];
    const endSeconds = now + span.toSeconds - span.fromSeconds;
    items.push({ kind: 'clip', line: entry, ...span, startSeconds: now, endSeconds });
    now = endSeconds;
  }
  if (items.length === 0) return { items, durationSeconds: 0, withoutTake };
  const last = gapBefore(null);
  addPause(longestGap([...gaps, ...(last ? [last] : [])].filter(isMarked)), null);
  return { items, durationSeconds: now, withoutTake };
}

/** Returns the pause from the script's marks or, without marks, from the rules; null if neither applies. */
export function usualPause(
  { previous, marks, line }: PauseContext,
  { pauses, followPunctuation }: Pick<PauseSettings, 'pauses' | 'followPunctuation'>,
): UsualPause | null {
  const inline = [previous?.pauseAfterSeconds, line?.pauseBeforeSeconds].filter((seconds) => seconds != null);
  const marked = [...inline, ...marks.map(({ isScene, seconds }) => (isScene ? pauses.scene : seconds))];
  if (marked.length > 0) {
    const isSceneBreak = inline.length === 0 && marks.every(({ isScene }) => isScene);
    return { seconds: marked.reduce((sum, seconds) => sum + seconds, 0), reason: isSceneBreak ? 'scene' : 'mark' };
  }
  if (!previous || !line) return null;
  const reason = followPunctuation ? reasonBetween(previous, line) : ruleBetween(previous, line);
  return { seconds: secondsOf(reason, pauses), reason };
}

type RuleReason = Exclude<UsualPauseReason, 'mark'>;

/** How much longer an unfinished sentence makes a pause. */
const ELLIPSIS_FACTOR = 1.4;
/** How much shorter the pause is when a speaker interrupts another. */
const INTERRUPTION_FACTOR = 0.5;

function secondsOf(reason: RuleReason, pauses: PauseTable): number {
  switch (reason) {
    case 'comma':
      return pauses.part;
    case 'stop':
      return pauses.turn;
    case 'semicolon':
      return roundToMilliseconds((pauses.part + pauses.turn) / 2);
    case 'ellipsis':
      return roundToMilliseconds(pauses.turn * ELLIPSIS_FACTOR);
    case 'interruption':
      return roundToMilliseconds(pauses.part * INTERRUPTION_FACTOR);
    default:
      return pauses[reason];
  }
}

const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

function reasonBetween(before: TimelineLine, after: TimelineLine): RuleReason {
  const isSameParagraph = before.paragraphId === after.paragraphId;
  if (before.chapterId !== after.chapterId) return 'chapter';
  if (before.isHeading && !isSameParagraph) return 'heading';
  const boundary = boundaryBetween(before, after);
  if (isSameParagraph || !isSameRole(before, after)) return boundary;
  // The end of a paragraph counts more than its punctuation, but a sentence may continue in the next paragraph.
  return boundary === 'stop' || boundary === 'ellipsis' ? 'paragraph' : 'stop';
}

function boundaryBetween(before: TimelineLine, after: TimelineLine): PunctuationReason | 'turn' {
  const { closes = 'stop' } = before;
  const isOneVoice = isSameRole(before, after);
  const isNarration = isOneVoice || before.roles?.at(-1) === NARRATOR || after.roles?.[0] === NARRATOR;
  // After “Really?” comes “said she”. Two characters never share a sentence.
  const isContinuation = isNarration && after.opens === 'continuation';
  switch (closes) {
    case 'comma':
    case 'semicolon':
      return closes;
    case 'ellipsis':
      return isContinuation ? 'comma' : 'ellipsis';
    case 'dash':
      return isNarration ? 'comma' : 'interruption';
    case 'stop':
    case 'question':
    case 'none':
      if (isContinuation && closes !== 'stop') return 'comma';
      return isOneVoice ? 'stop' : 'turn';
  }
}

const isMarked = ({ reason }: TimelineGap): boolean => reason === 'mark' || reason === 'scene' || reason === 'set';

function ruleBetween(before: TimelineLine, after: TimelineLine): PauseRule {
  if (before.paragraphId === after.paragraphId) return 'part';
  if (before.chapterId !== after.chapterId) return 'chapter';
  if (before.isHeading) return 'heading';
  return isSameRole(before, after) ? 'paragraph' : 'turn';
}

const isSameRole = (before: TimelineLine, after: TimelineLine): boolean =>
  before.roles?.at(-1) === undefined || after.roles?.[0] === undefined || before.roles.at(-1) === after.roles[0];

const longestGap = (gaps: readonly TimelineGap[]): TimelineGap | null =>
  gaps.reduce<TimelineGap | null>((best, gap) => (best === null || gap.seconds > best.seconds ? gap : best), null);

/** The part of a take that is played, in seconds from the start of its file. */
type TakeSpan = Pick<TimelineClip, 'take' | 'fromSeconds' | 'toSeconds'>;

function trimmed(take: TimelineTake): TakeSpan {
  const fromSeconds = take.trimStartSeconds;
  return { take, fromSeconds, toSeconds: Math.max(fromSeconds, take.durationSeconds - take.trimEndSeconds) };
}

/** Cuts silence at the ends. Fully silent takes aren't cut. Manual trims take precedence. */
function withoutSilentEnds(take: TimelineTake): TakeSpan {
  const { head, tail } = silentEnds(take, { fromSeconds: 0, toSeconds: take.durationSeconds });
  const trimStartSeconds = take.trimStartSeconds || Math.max(0, head - KEPT_SILENCE_SECONDS.head);
  const trimEndSeconds = take.trimEndSeconds || Math.max(0, tail - KEPT_SILENCE_SECONDS.tail);
  return { ...trimmed({ ...take, trimStartSeconds, trimEndSeconds }), take };
}

/** Seconds of silence that are left at the ends of the played part. Fully silent parts count as speech. */
export function silentEnds(
  {
    durationSeconds,
    headSilenceSeconds,
    tailSilenceSeconds,
  }: Partial<SilentEnds> & Pick<TimelineTake, 'durationSeconds'>,
  { fromSeconds, toSeconds }: Omit<TakeSpan, 'take'>,
): { readonly head: number; readonly tail: number } {
  const head = Math.max(0, (headSilenceSeconds ?? 0) - fromSeconds);
  const tail = Math.max(0, (tailSilenceSeconds ?? 0) - (durationSeconds - toSeconds));
  return head + tail >= toSeconds - fromSeconds ? { head: 0, tail: 0 } : { head, tail };
}

const silenceAround = (before: TakeSpan | null, after: TakeSpan | null): number =>
  (before ? silentEnds(before.take, before).tail : 0) + (after ? silentEnds(after.take, after).head : 0);

/** Returns how much more silence to cut so that a pause isn't exceeded. Ends that were trimmed by hand aren't cut. */
function silenceOver(
  before: TakeSpan,
  after: TakeSpan,
  seconds: number,
): { readonly tail: number; readonly head: number } {
  const tail = before.take.trimEndSeconds > 0 ? 0 : silentEnds(before.take, before).tail;
  const head = after.take.trimStartSeconds > 0 ? 0 : silentEnds(after.take, after).head;
  const excess = silenceAround(before, after) - seconds;
  if (excess <= 0 || tail + head === 0) return { tail: 0, head: 0 };
  const share = Math.min(1, excess / (tail + head));
  return { tail: tail * share, head: head * share };
}

/** Returns the silence between the last clip of a chapter and the first clip of the next one, in seconds. */
export function pauseBetweenClips(
  before: TakeSpan,
  after: TakeSpan,
  { pauses, cutSilentEnds, followPunctuation }: PauseSettings,
): number {
  const isExact = followPunctuation && cutSilentEnds;
  return isExact ? Math.max(0, pauses.chapter - silenceAround(before, after)) : pauses.chapter;
}
