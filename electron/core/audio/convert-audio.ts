import type { Quality } from '@lectern/tts-protocol';
import type { FileEncoder } from '../../../codecs/audio-encoder.ts';
import { type DecodeHint, decodeBlocks } from '../../../codecs/decode.ts';
import { openFileEncoder } from '../../../codecs/encode.ts';
import { DEFAULT_QUALITY } from '../../../codecs/formats.ts';
import { type BlockTaker, frameCount, type Pcm } from '../../../codecs/pcm.ts';
import { StreamResampler } from '../../../codecs/resample.ts';
import type { ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import { type AudioAt, audioBytesAt } from './file-source.ts';

/** What to make of a file. */
export interface Conversion {
  /** Needed for bare mu-law only; any other file says what it is. */
  readonly from?: DecodeHint | undefined;
  readonly to: ExportFormat;
  /** Of a lossy format; medium unless given. */
  readonly quality?: Quality | undefined;
  /** Applied before it is encoded. */
  readonly treatment?: Treatment | undefined;
}

/** What a conversion tells. */
export interface ConvertedAudio {
  /** By how much the treatment's gain was held back, in dB, so that nothing clips; 0 where all of it was given. */
  readonly heldBackDb: number;
}

/** Where a converted file goes. */
export interface AudioTarget {
  /** Appends bytes. */
  write(bytes: Uint8Array): void;
  /** Replaces the first bytes of what was written. */
  writeStart(bytes: Uint8Array): void;
}

/** Samples of each channel that are encoded at once, at most. */
const BLOCK = 32_768;

/**
 * The same sound, trimmed and levelled where that is asked for, in another format (or again in its own), at its own sample
 * rate (MP3: the next higher one that it has). The same bytes in give the same bytes out. It goes block by block: an hour of
 * sound needs no more memory than a minute.
 *
 * @throws AudioFormatError where the bytes can't be read as audio; what the target throws
 */
export async function convertAudio(at: AudioAt, target: AudioTarget, conversion: Conversion): Promise<ConvertedAudio> {
  const { from = {}, treatment } = conversion;
  const source = audioBytesAt(at);
  const output = new ConvertedFile(target, conversion);
  try {
    const { sampleRate, heldBackDb } = await treatSound(
      (take) => decodeBlocks(source, from, take),
      treatment,
      (block) => output.add(block),
    );
    await output.end(sampleRate);
    return { heldBackDb };
  } finally {
    output.close();
  }
}

/** A file that is encoded while its sound arrives. The first block decides on rate and channels. */
class ConvertedFile {
  readonly #target: AudioTarget;
  readonly #conversion: Conversion;
  #encoder: FileEncoder | null = null;
  #resamplers: readonly StreamResampler[] = [];

  constructor(target: AudioTarget, conversion: Conversion) {
    this.#target = target;
    this.#conversion = conversion;
  }

  async add(block: Pcm): Promise<void> {
    const encoder = this.#encoder ?? (await this.#open(block.sampleRate, block.channels.length));
    for (let at = 0; at < frameCount(block); at += BLOCK) {
      const sound = this.#resamplers.map((resampler, channel) => {
        // A packed file can change its channels on the way.
        const samples = block.channels[channel] ?? block.channels[0] ?? new Float32Array(0);
        return resampler.add(samples.subarray(at, at + BLOCK));
      });
      this.#target.write(await encoder.add(sound));
    }
  }

  /** @param sampleRate Hz of a sound that has no block */
  async end(sampleRate: number): Promise<void> {
    const encoder = this.#encoder ?? (await this.#open(sampleRate, 1));
    this.#target.write(await encoder.add(this.#resamplers.map((resampler) => resampler.end())));
    this.#target.write(await encoder.end());
    this.#target.writeStart(encoder.head());
  }

  close(): void {
    this.#encoder?.close();
  }

  async #open(sampleRate: number, channels: number): Promise<FileEncoder> {
    const { to, quality = DEFAULT_QUALITY } = this.#conversion;
    const encoder = await openFileEncoder(to, quality, { sampleRate, channels });
    this.#encoder = encoder;
    this.#resamplers = Array.from({ length: channels }, () => new StreamResampler(sampleRate, encoder.sampleRate));
    return encoder;
  }
}

// Trims and levels a sound while it is played block by block.

/** A cut through sound is heard as a click; over this many seconds it fades in or out instead. */
const FADE_SECONDS = 0.005;

interface PlayedSound {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly frames: number;
}

