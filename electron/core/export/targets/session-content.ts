import { makeTimeline, type Timeline, type TimelineClip, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { PlaybackEntry } from '../../../../shared/model/listening.ts';
import { safeNamePart } from '../../../../shared/rules/export/safe-name.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import { bookTitle } from '../../project/book/book-title.ts';
import { listCues } from '../../project/cues/cue-list.ts';
import { LineNumbers } from '../../project/lines/line-positions.ts';
import type { LineAudio, LineState } from '../../project/lines/line-states.ts';
import type { Project } from '../../project/project.ts';
import { timelineEntries } from '../../project/takes/timeline-entries.ts';
import {
  audibleSpan,
  type SequenceChapter,
  type SequenceClip,
  type SequenceCue,
  type TakeSequence,
} from '../formats/sequence.ts';
import { chapterBeds, type PlacedCue, placeCues } from './cue-beds.ts';

export interface SessionTake {
  readonly line: LineState;
  readonly take: LineAudio;
  /** Relative to the export folder. */
  readonly file: string;
}

export interface SessionContent {
  readonly sequence: TakeSequence;
  /** One entry per audio file, in script order. */
  readonly audio: readonly SessionTake[];
}

/** With `allowStale`, lines without a fresh take use a stale one. */
export function readSession(project: Project, { allowStale }: { readonly allowStale: boolean }): SessionContent {
  const settings = project.settings();
  const states = project.lines.states();
  const lines = new Map(states.map((line) => [line.id, line]));
  const takeOf = (line: LineState): LineAudio | null => line.pick ?? (allowStale ? line.staleTake : null);
  const audio = new Map<number, SessionTake>();
  for (const line of states) {
    const take = takeOf(line);
    if (take) audio.set(line.id, { line, take, file: audioFile(line, take) });
  }
  const entries = entriesOf(project, states, takeOf);
  const timeline = makeTimeline(entries, settings);
  const clips = timeline.items.flatMap((item): SequenceClip[] => {
    const handed = item.kind === 'clip' ? audio.get(item.line.lineId) : undefined;
    if (item.kind !== 'clip' || !handed) return [];
    const { line, take, file } = handed;
    const { startSeconds, endSeconds, fromSeconds, toSeconds } = item;
    const clip = {
      startSeconds,
      endSeconds,
      fromSeconds,
      toSeconds,
      gainDb: take.gainDb,
      line: lineNumber(line),
      roles: line.roles,
      turns: line.turns.map((turn) => ({ role: turn.role ?? NARRATOR, text: spokenText(turn, settings) })),
      file,
      fileSeconds: take.durationSeconds,
    };
    return [{ ...clip, audible: audibleSpan(clip, { ...UNMEASURED_ENDS, ...item.take }) }];
  });
  const { authors } = project.book.read();
  const sequence = {
    title: bookTitle(project).title,
    author: authors.length > 0 ? authors.join(', ') : null,
    clips,
    cues: cuesOf(placeCues(listCues(project), entries, timeline), timeline),
    chapters: chaptersOf(
      timeline.items.filter((item) => item.kind === 'clip'),
      (id) => lines.get(id)?.chapterTitle ?? '',
      timeline.durationSeconds,
    ),
    roles: project.cast.roles().map(({ name }) => name),
    durationSeconds: timeline.durationSeconds,
  };
  return { sequence, audio: [...audio.values()] };
}

/** In seconds. */
const EMPTY_CUE_LENGTH = 1;
const NO_AUDIO = { path: '', hash: '', format: 'wav' } as const;

function cuesOf(placed: readonly PlacedCue[], { items }: Timeline): SequenceCue[] {
  const spokenUntil = new Map<number | null, number>();
  for (const item of items) if (item.kind === 'clip') spokenUntil.set(item.line.chapterId, item.endSeconds);
  const ends = new Map<number, number>();
  for (const [chapterId, cues] of Map.groupBy(placed, ({ cue }) => cue.chapterId)) {
    const ofChapter = cues.map((each) => ({ ...each, isLast: each.cue.nextLine === null }));
    const { beds, mixed } = chapterBeds(ofChapter, spokenUntil.get(chapterId) ?? 0, () => NO_AUDIO);
    for (const [at, { number }] of mixed.entries()) ends.set(number, beds[at]?.endSeconds ?? 0);
  }
  return placed.map(({ cue: { number, text, sound }, seconds }) => {
    const startSeconds = seconds + (sound?.delaySeconds ?? 0);
    return { text, startSeconds, endSeconds: ends.get(number) ?? startSeconds + EMPTY_CUE_LENGTH };
  });
}

function entriesOf(
  project: Project,
  states: readonly LineState[],
  takeOf: (line: LineState) => LineAudio | null,
): PlaybackEntry[] {
  const lines = new Map(states.map((line) => [line.id, line]));
  const numbers = new LineNumbers(project.db);
  const measured = project.takes.measuredAudio();
  const chapterIds = [...new Set(states.map(({ chapterId }) => chapterId))];
  return chapterIds
    .flatMap((chapterId) => timelineEntries(project.db, numbers, { chapterId }))
    .map((entry) => {
      if (entry.kind === 'pause') return entry;
      const line = lines.get(entry.lineId);
      const take = line ? takeOf(line) : null;
      if (take === null) return { ...entry, take };
      const { headSilenceSeconds, tailSilenceSeconds } = measured.get(take.audioHash) ?? UNMEASURED_ENDS;
      const ends = { headSilenceSeconds, tailSilenceSeconds };
      return { ...entry, take: { ...take, ...ends, number: 0, loudnessLufs: null, overview: null } };
    });
}

function audioFile(line: LineState, { takeId, format }: LineAudio): string {
  const number = `${String(line.chapterNumber).padStart(2, '0')}-${String(line.numberInChapter).padStart(4, '0')}`;
  const extension = format === 'mulaw' ? 'wav' : format;
  return `audio/${number} ${safeNamePart(line.roles.join(' + '), 80)} take ${takeId}.${extension}`;
}

/** Each chapter extends to the first clip of the next one. */
function chaptersOf(
  clips: readonly Pick<TimelineClip, 'line' | 'startSeconds'>[],
  titleOf: (lineId: number) => string,
  durationSeconds: number,
): SequenceChapter[] {
  const firsts = clips.filter(({ line }, index) => index === 0 || clips[index - 1]?.line.chapterId !== line.chapterId);
  return firsts.map(({ line, startSeconds }, index) => ({
    title: titleOf(line.lineId),
    startSeconds: index === 0 ? 0 : startSeconds,
    endSeconds: firsts[index + 1]?.startSeconds ?? durationSeconds,
  }));
}
