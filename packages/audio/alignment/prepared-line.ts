// The parts of a take and its text that are needed to compare the two, or to learn a voice from them.
import type { Language } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { type Cepstra, frameAtSeconds, frameSeconds, measureCepstra } from './cepstra.ts';
import type { ReferenceReader, ReferenceReading } from './reference-reading.ts';
import { labelReading } from './sound-classes.ts';
import { toSixteenKilohertz } from './to-sixteen-khz.ts';

/** A take with a reading of its text. Uses 6 kB of memory per second. */
export interface PreparedLine {
  /** `COEFFICIENTS` values for each frame of the take. */
  readonly coefficients: Float32Array;
  /** The middle of each frame of the take, in seconds. */
  readonly frameTimes: Float32Array;
  readonly takeSeconds: number;
  /** The sound of each frame of the reading. */
  readonly sounds: Uint8Array;
  /** The frame of the reading where each word starts, ascending from 0, and the number of frames. */
  readonly wordStarts: Int32Array;
}

export interface SpokenTake {
  /** Mono. */
  readonly samples: Float32Array;
  /** In Hz, a whole number. */
  readonly sampleRate: number;
  readonly text: string;
  readonly language: Language;
}

/** A take and the reading of its text, measured. Used both to compare a take with its text and to time its words. */
export interface TakeAndReading {
  /** Mono, 16,000 Hz. */
  readonly samples: Float32Array;
  readonly cepstra: Cepstra;
  readonly reading: MeasuredReading;
}

export interface MeasuredReading {
  readonly reading: ReferenceReading;
  readonly cepstra: Cepstra;
}

/** Reads and measures a take's text, which must be readable (`isReadable`), and the take. */
export function measureTake(
  reader: ReferenceReader,
  { samples, sampleRate, text, language }: SpokenTake,
): TakeAndReading {
  const sound = toSixteenKilohertz(samples, sampleRate);
  const reading = reader.read({ text, language });
  return {
    samples: sound,
    cepstra: measureCepstra(sound),
    reading: { reading, cepstra: measureCepstra(reading.samples) },
  };
}

/** Prepares a take whose text is readable (`isReadable`). Takes about 1/70 of its duration. */
export const prepareLine = (reader: ReferenceReader, take: SpokenTake): PreparedLine =>
  prepareMeasured(measureTake(reader, take));

export function prepareMeasured({ samples, cepstra: take, reading }: TakeAndReading): PreparedLine {
  return {
    coefficients: take.coefficients,
    frameTimes: Float32Array.from(take.originalOfKept, frameSeconds),
    takeSeconds: samples.length / 16_000,
    ...soundsOfMeasured(reading),
  };
}

/** What a line's words should sound like. */
export type ReadingSounds = Pick<PreparedLine, 'sounds' | 'wordStarts'>;

export const soundsOfReading = (reading: ReferenceReading): ReadingSounds =>
  soundsOfMeasured({ reading, cepstra: measureCepstra(reading.samples) });

const soundsOfMeasured = ({ reading, cepstra }: TakeAndReading['reading']): ReadingSounds => ({
  sounds: labelReading(reading, cepstra),
  wordStarts: keptWordStarts(reading.wordStarts, cepstra),
});

function keptWordStarts(starts: readonly number[], { keptOfOriginal, keptCount, originalCount }: Cepstra): Int32Array {
  const frames = starts.map((seconds) => {
    const frame = Math.max(0, Math.min(originalCount - 1, frameAtSeconds(seconds)));
    return at(keptOfOriginal, frame);
  });
  return Int32Array.from([...frames, keptCount]);
}

export const frameCount = (line: PreparedLine): number => line.frameTimes.length;

/** Returns the number of frames that a comparison is based on: those of the take or the reading, whichever has more. */
export const evidenceFrames = (line: PreparedLine): number => Math.max(frameCount(line), line.sounds.length);
export const wordCount = (line: PreparedLine): number => line.wordStarts.length - 1;

/** Returns the ratio of the take's frames to those of the reading. */
export const lengthRatio = (line: PreparedLine): number => frameCount(line) / line.sounds.length;

/** Stretches a reading. Each word has at least one frame. */
export function stretchReading({ sounds, wordStarts }: ReadingSounds, factor: number): ReadingSounds {
  const words = wordStarts.length - 1;
  const length = Math.max(words, Math.round(sounds.length * factor));
  const starts = wordStarts.map((start) => Math.round(start * factor));
  starts[words] = length;
  for (let word = words - 1; word > 0; word -= 1) {
    starts[word] = Math.max(word, Math.min(at(starts, word), at(starts, word + 1) - 1));
  }
  starts[0] = 0;
  return {
    sounds: Uint8Array.from({ length }, (_, frame) =>
      at(sounds, Math.min(sounds.length - 1, Math.floor(frame / factor))),
    ),
    wordStarts: starts,
  };
}