/** Gives a sound from its start to its end; it may be called several times. */
type Playing = (take: BlockTaker) => Promise<PlayedSound>;

/** The part of a sound that is kept, in frames: `end` is never before `start`. */
interface TrimRange {
  readonly start: number;
  readonly end: number;
  /** Frames that fade in and out; 0 where that end is not cut. */
  readonly fadeIn: number;
  readonly fadeOut: number;
}

const WHOLE: TrimRange = { start: 0, end: Number.POSITIVE_INFINITY, fadeIn: 0, fadeOut: 0 };

/**
 * Cuts a sound at its ends and makes it louder or quieter, block by block. Where it is cut, it fades over 5 ms; a gain stops
 * where the loudest sample reaches full scale. Without a treatment, or with one that changes nothing, it is the same sound.
 *
 * @param play is played up to three times: how long a sound lasts and how loud it is shows at its end
 * @returns Hz; `heldBackDb`: by how much the gain was held back, in dB, so that the loudest sample is full scale and no more
 */
export async function treatSound(
  play: Playing,
  treatment: Treatment | undefined,
  take: BlockTaker,
): Promise<{ readonly sampleRate: number; readonly heldBackDb: number }> {
  if (!treatment) return { sampleRate: (await play(take)).sampleRate, heldBackDb: 0 };
  const { trimStartSeconds, trimEndSeconds, gainDb } = treatment;
  const range = trimStartSeconds > 0 || trimEndSeconds > 0 ? rangeOf(await play(() => {}), treatment) : WHOLE;
  let loudest = 0;
  if (gainDb > 0) {
    await play(
      within(range, (block) => {
        loudest = Math.max(loudest, loudestOf(block));
      }),
    );
  }
  const factor = factorOf(gainDb, loudest);
  const { sampleRate } = await play(within(range, (block) => take(factor === 1 ? block : amplified(block, factor))));
  const heldBackDb = Math.max(0, gainDb - 20 * Math.log10(factor));
  return { sampleRate, heldBackDb: heldBackDb < 0.005 ? 0 : heldBackDb };
}

function rangeOf({ sampleRate, frames }: PlayedSound, { trimStartSeconds, trimEndSeconds }: Treatment): TrimRange {
  const start = Math.min(frames, Math.round(trimStartSeconds * sampleRate));
  const end = Math.max(start, frames - Math.round(trimEndSeconds * sampleRate));
  const fade = Math.min(Math.round(FADE_SECONDS * sampleRate), Math.floor((end - start) / 2));
  return { start, end, fadeIn: trimStartSeconds > 0 ? fade : 0, fadeOut: trimEndSeconds > 0 ? fade : 0 };
}

/** Takes a whole sound and passes on what lies within the range, faded at its ends; one empty block where nothing does. */
function within(range: TrimRange, take: BlockTaker): BlockTaker {
  let at = 0;
  return (block) => {
    const from = at;
    at += frameCount(block);
    const first = Math.max(0, range.start - from);
    const last = Math.min(frameCount(block), range.end - from);
    const isEmpty = range.start === range.end && from === 0;
    if (first >= last && !isEmpty) return;
    const channels = block.channels.map((samples) =>
      isEmpty ? new Float32Array(0) : faded(samples.subarray(first, last), from + first, range),
    );
    return take({ sampleRate: block.sampleRate, channels });
  };
}

/** @param at the frame of the whole sound at which these samples begin */
function faded(samples: Float32Array, at: number, { start, end, fadeIn, fadeOut }: TrimRange): Float32Array {
  const isUntouched = at >= start + fadeIn && at + samples.length <= end - fadeOut;
  if (isUntouched) return samples;
  return samples.map((sample, index) => {
    const before = at + index - start;
    const after = end - 1 - (at + index);
    if (before < fadeIn) return sample * ((before + 0.5) / fadeIn);
    return after < fadeOut ? sample * ((after + 0.5) / fadeOut) : sample;
  });
}

function loudestOf({ channels }: Pcm): number {
  let loudest = 0;
  for (const samples of channels) {
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  }
  return loudest;
}

const amplified = ({ sampleRate, channels }: Pcm, factor: number): Pcm => ({
  sampleRate,
  channels: channels.map((samples) => samples.map((sample) => sample * factor)),
});

/** The factor to multiply with. What clips already is made no louder; nothing that is made quieter is held back. */
function factorOf(gainDb: number, loudest: number): number {
  const asked = 10 ** (gainDb / 20);
  return asked > 1 && asked * loudest > 1 ? Math.max(1, 1 / loudest) : asked;
}
