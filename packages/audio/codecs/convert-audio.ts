import type { Quality } from '@lectern/tts-protocol';
import type { Treatment } from '../../../shared/model/take.ts';
import type { ExportFormat } from '../formats.ts';
import { StreamResampler } from '../resample/resample.ts';
import type { FileEncoder } from './audio-encoder.ts';
import { type DecodeHint, decodeBlocks } from './decode.ts';
import { openFileEncoder } from './encode.ts';
import { type AudioInput, audioBytesOf } from './file-source.ts';
import { type BlockHandler, frameCount, type Pcm } from './pcm.ts';
import { DEFAULT_QUALITY } from './quality-presets.ts';

export interface Conversion {
  /** Only needed for headerless mu-law; other files identify themselves. */
  readonly from?: DecodeHint | undefined;
  readonly to: ExportFormat;
  readonly quality?: Quality | undefined;
  readonly treatment?: Treatment | undefined;
}

export interface ConvertedAudio {
  /** The part of the requested gain that wasn't applied, to prevent clipping, in dB. */
  readonly heldBackDb: number;
}

export interface AudioTarget {
  write(bytes: Uint8Array): void;
  writeStart(bytes: Uint8Array): void;
}

const BLOCK_FRAMES = 32_768;

/** Converts audio block by block at its original sample rate (for MP3, the next higher supported rate). */
export async function convertAudio(
  input: AudioInput,
  target: AudioTarget,
  conversion: Conversion,
): Promise<ConvertedAudio> {
  const { from = {}, treatment } = conversion;
  const source = audioBytesOf(input);
  const output = new ConvertedFile(target, conversion);
  try {
    const { sampleRate, heldBackDb } = await applyTreatment(
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
    for (let at = 0; at < frameCount(block); at += BLOCK_FRAMES) {
      const audio = this.#resamplers.map((resampler, channel) => {
        // Compressed files can change the number of channels midway.
        const samples = block.channels[channel] ?? block.channels[0] ?? new Float32Array(0);
        return resampler.add(samples.subarray(at, at + BLOCK_FRAMES));
      });
      this.#target.write(await encoder.add(audio));
    }
  }

  async end(sampleRate: number): Promise<void> {
    const encoder = this.#encoder ?? (await this.#open(sampleRate, 1));
    this.#target.write(await encoder.add(this.#resamplers.map((resampler) => resampler.end())));
    this.#target.write(await encoder.end());
    this.#target.writeStart(encoder.header());
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

/** Duration in seconds of the fades that prevent clicks at cuts. */
const FADE_SECONDS = 0.005;

interface PlayedAudio {
  readonly sampleRate: number;
  readonly frames: number;
}

type PlayAudio = (onBlock: BlockHandler) => Promise<PlayedAudio>;

/** The part of the audio to keep, in frames. `end` is never before `start`. */
interface TrimRange {
  readonly start: number;
  readonly end: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
}

const UNTRIMMED: TrimRange = { start: 0, end: Number.POSITIVE_INFINITY, fadeIn: 0, fadeOut: 0 };

/**
 * Applies trim and gain. Cuts get fades of 5 ms, and amplification stops at full scale.
 * @param play called up to three times
 */
export async function applyTreatment(
  play: PlayAudio,
  treatment: Treatment | undefined,
  onBlock: BlockHandler,
): Promise<{ readonly sampleRate: number; readonly heldBackDb: number }> {
  if (!treatment) return { sampleRate: (await play(onBlock)).sampleRate, heldBackDb: 0 };
  const { trimStartSeconds, trimEndSeconds, gainDb } = treatment;
  const range = trimStartSeconds > 0 || trimEndSeconds > 0 ? findTrimRange(await play(() => {}), treatment) : UNTRIMMED;
  let loudest = 0;
  if (gainDb > 0) {
    await play(
      trimBlocks(range, (block) => {
        loudest = Math.max(loudest, peakOf(block));
      }),
    );
  }
  const factor = gainFactor(gainDb, loudest);
  const { sampleRate } = await play(
    trimBlocks(range, (block) => onBlock(factor === 1 ? block : amplify(block, factor))),
  );
  const heldBackDb = Math.max(0, gainDb - 20 * Math.log10(factor));
  return { sampleRate, heldBackDb: heldBackDb < 0.005 ? 0 : heldBackDb };
}

function findTrimRange(
  { sampleRate, frames }: PlayedAudio,
  { trimStartSeconds, trimEndSeconds }: Treatment,
): TrimRange {
  const start = Math.min(frames, Math.round(trimStartSeconds * sampleRate));
  const end = Math.max(start, frames - Math.round(trimEndSeconds * sampleRate));
  const fade = Math.min(Math.round(FADE_SECONDS * sampleRate), Math.floor((end - start) / 2));
  return { start, end, fadeIn: trimStartSeconds > 0 ? fade : 0, fadeOut: trimEndSeconds > 0 ? fade : 0 };
}

/** Passes on the samples within the range, with fades. Passes on an empty block if no samples are in the range. */
function trimBlocks(range: TrimRange, onBlock: BlockHandler): BlockHandler {
  let at = 0;
  return (block) => {
    const from = at;
    at += frameCount(block);
    const first = Math.max(0, range.start - from);
    const last = Math.min(frameCount(block), range.end - from);
    const isEmpty = range.start === range.end && from === 0;
    if (first >= last && !isEmpty) return;
    const channels = block.channels.map((samples) =>
      isEmpty ? new Float32Array(0) : fadeSamples(samples.subarray(first, last), from + first, range),
    );
    return onBlock({ sampleRate: block.sampleRate, channels });
  };
}

function fadeSamples(samples: Float32Array, offset: number, { start, end, fadeIn, fadeOut }: TrimRange): Float32Array {
  const isUntouched = offset >= start + fadeIn && offset + samples.length <= end - fadeOut;
  if (isUntouched) return samples;
  return samples.map((sample, index) => {
    const before = offset + index - start;
    const after = end - 1 - (offset + index);
    if (before < fadeIn) return sample * ((before + 0.5) / fadeIn);
    return after < fadeOut ? sample * ((after + 0.5) / fadeOut) : sample;
  });
}

function peakOf({ channels }: Pcm): number {
  let loudest = 0;
  for (const samples of channels) {
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  }
  return loudest;
}

const amplify = ({ sampleRate, channels }: Pcm, factor: number): Pcm => ({
  sampleRate,
  channels: channels.map((samples) => samples.map((sample) => sample * factor)),
});

/** Returns the linear gain. Audio that already clips isn't amplified. Attenuation is never limited. */
function gainFactor(gainDb: number, loudest: number): number {
  const asked = 10 ** (gainDb / 20);
  return asked > 1 && asked * loudest > 1 ? Math.max(1, 1 / loudest) : asked;
}
