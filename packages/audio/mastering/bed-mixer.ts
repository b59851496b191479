import { at } from '../../../shared/rules/at.ts';
import { decodeBlocks } from '../codecs/decode.ts';
import { audioBytesOf } from '../codecs/file-source.ts';
import { frameCount, sampleAt } from '../codecs/pcm.ts';
import { StreamResampler } from '../resample/resample.ts';
import type { AudioPlan, PlannedBed, PlannedClip } from './audio-plan.ts';
import { BlockStream } from './block-stream.ts';
import { channelsFor, FADE_SECONDS, type WithAudio } from './render-plan.ts';

type Channels = readonly Float32Array[];

/** Adds music and effects to rendered speech. Only a few blocks of each sound are in memory. */
export class BedMixer {
  readonly #plan: AudioPlan;
  readonly #withAudio: WithAudio;
  readonly #gain: number;
  readonly #waiting: PlannedBed[];
  #playing: PlayingBed[] = [];
  #frame = 0;

  /** @param gainDb added to all beds */
  constructor(plan: AudioPlan, withAudio: WithAudio, gainDb = 0) {
    this.#plan = plan;
    this.#withAudio = withAudio;
    this.#gain = 10 ** (gainDb / 20);
    this.#waiting = (plan.beds ?? []).toSorted((a, b) => b.startFrame - a.startFrame);
  }

