import { AAC_FRAME } from '@lectern/audio';
import { type ChosenAudio, planAudioFile, type TimelineBed } from '@lectern/audio/mastering';
import { DEFAULT_PAUSES, type PauseTable, type Timeline, type TimelineLine } from '@lectern/audio/timeline';
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

/** Returns the pause to insert between chapters; 0 if the script already has a pause there. */
function pauseBetween(before: ChapterTimeline, after: ChapterTimeline, pauses: PauseTable): number {
  const [last, first] = [before.timeline.items.at(-1), after.timeline.items[0]];
  return last?.kind === 'pause' || first?.kind === 'pause' ? 0 : pauses.chapter;
}

/** Returns the chapters that fit. The last one is cut off after a complete line. */
function sampleChapters<L extends TimelineLine>(
  chapters: readonly ChapterTimeline<L>[],
  { goal, pauses = DEFAULT_PAUSES }: Pick<LayoutOptions, 'goal' | 'pauses'>,
  longestSeconds: number,
): ChapterTimeline<L>[] {
  let left = longestSeconds - goal.headSeconds - goal.tailSeconds;
  const beginning: ChapterTimeline<L>[] = [];
  for (const [index, chapter] of chapters.entries()) {
    const before = chapters[index - 1];
    if (before) left -= pauseBetween(before, chapter, pauses);
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
  /** Defaults to `DEFAULT_PAUSES`. */
  readonly pauses?: PauseTable | undefined;
}

/** Lays out the files, leaving out chapters without audio. */
export function layOutAudio<L extends TimelineLine>(
  all: readonly ChapterTimeline<L>[],
  soundOf: (line: L) => ChosenAudio,
  wanted: LayoutOptions,
): AudioLayout[] {
  const { shape, goal, encoding, bookTitle, pauses = DEFAULT_PAUSES } = wanted;
  const heard = all.filter(({ timeline }) => timeline.items.some(({ kind }) => kind === 'clip'));
  if (heard.length === 0) return [];
  const frames = encoding.codec === 'aac' ? { leadFrames: AAC_FRAME, wholeFrames: AAC_FRAME } : {};
  const { sampleRate, channels } = goal;
  const fileOf = (title: string, chapters: readonly ChapterTimeline<L>[]): AudioLayout => {
    let startFrame = 0;
    const sections = chapters.map((chapter, index): AudioSection => {
      const next = chapters[index + 1];
      const headSeconds = index === 0 ? goal.headSeconds : 0;
      const tailSeconds = next ? pauseBetween(chapter, next, pauses) : goal.tailSeconds;
      const plan = planAudioFile(chapter.timeline, soundOf, {
        sampleRate,
        channels,
        headSeconds,
        tailSeconds,
        beds: chapter.beds ?? [],
        ...frames,
      });
      const leadFrames = frames.leadFrames ?? 0;
      const section = { title: chapter.title, plan, startFrame, leadFrames, frames: plan.frames + leadFrames };
      startFrame += section.frames;
      return section;
    });
    return { title, sections, frames: startFrame };
  };
  if (shape.kind === 'chapters') return heard.map((chapter) => fileOf(chapter.title, [chapter]));
  const part = shape.longestSeconds === undefined ? heard : sampleChapters(heard, wanted, shape.longestSeconds);
  return part.length === 0 ? [] : [fileOf(bookTitle, part)];
}
