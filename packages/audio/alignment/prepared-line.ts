// What is needed of a take and its text to compare the two, or to learn a voice from them.
import type { Language } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { type Cepstra, frameAtSeconds, frameSeconds, measureCepstra } from './cepstra.ts';
import type { ReferenceReader, ReferenceReading } from './reference-reading.ts';
import { labelReading } from './sound-classes.ts';
import { toSixteenKilohertz } from './to-sixteen-khz.ts';

/** A take with a reading of its text. Takes 6 kB per second. */
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

/** Prepares a take whose text is readable (`isReadable`). Takes about 1/70 of its duration. */
export function prepareLine(
  reader: ReferenceReader,
  { samples, sampleRate, text, language }: SpokenTake,
): PreparedLine {
  const reading = reader.read({ text, language });
  return joinTakeAndReading(toSixteenKilohertz(samples, sampleRate), reading);
}

/** @param samples the take, mono, 16,000 Hz */
export function joinTakeAndReading(samples: Float32Array, reading: ReferenceReading): PreparedLine {
  const take = measureCepstra(samples);
  return {
    coefficients: take.coefficients,
    frameTimes: Float32Array.from(take.originalOfKept, frameSeconds),
    takeSeconds: samples.length / 16_000,
    ...soundsOfReading(reading),
  };
}

/** What a line's words should sound like. */
export type ReadingSounds = Pick<PreparedLine, 'sounds' | 'wordStarts'>;

export function soundsOfReading(reading: ReferenceReading): ReadingSounds {
  const measured = measureCepstra(reading.samples);
  return { sounds: labelReading(reading, measured), wordStarts: keptWordStarts(reading.wordStarts, measured) };
}

function keptWordStarts(starts: readonly number[], { keptOfOriginal, keptCount, originalCount }: Cepstra): Int32Array {
  const frames = starts.map((seconds) => {
    const frame = Math.max(0, Math.min(originalCount - 1, frameAtSeconds(seconds)));
    return at(keptOfOriginal, frame);
  });
  return Int32Array.from([...frames, keptCount]);
}

export const frameCount = (line: PreparedLine): number => line.frameTimes.length;

/** Returns how many frames of speech a comparison is based on: those of the take or its reading, whichever has more. */
export const evidenceFrames = (line: PreparedLine): number => Math.max(frameCount(line), line.sounds.length);
export const wordCount = (line: PreparedLine): number => line.wordStarts.length - 1;

/** Returns how many frames the take has for each frame of the reading. */
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
