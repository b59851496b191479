import { AAC_FRAME } from '@lectern/audio';
import { type ChosenAudio, planAudioFile, type TimelineBed } from '@lectern/audio/mastering';
import {
  DEFAULT_PAUSES,
  type PauseSettings,
  pauseBetweenClips,
  type Timeline,
  type TimelineLine,
} from '@lectern/audio/timeline';
import type { DeliveryEncoding, MasteringGoal } from '../../../../shared/model/export/delivery.ts';
import type { AudioLayout, AudioSection } from '../plan/export-plan.ts';

export interface ChapterTimeline<L extends TimelineLine = TimelineLine> {
  readonly title: string;
  readonly timeline: Timeline<L>;
  readonly beds?: readonly TimelineBed[];
}

export interface AudioShape {
  /** `sample` is the beginning of the book, up to `longestSeconds`. */
  readonly kind: 'chapters' | 'whole' | 'sample';
  readonly longestSeconds?: number;
}

/** Returns the silence to insert between chapters; 0 if the script already has a pause there. */
function silenceBetween(before: ChapterTimeline, after: ChapterTimeline, pauses: PauseSettings): number {
  const [last, first] = [before.timeline.items.at(-1), after.timeline.items[0]];
  if (last?.kind !== 'clip' || first?.kind !== 'clip') return 0;
  return pauseBetweenClips(last, first, pauses);
}

/** Returns the chapters that fit. The last one is cut off after a complete line. */
function sampleChapters<L extends TimelineLine>(
  chapters: readonly ChapterTimeline<L>[],
  { goal, pauses = DEFAULT_SETTINGS }: Pick<LayoutOptions, 'goal' | 'pauses'>,
  longestSeconds: number,
): ChapterTimeline<L>[] {
  let left = longestSeconds - goal.headSeconds - goal.tailSeconds;
  const beginning: ChapterTimeline<L>[] = [];
  for (const [index, chapter] of chapters.entries()) {
    const before = chapters[index - 1];
    if (before) left -= silenceBetween(before, chapter, pauses);
    const items = chapter.timeline.items.filter(({ endSeconds }) => endSeconds <= left);
    while (items.at(-1)?.kind === 'pause') items.pop();
    const durationSeconds = items.at(-1)?.endSeconds ?? 0;
    if (durationSeconds > 0) beginning.push({ ...chapter, timeline: { ...chapter.timeline, items, durationSeconds } });
    if (items.length < chapter.timeline.items.length) break;
    left -= chapter.timeline.durationSeconds;
  }
  return beginning;
}

export interface LayoutOptions {
  readonly shape: AudioShape;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly bookTitle: string;
  /** Defaults to `DEFAULT_PAUSES`, ignoring punctuation. */
  readonly pauses?: PauseSettings | undefined;
}

const DEFAULT_SETTINGS: PauseSettings = { pauses: DEFAULT_PAUSES, cutSilentEnds: false, followPunctuation: false };

/** Lays out the files, leaving out chapters without audio. */
export function layOutAudio<L extends TimelineLine>(
  all: readonly ChapterTimeline<L>[],
  soundOf: (line: L) => ChosenAudio,
  wanted: LayoutOptions,
): AudioLayout[] {
  const { shape, goal, encoding, bookTitle, pauses = DEFAULT_SETTINGS } = wanted;
  const heard = all.filter(({ timeline }) => timeline.items.some(({ kind }) => kind === 'clip'));
  if (heard.length === 0) return [];
  const frame = encoding.codec === 'aac' ? AAC_FRAME : 1;
  const fileOf = (title: string, chapters: readonly ChapterTimeline<L>[]): AudioLayout => ({
    title,
    ...layOutFile(chapters, soundOf, { goal, pauses, frame }),
  });
  if (shape.kind === 'chapters') return heard.map((chapter) => fileOf(chapter.title, [chapter]));
  const part = shape.longestSeconds === undefined ? heard : sampleChapters(heard, wanted, shape.longestSeconds);
  return part.length === 0 ? [] : [fileOf(bookTitle, part)];
}

