import { type StretchedSound, stretchSound } from './time-stretch.ts';

/** A take id, or the id of a replacement sound. */
export type SoundId = number | string;

export interface Clip {
  readonly id: number;
  readonly soundId: SoundId;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
}

export interface ClipStart {
  readonly audio: AudioBuffer;
  /** The position in the file. If it is past the clip's end, only silence is scheduled. */
  readonly seconds: number;
  readonly at: number;
  readonly speed: number;
}

/** How far in advance audio is scheduled, in seconds, so that the audio thread never receives it too late. */
export const LEAD_SECONDS = 0.03;
/** Length of time-stretched blocks, and how far ahead they are produced, in seconds. */
const STRETCH_BLOCK_SECONDS = 1;
const STRETCH_AHEAD_SECONDS = 3;
/** The length of fades, in seconds. They avoid clicks when audio is cut off or starts in the middle. */
const FADE_SECONDS = 0.006;

const channelsOf = (audio: AudioBuffer): Float32Array<ArrayBuffer>[] =>
  Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));

export const levelOf = ({ gainDb }: Clip): number => 10 ** (gainDb / 20);

/** Times are in seconds, on the audio context's clock. */
export class ClipSound<C extends Clip> {
  clip: C;
  readonly audio: AudioBuffer;
  readonly soundsAt: number;
  /** When the clip's start would be heard. If playback starts in the middle, this is before `soundsAt`. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly #context: AudioContext;
  readonly #gain: GainNode;
  readonly #sources = new Set<AudioBufferSourceNode>();
  /** The time-stretched audio that remains, and the frame in the context at which it continues. */
  #stretch: { readonly sound: StretchedSound; frame: number } | null = null;

  constructor(context: AudioContext, clip: C, { audio, seconds, at, speed }: ClipStart) {
    const rate = context.sampleRate;
    this.clip = clip;
    this.audio = audio;
    this.#context = context;
    const [from, to] = [Math.round(seconds * rate), Math.round(clip.toSeconds * rate)];
    const stretched =
      speed === 1 || to <= from ? null : stretchSound(channelsOf(audio), { sampleRate: rate, speed, from, to });
    const first = stretched?.next(Math.round(STRETCH_BLOCK_SECONDS * rate));
    // Starts once the first block exists. The time is rounded to a frame, so that blocks join without clicks.
    const earliest = first ? Math.max(at, context.currentTime + LEAD_SECONDS) : at;
    this.soundsAt = Math.round(earliest * rate) / rate;
    this.startsAt = this.soundsAt - (seconds - clip.fromSeconds) / speed;
    this.endsAt = this.startsAt + (clip.toSeconds - clip.fromSeconds) / speed;
    this.#gain = context.createGain();
    this.#gain.connect(context.destination);
    this.#gain.gain.value = levelOf(clip);
    if (seconds > clip.fromSeconds) {
      this.#gain.gain.setValueAtTime(0, this.soundsAt);
      this.#gain.gain.linearRampToValueAtTime(levelOf(clip), this.soundsAt + FADE_SECONDS);
    }
    if (stretched && first) {
      this.#stretch = { sound: stretched, frame: Math.round(this.soundsAt * rate) };
      this.#startStretch(first);
      this.extendStretch();
    } else if (to > from && speed === 1) {
      this.#start(audio, this.soundsAt, from / rate, (to - from) / rate);
    }
  }

  /** Must be called at least every second. */
  extendStretch(): void {
    const rate = this.#context.sampleRate;
    while (this.#stretch && this.#stretch.frame / rate < this.#context.currentTime + STRETCH_AHEAD_SECONDS) {
      this.#startStretch(this.#stretch.sound.next(Math.round(STRETCH_BLOCK_SECONDS * rate)));
    }
  }

  setLevel(level: number): void {
    this.#gain.gain.value = level;
  }

  silence(at = this.#context.currentTime): void {
    this.#stretch = null;
    if (this.soundsAt > at) {
      this.#gain.disconnect();
      for (const source of this.#sources) source.stop();
      return;
    }
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, at);
    this.#gain.gain.linearRampToValueAtTime(0, at + FADE_SECONDS);
    for (const source of this.#sources) source.stop(at + FADE_SECONDS);
  }

  #startStretch(channels: ReturnType<StretchedSound['next']>): void {
    const rate = this.#context.sampleRate;
    const frames = channels?.[0]?.length;
    if (!this.#stretch || !channels || !frames) {
      this.#stretch = null;
      return;
    }
    const buffer = this.#context.createBuffer(channels.length, frames, rate);
    for (const [channel, samples] of channels.entries()) buffer.copyToChannel(samples, channel);
    this.#start(buffer, this.#stretch.frame / rate, 0, frames / rate);
    this.#stretch.frame += frames;
  }

  #start(buffer: AudioBuffer, at: number, offset: number, seconds: number): void {
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#gain);
    source.onended = () => {
      this.#sources.delete(source);
      if (this.#sources.size === 0 && this.#stretch === null) this.#gain.disconnect();
    };
    this.#sources.add(source);
    source.start(at, offset, seconds);
  }
}
