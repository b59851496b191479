import { at } from '../../../shared/rules/at.ts';
import { decodeBlocks } from '../codecs/decode.ts';
import { type AudioInput, audioBytesOf } from '../codecs/file-source.ts';
import { frameCount, mixToMono, type Pcm, sampleAt } from '../codecs/pcm.ts';
import { StreamResampler } from '../resample/resample.ts';
import type { AudioPlan, PlannedAudio, PlannedClip } from './audio-plan.ts';

export const RENDER_BLOCK = 16_384;
/** Duration in seconds of the fades that prevent clicks at the start and end of a clip. */
export const FADE_SECONDS = 0.003;

/** Receives a block with all channels, valid until the callback returns or resolves. */
export type ChannelsHandler = (channels: readonly Float32Array[]) => void | Promise<void>;

export type WithAudio = (audio: PlannedAudio, use: (at: AudioInput) => Promise<void>) => Promise<void>;

/**
 * Renders a plan. Pads takes that are shorter than planned with silence, and cuts longer ones.
 * @throws AudioFormatError
 */
export async function renderPlan(plan: AudioPlan, withAudio: WithAudio, onChannels: ChannelsHandler): Promise<void> {
  const blocks = new Blocks(plan, onChannels);
  for (const clip of plan.clips) {
    await blocks.silenceUntil(clip.startFrame);
    await withAudio(clip.audio, (audio) => renderClip(clip, audio, plan, blocks));
    await blocks.silenceUntil(clip.startFrame + clip.frames);
  }
  await blocks.silenceUntil(plan.frames);
  await blocks.end();
}

async function renderClip(clip: PlannedClip, audio: AudioInput, plan: AudioPlan, blocks: Blocks): Promise<void> {
  const { format } = clip.audio;
  const level = new ClipGain(clip, plan.sampleRate);
  let resamplers: readonly StreamResampler[] = [];
  let position = 0;
  let left = clip.frames;
  const add = async (input: readonly Float32Array[]): Promise<void> => {
    const length = Math.min(left, input[0]?.length ?? 0);
    if (length === 0) return;
    const levelled = level.apply(input.map((samples) => samples.subarray(0, length)));
    left -= length;
    await blocks.add(levelled);
  };
  await decodeBlocks(audioBytesOf(audio), { format }, async (block) => {
    const { sampleRate } = block;
    const first = Math.round(clip.fromSeconds * sampleRate);
    const end = Math.round(clip.toSeconds * sampleRate);
    const from = position;
    position += frameCount(block);
    const channels = channelsFor(block, plan.channels);
    if (resamplers.length === 0) {
      resamplers = channels.map(() => new StreamResampler(sampleRate, plan.sampleRate));
    }
    const [start, stop] = [Math.max(0, first - from), Math.min(frameCount(block), end - from)];
    if (start >= stop) return;
    await add(
      // Compressed files can change the number of channels midway.
      resamplers.map((each, index) => each.add((channels[index] ?? at(channels, 0)).subarray(start, stop))),
    );
  });
  await add(resamplers.map((each) => each.end()));
}

/** Returns one channel if the plan or the take is mono. A stereo plan uses that channel for both sides. */
export function channelsFor(block: Pcm, count: 1 | 2): readonly Float32Array[] {
  if (count === 2 && block.channels.length === 2) return block.channels;
  return mixToMono(block).channels;
}

class ClipGain {
  readonly #factor: number;
  readonly #frames: number;
  readonly #fade: number;
  #at = 0;
  #room: Float32Array[] = [];

  constructor({ gainDb, frames }: PlannedClip, sampleRate: number) {
    this.#factor = 10 ** (gainDb / 20);
    this.#frames = frames;
    this.#fade = Math.min(Math.round(FADE_SECONDS * sampleRate), Math.floor(frames / 2));
  }

  apply(channels: readonly Float32Array[]): readonly Float32Array[] {
    const from = this.#at;
    const levelled = channels.map((samples, index) => this.#applyGain(samples, from, index));
    this.#at += channels[0]?.length ?? 0;
    return levelled;
  }

  #applyGain(samples: Float32Array, from: number, channel: number): Float32Array {
    const factor = this.#factor;
    const previous = this.#room[channel];
    const room = previous && previous.length >= samples.length ? previous : new Float32Array(samples.length);
    this.#room[channel] = room;
    const result = room.subarray(0, samples.length);
    for (let index = 0; index < samples.length; index += 1) result[index] = sampleAt(samples, index) * factor;
    for (let index = 0; index < samples.length && from + index < this.#fade; index += 1) {
      result[index] = sampleAt(result, index) * ((from + index + 0.5) / this.#fade);
    }
    const fadeFrom = Math.max(0, this.#frames - this.#fade - from);
    for (let index = fadeFrom; index < samples.length; index += 1) {
      result[index] = sampleAt(result, index) * ((this.#frames - from - index - 0.5) / this.#fade);
    }
    return result;
  }
}

class Blocks {
  readonly #channels: readonly Float32Array[];
  readonly #take: ChannelsHandler;
  #frames = 0;
  #filled = 0;

  constructor({ channels }: AudioPlan, take: ChannelsHandler) {
    this.#channels = Array.from({ length: channels }, () => new Float32Array(RENDER_BLOCK));
    this.#take = take;
  }

  async add(input: readonly Float32Array[]): Promise<void> {
    const length = at(input, 0).length;
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, RENDER_BLOCK - this.#filled);
      for (const [index, channel] of this.#channels.entries()) {
        channel.set((input[index] ?? at(input, 0)).subarray(from, from + count), this.#filled);
      }
      from += count;
      await this.#advance(count);
    }
  }

  async silenceUntil(frame: number): Promise<void> {
    while (this.#frames < frame) {
      const count = Math.min(frame - this.#frames, RENDER_BLOCK - this.#filled);
      for (const channel of this.#channels) channel.fill(0, this.#filled, this.#filled + count);
      await this.#advance(count);
    }
  }

  async end(): Promise<void> {
    if (this.#filled > 0) await this.#take(this.#channels.map((channel) => channel.subarray(0, this.#filled)));
  }

  async #advance(count: number): Promise<void> {
    this.#frames += count;
    this.#filled += count;
    if (this.#filled < RENDER_BLOCK) return;
    this.#filled = 0;
    await this.#take(this.#channels);
  }
}