/** Minimum number of silent AAC frames after the last clip. The last one can be repeated. */
const MIN_TAIL_FRAMES = 2;
/** Maximum number of frames by which a stream is shorter than its section, unless it is the last one. */
const SPARE_FRAMES = 2;

/**
 * Places the sections of a file. An AAC stream consists of whole frames, so a section can't start exactly at its place
 * on the timeline. Each one starts at the frame that keeps both its position and the pause before it close to the
 * timeline, so that errors don't accumulate. Plans don't depend on preceding sections, so that unchanged streams can be reused.
 */
function layOutFile<L extends TimelineLine>(
  chapters: readonly ChapterTimeline<L>[],
  soundOf: (line: L) => ChosenAudio,
  { goal, pauses, frame }: { readonly goal: MasteringGoal; readonly pauses: PauseSettings; readonly frame: number },
): Pick<AudioLayout, 'sections' | 'frames'> {
  const { sampleRate, channels, headSeconds } = goal;
  // An AAC stream starts with a silent frame.
  const leadFrames = frame === 1 ? 0 : frame;
  const leadSeconds = leadFrames / sampleRate;
  const sections: AudioSection[] = [];
  let startFrame = 0;
  let endSeconds = Math.max(headSeconds, leadSeconds);
  let error = 0;
  for (const [index, chapter] of chapters.entries()) {
    const { title, timeline } = chapter;
    const next = chapters[index + 1];
    const fromSeconds = index === 0 ? 0 : silentStart(chapter);
    const silence = next ? silenceBetween(chapter, next, pauses) + silentStart(next) : goal.tailSeconds;
    const plan = planAudioFile(timeline, soundOf, {
      sampleRate,
      channels,
      headSeconds: index === 0 ? headSeconds : 0,
      fromSeconds,
      tailSeconds: next && leadFrames > 0 ? silence - spareSeconds(chapter, silence, leadSeconds) : silence,
      leadFrames,
      wholeFrames: frame,
      beds: chapter.beds ?? [],
    });
    endSeconds += timeline.durationSeconds - fromSeconds + silence;
    let end = startFrame + leadFrames + plan.frames;
    if (next) {
      const place = endSeconds * sampleRate - leadFrames;
      end = Math.max(end, nearestFrame(place, frame, error));
      error = end - place;
    }
    sections.push({ title, plan, startFrame, leadFrames, frames: end - startFrame });
    startFrame = end;
  }
  return { sections, frames: startFrame };
}

/**
 * Returns the length of the pause before a chapter's first clip. In a file, it belongs to the previous section, unless
 * music or an effect starts in it.
 */
function silentStart({ timeline, beds = [] }: ChapterTimeline): number {
  const start = timeline.items.find(({ kind }) => kind === 'clip')?.startSeconds ?? 0;
  return beds.some(({ startSeconds }) => startSeconds < start) ? 0 : start;
}

/** Returns how much of the silence after a chapter isn't in its stream, as room for the next one's silent frame. */
function spareSeconds({ timeline }: ChapterTimeline, silence: number, frameSeconds: number): number {
  const lastClip = timeline.items.findLast(({ kind }) => kind === 'clip');
  const pauseSeconds = silence + timeline.durationSeconds - (lastClip?.endSeconds ?? 0);
  return Math.min((SPARE_FRAMES + 2) * frameSeconds, pauseSeconds - MIN_TAIL_FRAMES * frameSeconds);
}

/** @param formerError how far the previous section is from its place, in samples */
function nearestFrame(place: number, frame: number, formerError: number): number {
  const before = Math.floor(place / frame) * frame;
  const cost = (at: number): number => Math.max(Math.abs(at - place), Math.abs(at - place - formerError));
  return cost(before) <= cost(before + frame) ? before : before + frame;
}