  /** Adds the beds to the next block of the plan, in place. @throws AudioFormatError */
  async mix(channels: Channels): Promise<void> {
    const end = this.#frame + at(channels, 0).length;
    for (let next = this.#waiting.at(-1); next && next.startFrame < end; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      if (next.frames > 0) this.#playing.push(new PlayingBed(next, this.#plan, this.#withAudio, this.#gain));
    }
    for (const bed of this.#playing) await bed.addTo(channels, this.#frame);
    this.#frame = end;
    const ended = this.#playing.filter((bed) => bed.endFrame <= end);
    this.#playing = this.#playing.filter((bed) => bed.endFrame > end);
    for (const bed of ended) await bed.close();
  }

  /** Stops reading. Call it when the plan has been rendered, or when rendering failed. */
  async close(): Promise<void> {
    for (const bed of this.#playing.splice(0)) await bed.close();
  }
}

class PlayingBed {
  readonly endFrame: number;
  readonly #bed: PlannedBed;
  readonly #envelope: BedEnvelope;
  readonly #sound: BlockStream<Channels>;
  #block: Channels = [];
  #used = 0;
  #frame: number;
  #isOver = false;

  constructor(bed: PlannedBed, plan: AudioPlan, withAudio: WithAudio, gain: number) {
    this.#bed = bed;
    this.#frame = bed.startFrame;
    this.endFrame = bed.startFrame + bed.frames;
    this.#envelope = new BedEnvelope(bed, plan, gain);
    this.#sound = new BlockStream((emit) => playBed(bed, plan, withAudio, emit));
  }

  /** @param blockStart position of the block in the plan, in frames */
  async addTo(channels: Channels, blockStart: number): Promise<void> {
    const end = Math.min(this.endFrame, blockStart + at(channels, 0).length);
    while (this.#frame < end && !this.#isOver) {
      if (this.#used >= (this.#block[0]?.length ?? 0)) {
        const next = await this.#sound.next();
        this.#isOver = next === null;
        this.#block = next ?? [];
        this.#used = 0;
        continue;
      }
      const count = Math.min(end - this.#frame, at(this.#block, 0).length - this.#used);
      const gains = this.#envelope.next(this.#frame - this.#bed.startFrame, count);
      const place = this.#frame - blockStart;
      for (const [index, channel] of channels.entries()) {
        const samples = (this.#block[index] ?? at(this.#block, 0)).subarray(this.#used, this.#used + count);
        addScaled(channel, place, samples, gains);
      }
      this.#used += count;
      this.#frame += count;
    }
  }

  close(): Promise<void> {
    return this.#sound.close();
  }
}

function addScaled(target: Float32Array, place: number, samples: Float32Array, gains: Float32Array): void {
  for (let index = 0; index < samples.length; index += 1) {
    target[place + index] = sampleAt(target, place + index) + sampleAt(samples, index) * sampleAt(gains, index);
  }
}

/** Decodes and resamples a bed, repeatedly if it is looped. */
async function playBed(
  bed: PlannedBed,
  plan: AudioPlan,
  withAudio: WithAudio,
  emit: (channels: Channels) => Promise<void>,
): Promise<void> {
  let resamplers: readonly StreamResampler[] = [];
  const pass = async (channels: Channels): Promise<void> => {
    if (at(channels, 0).length > 0) await emit(channels);
  };
  await withAudio(bed.audio, async (audio) => {
    for (let played = 1; played > 0; ) {
      let position = 0;
      played = 0;
      await decodeBlocks(audioBytesOf(audio), { format: bed.audio.format }, async (block) => {
        const start = Math.max(0, Math.round(bed.fromSeconds * block.sampleRate) - position);
        const length = frameCount(block);
        position += length;
        if (start >= length) return;
        played += length - start;
        const channels = channelsFor(block, plan.channels);
        if (resamplers.length === 0) {
          resamplers = Array.from(
            { length: plan.channels },
            () => new StreamResampler(block.sampleRate, plan.sampleRate),
          );
        }
        await pass(resamplers.map((each, index) => each.add((channels[index] ?? at(channels, 0)).subarray(start))));
      });
      if (!bed.isLooped) break;
    }
  });
  if (resamplers.length > 0) await pass(resamplers.map((each) => each.end()));
}

/** The gain of a bed at each frame: its level, its fades, and how far it is ducked under speech. */
class BedEnvelope {
  readonly #bed: PlannedBed;
  readonly #gain: number;
  readonly #fadeIn: number;
  readonly #fadeOut: number;
  readonly #spans: readonly SpeechSpan[];
  #span = 0;
  #gains = new Float32Array(0);

  /** @param gain linear, in addition to the bed's own */
  constructor(bed: PlannedBed, { clips, sampleRate }: Pick<AudioPlan, 'clips' | 'sampleRate'>, gain = 1) {
    this.#bed = bed;
    this.#gain = gain * 10 ** (bed.gainDb / 20);
    const declick = Math.round(FADE_SECONDS * sampleRate);
    this.#fadeIn = Math.max(bed.fadeInFrames, bed.fromSeconds > 0 ? declick : 0);
    this.#fadeOut = Math.max(bed.fadeOutFrames, declick);
    this.#spans = bed.duck ? speechSpans(clips, bed.duck.attackFrames + bed.duck.releaseFrames) : [];
  }

  /** Returns linear gains, valid until the next call. Frames count from the start of the bed, and only go forward. */
  next(first: number, count: number): Float32Array {
    if (this.#gains.length < count) this.#gains = new Float32Array(count);
    const gains = this.#gains.subarray(0, count);
    const { frames, startFrame } = this.#bed;
    for (let index = 0; index < count; index += 1) {
      const frame = first + index;
      const fadeIn = frame < this.#fadeIn ? (frame + 0.5) / this.#fadeIn : 1;
      const fadeOut = frames - frame <= this.#fadeOut ? Math.max(0, (frames - frame - 0.5) / this.#fadeOut) : 1;
      gains[index] = this.#gain * fadeIn * fadeOut * this.#duckAt(startFrame + frame);
    }
    return gains;
  }

  #duckAt(frame: number): number {
    const { duck } = this.#bed;
    if (!duck) return 1;
    let span = this.#spans[this.#span];
    while (span && frame >= span.end + duck.releaseFrames) {
      this.#span += 1;
      span = this.#spans[this.#span];
    }
    if (!span || frame < span.start - duck.attackFrames) return 1;
    if (frame < span.start) return 10 ** ((-duck.db / 20) * (1 - (span.start - frame) / duck.attackFrames));
    if (frame < span.end) return 10 ** (-duck.db / 20);
    return 10 ** ((-duck.db / 20) * (1 - (frame - span.end) / duck.releaseFrames));
  }
}

interface SpeechSpan {
  readonly start: number;
  readonly end: number;
}

/** Joins clips with gaps too short for the level to come back, because it would otherwise pump between lines. */
function speechSpans(clips: readonly PlannedClip[], shortest: number): SpeechSpan[] {
  const spans: SpeechSpan[] = [];
  for (const { startFrame: start, frames } of clips) {
    const last = spans.at(-1);
    const end = start + frames;
    if (last && start - last.end <= shortest) spans[spans.length - 1] = { start: last.start, end };
    else spans.push({ start, end });
  }
  return spans;
}
