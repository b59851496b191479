// Cuts a long recording into the lines of a script. The recording may skip or repeat lines, and may contain other sounds.
import type { Language } from '@lectern/tts-protocol';
import { DOUBTFUL_CONFIDENCE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { COEFFICIENTS, FRAMES_PER_SECOND, normalise } from './cepstra.ts';
import { centreFeatures, relativeScore, scoreFeatures } from './fault-score.ts';
import type { LineEvidence } from './line-evidence.ts';
import { type CoursePart, searchLines } from './line-search.ts';
import type { Pause } from './pauses.ts';
import { evidenceFrames, type PreparedLine, type ReadingSounds, soundsOfReading } from './prepared-line.ts';
import type { MeasuredRecording } from './recording-frames.ts';
import { isReadable, type ReferenceReader } from './reference-reading.ts';
import { type GroupedFrames, groupFrames, joinReadings } from './searched-frames.ts';
import { classifySounds } from './sound-classifier.ts';
import { habitCosts, plainCosts } from './voice-habit.ts';
import {
  describeUsualLines,
  examineLine,
  type LearntSounds,
  learnSounds,
  MIN_LINES_LEARNT,
  spreadEvenly,
  unknownVoice,
} from './voice-model.ts';

export interface ChapterRecording {
  /** From `RecordingMeasurer`. */
  readonly recording: MeasuredRecording;
  /** The texts of the chapter's lines, in order. */
  readonly lines: readonly string[];
  readonly language: Language;
  readonly reader: ReferenceReader;
  /** Receives the progress, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** A part of the recording, in seconds. */
export interface Stretch {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface LineReading extends Stretch {
  /** Counted from 0. */
  readonly line: number;
  /** From 0 to 1: how likely it is that these words are spoken here. */
  readonly confidence: number;
  /** Whether the line was read to its end. */
  readonly isComplete: boolean;
}

export interface ConformedChapter {
  /**
   * The last complete reading of each line that isn't doubtful, or else the last one, cut in the middle of the pauses
   * around it; null if there is none.
   */
  readonly lines: readonly (LineReading | null)[];
  /** All other readings in order: false starts and earlier readings of repeated lines. */
  readonly repeats: readonly LineReading[];
  /** Sounds that don't belong to any line, in order. */
  readonly extras: readonly Stretch[];
  /** Whether nearly all of the recording is other text, so that the lines that were found are probably wrong, too. */
  readonly isOtherText: boolean;
}

/** Cost of a frame that doesn't belong to any line, for an unknown voice and for one that was learnt. */
const OTHER_COST = { unknown: 2.4, learnt: 1.9 } as const;
/** Lines of the recording that its voice is learnt from. */
const MAX_LINES_OF_RECORDING = 60;
/**
 * The score at which a reading is doubtful. Scores of lines that are cut wrongly are mostly above 10, and those of other
 * lines below 4.
 */
const DOUBTFUL_SCORE = 5;

/**
 * Finds lines in a recording. Lines that can't be read (`isReadable`) aren't found.
 */
export function conformChapter(chapter: ChapterRecording): ConformedChapter {
  const { recording, lines, language, reader, onProgress = () => {} } = chapter;
  const readings = lines.map((text, line) => {
    onProgress((0.3 * line) / lines.length);
    return isReadable(text, language) ? soundsOfReading(reader.read({ text, language })) : null;
  });
  const pace = estimatePace(readings, recording);
  if (recording.isAfterPause.length === 0 || pace === null) {
    return { lines: lines.map(() => null), repeats: [], extras: [], isOtherText: false };
  }
  const unknown = unknownVoice();
  const firstFrames = soundCosts(recording, unknown);
  const firstCourse = searchLines(firstFrames, joinReadings(readings, pace), OTHER_COST.unknown, (share) =>
    onProgress(0.4 + 0.1 * share),
  );
  const voice = learnRecording(recording, firstFrames, readings, firstCourse);
  const finish = (course: readonly CoursePart[], frames: GroupedFrames, sounds: LearntSounds): ConformedChapter =>
    cutAtPauses(
      examinePassages(inFrames(course, frames, recording), recording, readings, sounds),
      recording,
      lines.length,
      sounds,
    );
  if (!voice) return finish(firstCourse, firstFrames, unknown);
  const frames = soundCosts(recording, voice);
  const course = searchLines(frames, joinReadings(readings, voice.pace ?? pace), OTHER_COST.learnt, (share) =>
    onProgress(0.6 + 0.2 * share),
  );
  return finish(course, frames, voice);
}

function soundCosts(recording: MeasuredRecording, { classifier, habit }: LearntSounds): GroupedFrames {
  return groupFrames(recording, (coefficients) => {
    const heard = classifySounds(classifier, coefficients);
    return habit ? habitCosts(heard, habit) : plainCosts(heard, classifier.priors);
  });
}

const SLOWEST = 0.7;
const FASTEST = 1.4;

/**
 * Estimates the recording's frames for each frame of a reading, assuming that every line is read once. Returns null if there
 * are no readings.
 */
function estimatePace(readings: readonly (ReadingSounds | null)[], { isAfterPause }: MeasuredRecording): number | null {
  const frames = readings.reduce((sum, reading) => sum + (reading?.sounds.length ?? 0), 0);
  if (frames === 0) return null;
  const pace = isAfterPause.length / frames;
  return pace > SLOWEST && pace < FASTEST ? pace : 1;
}

/** Learns the recording's voice from complete lines. Returns null if there are too few. */
function learnRecording(
  recording: MeasuredRecording,
  { firstFrames }: GroupedFrames,
  readings: readonly (ReadingSounds | null)[],
  course: readonly CoursePart[],
): LearntSounds | null {
  const prepared = course.flatMap(({ line, from, to, isComplete }): PreparedLine[] => {
    const reading = line === null || !isComplete ? null : at(readings, line);
    return reading ? [prepareStretch(recording, at(firstFrames, from), at(firstFrames, to), reading)] : [];
  });
  return prepared.length < MIN_LINES_LEARNT ? null : learnSounds(spreadEvenly(prepared, MAX_LINES_OF_RECORDING));
}

function prepareStretch(
  { coefficients, frameTimes }: MeasuredRecording,
  from: number,
  to: number,
  reading: ReadingSounds,
): PreparedLine {
  const own = coefficients.slice(from * COEFFICIENTS, to * COEFFICIENTS);
  normalise(own, to - from);
  const start = at(frameTimes, from);
  return {
    coefficients: own,
    frameTimes: Float32Array.from(frameTimes.subarray(from, to), (seconds) => seconds - start),
    takeSeconds: at(frameTimes, to - 1) - start,
    ...reading,
  };
}

/** A part of the recording, in its frames. */
interface RecordingPassage {
  /** Null for sounds that don't belong to any line. */
  readonly line: number | null;
  readonly from: number;
  readonly to: number;
  readonly isComplete: boolean;
  readonly evidence: ReadingEvidence | null;
}

/** A closure before p, t or k is shorter than this, in seconds. */
const MAX_CLOSURE = 0.2;
/** How many frames a boundary can be moved, and the least length of the pause there, in seconds. */
const MAX_MOVED = 60;
const MIN_PAUSE = 0.25;
/** Shorter sounds, such as the release of a final t, belong to the line. */
const MIN_NOISE_FRAMES = 30;

/**
 * Converts frames of the search to those of the recording. Boundaries in short silences are moved to a long pause
 * nearby, because the silence can be inside a word. Short sounds soon after a line are added to it.
 */
function inFrames(
  course: readonly CoursePart[],
  { firstFrames }: GroupedFrames,
  { frameTimes, isAfterPause }: MeasuredRecording,
): CoursePart[] {
  const starts = course.map(({ from }) => at(firstFrames, from));
  const end = frameTimes.length;
  const gapBefore = (frame: number): number => at(frameTimes, frame) - at(frameTimes, frame - 1);
  for (let index = 1; index < course.length; index += 1) {
    const boundary = at(starts, index);
    if (isAfterPause[boundary] === 0 || gapBefore(boundary) > MAX_CLOSURE) continue;
    const isOther = at(course, index).line === null;
    const first = Math.max(at(starts, index - 1) + 1, boundary - MAX_MOVED);
    const last = Math.min((starts[index + 1] ?? end) - (isOther ? 0 : 1), boundary + MAX_MOVED, end - 1);
    let longest = Math.max(MIN_PAUSE, 2 * gapBefore(boundary));
    for (let frame = first; frame <= last; frame += 1) {
      if (isAfterPause[frame] === 0 || gapBefore(frame) < longest) continue;
      longest = gapBefore(frame);
      starts[index] = frame;
    }
  }
  const parts: CoursePart[] = [];
  for (const [index, part] of course.entries()) {
    const from = at(starts, index);
    const to = starts[index + 1] ?? end;
    const before = parts.at(-1);
    const isShort = part.line === null && to - from < MIN_NOISE_FRAMES;
    if (isShort && before && before.line !== null && gapBefore(from) < MIN_PAUSE)
      parts[parts.length - 1] = { ...before, to };
    else if (from < to) parts.push({ ...part, from, to });
  }
  return parts;
}

function examinePassages(
  course: readonly CoursePart[],
  recording: MeasuredRecording,
  readings: readonly (ReadingSounds | null)[],
  voice: LearntSounds,
): RecordingPassage[] {
  const passages: RecordingPassage[] = [];
  const addOther = (from: number, to: number): void => {
    if (from >= to) return;
    const last = passages.at(-1);
    const isAdjacent = last?.line === null && last.to === from;
    if (isAdjacent) passages.pop();
    passages.push({ line: null, from: isAdjacent ? last.from : from, to, isComplete: true, evidence: null });
  };
  for (const part of course) {
    const { from, to } = part;
    const words = part.line === null ? null : at(readings, part.line);
    if (!words) {
      addOther(from, to);
      continue;
    }
    const examine = (start: number, end: number): ReadingEvidence => {
      const prepared = prepareStretch(recording, start, end, words);
      return { found: examineLine(prepared, voice), frames: evidenceFrames(prepared) };
    };
    const whole = examine(from, to);
    const spoken = withoutNoises(from, to, whole.found.path, recording.isAfterPause);
    addOther(from, spoken.from);
    const isTrimmed = spoken.from > from || spoken.to < to;
    const evidence = isTrimmed ? examine(spoken.from, spoken.to) : whole;
    const isComplete = part.isComplete || isReadToEnd(evidence.found);
    passages.push({ ...part, ...spoken, isComplete, evidence });
    addOther(spoken.to, to);
  }
  return passages;
}

/** A line counts as abandoned if assuming an earlier end reduces the cost of its alignment by at least this. */
const MIN_CUT_GAIN = 20;

/** Returns whether a line was read to its end. The search sometimes ends a line early, such as before a final t. */
function isReadToEnd({ path, wordStarts, faults }: LineEvidence): boolean {
  // Readings are compressed only within the voice's range of pace, so a short line's false start is shorter than its reading.
  const isLongEnough = at(wordStarts, wordStarts.length - 1) <= path.length + 1;
  return isLongEnough && faults.every(({ fault, gain }) => fault !== 'cut' || gain < MIN_CUT_GAIN);
}

/** Speech advances the reading by at least this many frames per frame of the recording. */
const MIN_SPEECH_ADVANCE = 0.35;

/** Removes sounds at both ends, such as coughs, that are separated by pauses and hardly advance the reading. */
function withoutNoises(
  from: number,
  to: number,
  path: Int32Array,
  isAfterPause: Uint8Array,
): { readonly from: number; readonly to: number } {
  const runs: number[] = [from];
  for (let frame = from + 1; frame < to; frame += 1) if (isAfterPause[frame] === 1) runs.push(frame);
  runs.push(to);
  const isNoise = (run: number): boolean => {
    const start = at(runs, run) - from;
    const end = at(runs, run + 1) - from;
    const isLong = end - start >= MIN_NOISE_FRAMES;
    return isLong && at(path, end - 1) - at(path, start) + 1 < MIN_SPEECH_ADVANCE * (end - start);
  };
  let first = 0;
  let last = runs.length - 2;
  while (first < last && isNoise(first)) first += 1;
  while (last > first && isNoise(last)) last -= 1;
  return { from: at(runs, first), to: at(runs, last + 1) };
}

function cutAtPauses(
  passages: readonly RecordingPassage[],
  { frameTimes, isAfterPause, pauses, durationSeconds }: MeasuredRecording,
  lineCount: number,
  voice: LearntSounds,
): ConformedChapter {
  const cuts = passages.map(({ from }) => cutNear(at(frameTimes, from), at(isAfterPause, from) === 1, pauses));
  cuts.push(cutNear(durationSeconds, true, pauses));
  const confidences = rateReadings(
    passages.map(({ evidence }) => evidence),
    voice,
  );
  const lines: (LineReading | null)[] = Array.from({ length: lineCount }, () => null);
  const repeats: LineReading[] = [];
  const extras: Stretch[] = [];
  for (const [index, { line, isComplete }] of passages.entries()) {
    const stretch = { startSeconds: at(cuts, index), endSeconds: Math.max(at(cuts, index), at(cuts, index + 1)) };
    if (line === null) {
      if (stretch.startSeconds < stretch.endSeconds) extras.push(stretch);
      continue;
    }
    const reading = { line, ...stretch, confidence: at(confidences, index), isComplete };
    const earlier = lines[line];
    if (isComplete && (!earlier || isBetter(reading, earlier))) {
      if (earlier) repeats.push(earlier);
      lines[line] = reading;
    } else repeats.push(reading);
  }
  return {
    lines,
    repeats: repeats.sort((a, b) => a.startSeconds - b.startSeconds),
    extras,
    isOtherText: isOtherText(passages, confidences, lineCount),
  };
}

/** Later readings are better, unless they are doubtful. */
const isBetter = (later: LineReading, earlier: LineReading): boolean =>
  later.confidence >= DOUBTFUL_CONFIDENCE || earlier.confidence < DOUBTFUL_CONFIDENCE;

/** Below this share of the recording and of the lines, the recording is of another text. */
const MIN_SHARE_FOUND = 0.2;
/** Shorter recordings contain too little speech to tell, in frames. */
const MIN_FRAMES_OF_TEXT = 10 * FRAMES_PER_SECOND;

function isOtherText(
  passages: readonly RecordingPassage[],
  confidences: readonly number[],
  lineCount: number,
): boolean {
  const found = passages.filter(({ line }, index) => line !== null && at(confidences, index) >= DOUBTFUL_CONFIDENCE);
  const framesOf = (list: readonly RecordingPassage[]): number =>
    list.reduce((sum, { from, to }) => sum + to - from, 0);
  const all = framesOf(passages);
  return (
    all >= MIN_FRAMES_OF_TEXT &&
    framesOf(found) < MIN_SHARE_FOUND * all &&
    new Set(found.map(({ line }) => line)).size < MIN_SHARE_FOUND * lineCount
  );
}

interface ReadingEvidence {
  readonly found: LineEvidence;
  /** From `evidenceFrames`. */
  readonly frames: number;
}

function rateReadings(evidence: readonly (ReadingEvidence | null)[], { habit }: LearntSounds): number[] {
  const known = evidence.flatMap((one) => (one ? [one.found] : []));
  const { statistics, scoreCentre } = habit ? describeUsualLines(known) : unknownVoice();
  return evidence.map((one) => {
    if (!one) return 0;
    const logOdds = scoreFeatures(centreFeatures(one.found, statistics), habit !== null);
    const score = relativeScore(logOdds, scoreCentre, one.frames);
    return 1 / (1 + Math.exp(score - DOUBTFUL_SCORE));
  });
}

/** Maximum distance of a pause from the boundary that the search found, in seconds. */
const MAX_SHIFT = 0.6;
/** How much longer a pause must be to be preferred to one that is a second nearer, in seconds. */
const SHIFT_COST = 0.8;

/** Maximum distance of the pause before a boundary that the search placed after a pause, in seconds. */
const AT_PAUSE = 0.08;

/** Returns the middle of the most likely pause near a time, or the time itself if there is none. */
function cutNear(seconds: number, isAfterPause: boolean, pauses: readonly Pause[]): number {
  let best = 0;
  let cut = seconds;
  for (let index = firstEndingAfter(pauses, seconds - MAX_SHIFT); index < pauses.length; index += 1) {
    const { startSeconds, endSeconds } = at(pauses, index);
    if (startSeconds > seconds + MAX_SHIFT) break;
    const distance = Math.max(0, startSeconds - seconds, seconds - endSeconds);
    if (isAfterPause && distance <= AT_PAUSE) return (startSeconds + endSeconds) / 2;
    const score = endSeconds - startSeconds - SHIFT_COST * distance;
    if (score <= best) continue;
    best = score;
    cut = (startSeconds + endSeconds) / 2;
  }
  return cut;
}

function firstEndingAfter(pauses: readonly Pause[], seconds: number): number {
  let low = 0;
  let high = pauses.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (at(pauses, middle).endSeconds < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
