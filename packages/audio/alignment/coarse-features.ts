// Features of long recordings and of many lines, in frames of about 50 ms, for finding lines in a recording.
import type { Language } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { type Cepstra, FRAMES_PER_SECOND, frameSeconds, measureCepstra } from './cepstra.ts';
import { type Features, withDeltas } from './features.ts';
import { isReadable, type ReferenceReader } from './reference-reading.ts';
import { ALIGNMENT_RATE } from './to-sixteen-khz.ts';

/** Fine frames per coarse frame. */
const COARSENING = 5;
/** Loudness and timbre are normalised separately for each stretch of this length, because they can change. */
const STRETCH = 300 * ALIGNMENT_RATE;
/** Silence between readings of lines. */
const GAP = 0.2 * ALIGNMENT_RATE;
/** Quieter samples at the end of a reading are silence. */
const AUDIBLE = 0.003;

export interface RecordingFeatures {
  readonly features: Features;
  /** When each frame starts, and when the last one ends. */
  readonly seconds: Float64Array;
  /** Whether a pause precedes each frame. */
  readonly isAfterPause: Uint8Array;
  /** Speech without pauses, in seconds. */
  readonly speechSeconds: number;
}

export interface LineFeatures {
  readonly features: Features;
  /** The first frame of each line, and the number of frames. Lines that can't be read have no frames. */
  readonly starts: Int32Array;
}

/** Measures a recording of any length. @param samples mono, at `ALIGNMENT_RATE` */
export function measureRecording(samples: Float32Array): RecordingFeatures {
  const coarse = new CoarseFrames();
  const seconds: number[] = [];
  const isAfterPause: number[] = [];
  let keptCount = 0;
  for (let start = 0; start < samples.length; ) {
    const isLast = samples.length - start < 1.5 * STRETCH;
    const end = isLast ? samples.length : start + STRETCH;
    const cepstra = measureCepstra(samples.subarray(start, end));
    const fine = withDeltas(cepstra);
    keptCount += cepstra.keptCount;
    for (const { from, to } of runsBetweenPauses(cepstra)) {
      const count = coarse.add(fine, from, to);
      for (let index = 0; index < count; index += 1) {
        const frame = from + Math.floor((index * (to - from)) / count);
        seconds.push(start / ALIGNMENT_RATE + frameSeconds(at(cepstra.originalOfKept, frame)));
        isAfterPause.push(index === 0 ? 1 : 0);
      }
    }
    start = end;
  }
  seconds.push(samples.length / ALIGNMENT_RATE);
  return {
    features: coarse.joined(),
    seconds: Float64Array.from(seconds),
    isAfterPause: Uint8Array.from(isAfterPause),
    speechSeconds: keptCount / FRAMES_PER_SECOND,
  };
}

function* runsBetweenPauses({ originalOfKept, keptCount }: Cepstra): Generator<{ from: number; to: number }> {
  let from = 0;
  for (let frame = 1; frame < keptCount; frame += 1) {
    if (at(originalOfKept, frame) - at(originalOfKept, frame - 1) === 1) continue;
    yield { from, to: frame };
    from = frame;
  }
  if (from < keptCount) yield { from, to: keptCount };
}

export interface CoarseReading {
  readonly reader: ReferenceReader;
  readonly language: Language;
  readonly voiceVariant?: string;
  /** Words per minute. */
  readonly rate: number;
}

/** Reads lines and measures the readings. @param onLine receives the number of lines read */
export function measureLines(
  lines: readonly string[],
  { reader, ...settings }: CoarseReading,
  onLine: (read: number) => void = () => {},
): LineFeatures {
  const coarse = new CoarseFrames();
  const counts = new Int32Array(lines.length);
  let group: { readonly line: number; readonly samples: Float32Array }[] = [];
  let length = 0;
  const measureGroup = (): void => {
    const { fine, places } = measureJoined(group);
    for (const { line, from, to } of places) counts[line] = coarse.add(fine, from, to);
    group = [];
    length = 0;
  };
  for (const [line, text] of lines.entries()) {
    if (isReadable(text, settings.language)) {
      const samples = withoutTail(reader.read({ text, ...settings }).samples);
      group.push({ line, samples });
      length += samples.length;
    }
    if (length >= STRETCH) measureGroup();
    onLine(line + 1);
  }
  if (group.length > 0) measureGroup();
  const starts = new Int32Array(lines.length + 1);
  for (const [line, count] of counts.entries()) starts[line + 1] = at(starts, line) + count;
  return { features: coarse.joined(), starts };
}

function measureJoined(group: readonly { readonly line: number; readonly samples: Float32Array }[]) {
  const length = group.reduce((sum, { samples }) => sum + samples.length + GAP, GAP);
  const joined = new Float32Array(length);
  let end = GAP;
  const spans = group.map(({ line, samples }) => {
    const start = end;
    joined.set(samples, start);
    end = start + samples.length + GAP;
    return { line, start, end: start + samples.length };
  });
  const cepstra = measureCepstra(joined);
  const keptAt = (sample: number): number =>
    at(
      cepstra.keptOfOriginal,
      Math.min(cepstra.originalCount - 1, Math.floor((sample / ALIGNMENT_RATE) * FRAMES_PER_SECOND)),
    );
  const places = spans.map(({ line, start, end: last }) => {
    const from = Math.min(keptAt(start), cepstra.keptCount - 1);
    return { line, from, to: Math.max(from + 1, keptAt(last)) };
  });
  return { fine: withDeltas(cepstra), places };
}

function withoutTail(samples: Float32Array): Float32Array {
  let end = samples.length;
  while (end > 1 && Math.abs(at(samples, end - 1)) < AUDIBLE) end -= 1;
  return samples.subarray(0, end);
}

class CoarseFrames {
  readonly #blocks: Float32Array[] = [];
  #frames = 0;
  #dimensions = 0;

  /** Averages a run of fine frames. @returns the number of coarse frames */
  add({ values, dimensions }: Features, from: number, to: number): number {
    const count = Math.max(1, Math.round((to - from) / COARSENING));
    const block = new Float32Array(count * dimensions);
    for (let index = 0; index < count; index += 1) {
      const first = from + Math.floor((index * (to - from)) / count);
      const end = Math.max(first + 1, from + Math.floor(((index + 1) * (to - from)) / count));
      for (let frame = first; frame < end; frame += 1) {
        for (let dimension = 0; dimension < dimensions; dimension += 1) {
          const place = index * dimensions + dimension;
          block[place] = at(block, place) + at(values, frame * dimensions + dimension) / (end - first);
        }
      }
    }
    this.#blocks.push(block);
    this.#frames += count;
    this.#dimensions = dimensions;
    return count;
  }

  joined(): Features {
    const values = new Float32Array(this.#frames * this.#dimensions);
    let end = 0;
    for (const block of this.#blocks) {
      values.set(block, end);
      end += block.length;
    }
    return { values, frames: this.#frames, dimensions: this.#dimensions };
  }
}
