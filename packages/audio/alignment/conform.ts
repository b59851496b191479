// Cuts a long recording into the lines of a script. The recording may skip or repeat lines, and may contain other sounds.
import type { Language } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { FRAMES_PER_SECOND, measureCepstra } from './cepstra.ts';
import { measureLines, measureRecording, type RecordingFeatures } from './coarse-features.ts';
import { type OtherSound, type ScriptPassage, searchLines } from './line-search.ts';
import { findPauses, type Pause } from './pauses.ts';
import { medianPitch } from './pitch.ts';
import { DEFAULT_RATE, isReadable, type ReferenceReader } from './reference-reading.ts';
import { ALIGNMENT_RATE } from './to-sixteen-khz.ts';
import { HIGH_PITCH, HIGH_VARIANT } from './word-times.ts';

export interface ChapterRecording {
  /** Mono, at `ALIGNMENT_RATE`. */
  readonly samples: Float32Array;
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
  /** The last complete reading of each line, cut in the middle of the pauses around it; null if there is none. */
  readonly lines: readonly (LineReading | null)[];
  /** All other readings in order: false starts and earlier readings of repeated lines. */
  readonly repeats: readonly LineReading[];
  /** Sounds that don't belong to any line, in order. */
  readonly extras: readonly Stretch[];
}

/** Readings with a lower confidence should be checked by ear. */
export const DOUBTFUL_CONFIDENCE = 0.5;

/**
 * Finds lines in a recording. Lines that can't be read (`isReadable`) aren't found.
 */
export function conformChapter(recording: ChapterRecording): ConformedChapter {
  const { samples, lines, language, reader, onProgress = () => {} } = recording;
  const measured = measureRecording(samples);
  onProgress(0.15);
  const voice = { reader, language, ...(isHighVoice(samples) && { voiceVariant: HIGH_VARIANT }) };
  const rate = DEFAULT_RATE * estimatePace(lines, measured.speechSeconds, voice);
  const read = measureLines(lines, { ...voice, rate }, (count) => onProgress(0.15 + (0.6 * count) / lines.length));
  if (read.features.frames === 0 || measured.features.frames === 0) {
    return { lines: lines.map(() => null), repeats: [], extras: [] };
  }
  const { passages, others } = searchLines(measured, read, (share) => onProgress(0.75 + 0.25 * share));
  return cutAtPauses(passages, others, measured, allPauses(samples), lines.length);
}

/** Two minutes are enough to estimate a voice's pitch. */
const PITCH_SAMPLES = 120 * ALIGNMENT_RATE;

function isHighVoice(samples: Float32Array): boolean {
  const start = Math.max(0, Math.floor((samples.length - PITCH_SAMPLES) / 2));
  return (medianPitch(samples.subarray(start, start + PITCH_SAMPLES)) ?? 0) > HIGH_PITCH;
}

/** Number of lines that are read to estimate the pace. */
const PACE_LINES = 20;
const SLOWEST = 0.7;
const FASTEST = 1.4;

/** Estimates the pace of the recording relative to that of a reading, assuming that every line is read once. */
function estimatePace(
  lines: readonly string[],
  speechSeconds: number,
  {
    reader,
    ...settings
  }: { readonly reader: ReferenceReader; readonly language: Language; readonly voiceVariant?: string },
): number {
  const readable = lines.filter((text) => isReadable(text, settings.language));
  const step = Math.max(1, Math.floor(readable.length / PACE_LINES));
  let characters = 0;
  let seconds = 0;
  for (let index = 0; index < readable.length; index += step) {
    const text = at(readable, index);
    characters += text.length;
    seconds += measureCepstra(reader.read({ text, ...settings }).samples).keptCount / FRAMES_PER_SECOND;
  }
  const total = readable.reduce((sum, text) => sum + text.length, 0);
  const pace = (seconds * total) / Math.max(1, characters) / Math.max(1, speechSeconds);
  return Math.max(SLOWEST, Math.min(FASTEST, pace));
}

/** Samples that are searched for pauses at once, because the level of the noise can change. */
const PAUSE_SAMPLES = 60 * ALIGNMENT_RATE;

function allPauses(samples: Float32Array): Pause[] {
  const pauses: Pause[] = [];
  for (let start = 0; start < samples.length; start += PAUSE_SAMPLES) {
    const offset = start / ALIGNMENT_RATE;
    for (const { startSeconds, endSeconds } of findPauses(samples.subarray(start, start + PAUSE_SAMPLES))) {
      const last = pauses.at(-1);
      const isSame = last !== undefined && startSeconds === 0 && last.endSeconds >= offset;
      if (isSame) pauses.pop();
      pauses.push({
        startSeconds: isSame ? last.startSeconds : startSeconds + offset,
        endSeconds: endSeconds + offset,
      });
    }
  }
  return pauses;
}

interface Part {
  readonly passage: ScriptPassage | null;
  readonly from: number;
  readonly to: number;
}

function cutAtPauses(
  passages: readonly ScriptPassage[],
  others: readonly OtherSound[],
  { seconds, isAfterPause }: RecordingFeatures,
  pauses: readonly Pause[],
  lineCount: number,
): ConformedChapter {
  const parts: Part[] = [
    ...passages.map((passage) => ({ passage, from: passage.from, to: passage.to })),
    ...others.map(({ from, to }) => ({ passage: null, from, to })),
  ].sort((a, b) => a.from - b.from);
  const cuts = parts.map(({ from }) => cutNear(at(seconds, from), at(isAfterPause, from) === 1, pauses));
  cuts.push(cutNear(at(seconds, seconds.length - 1), true, pauses));
  const usual = median(passages.map(({ distance }) => distance));
  const lines: (LineReading | null)[] = Array.from({ length: lineCount }, () => null);
  const repeats: LineReading[] = [];
  const extras: Stretch[] = [];
  for (const [index, { passage }] of parts.entries()) {
    const stretch = { startSeconds: at(cuts, index), endSeconds: Math.max(at(cuts, index), at(cuts, index + 1)) };
    if (!passage) {
      extras.push(stretch);
      continue;
    }
    const { line, isComplete, distance } = passage;
    const reading = { line, ...stretch, confidence: confidenceAt(distance - usual), isComplete };
    const earlier = lines[line];
    if (isComplete) {
      if (earlier) repeats.push(earlier);
      lines[line] = reading;
    } else repeats.push(reading);
  }
  return { lines, repeats: repeats.sort((a, b) => a.startSeconds - b.startSeconds), extras };
}

/** How far a line's distance exceeds that of other lines when its confidence is 0.5, and the slope of the confidence. */
const DOUBTFUL_EXCESS = 0.8;
const CONFIDENCE_SLOPE = 6;

const confidenceAt = (excess: number): number => 1 / (1 + Math.exp(CONFIDENCE_SLOPE * (excess - DOUBTFUL_EXCESS)));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
