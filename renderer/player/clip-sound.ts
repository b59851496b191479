// One clip in an audio context: its nodes, planned for exact times.
import { type StretchedSound, stretchSound } from './time-stretch.ts';

/** What is loaded for a clip: a take's file, by the take's id; or what stands in for a line without one. */
export type SoundId = number | string;

/** A part of a sound that is to be heard. */
export interface Clip {
  /** What it is, such as its line: a clip that was changed since is still the same one. */
  readonly id: number;
  readonly soundId: SoundId;
  /** Which part of the file, in seconds from its start. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
}

/** How, where in its file and when a clip begins. */
export interface ClipStart {
  readonly audio: AudioBuffer;
  /** From the start of the file; beyond the clip's end, nothing of it is heard. */
  readonly seconds: number;
  /** Seconds of the context's time. */
  readonly at: number;
  /** How many times as fast. */
  readonly speed: number;
}

/** Seconds between an order and its sound, so that the sound's thread never gets it too late. */
export const LEAD_SECONDS = 0.03;
/** At another speed, sound is made in stretches of this length, up to this far ahead. Seconds. */
const STRETCH_SECONDS = 1;
const STRETCH_AHEAD_SECONDS = 3;
/** A sound that is cut, or begins in its middle, clicks unless it fades for this long. Seconds. */
const FADE_SECONDS = 0.006;

const channelsOf = (audio: AudioBuffer): Float32Array<ArrayBuffer>[] =>
  Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));

export const levelOf = ({ gainDb }: Clip): number => 10 ** (gainDb / 20);

/** A clip that sounds, or will. Times are those of the context, in seconds. */
export class ClipSound<C extends Clip> {
  clip: C;
  readonly audio: AudioBuffer;
  /** When its first sample is heard. */
  readonly soundsAt: number;
  /** When the start of the clip would be heard: earlier, where it begins in its middle. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly #context: AudioContext;
  readonly #gain: GainNode;
  readonly #sources = new Set<AudioBufferSourceNode>();
  /** At another speed than its own: what is still to be made, and the frame of the context at which that is heard. */
  #stretch: { readonly sound: StretchedSound; frame: number } | null = null;

  constructor(context: AudioContext, clip: C, { audio, seconds, at, speed }: ClipStart) {
    const rate = context.sampleRate;
    this.clip = clip;
    this.audio = audio;
    this.#context = context;
    const [from, to] = [Math.round(seconds * rate), Math.round(clip.toSeconds * rate)];
    const stretched =
      speed === 1 || to <= from ? null : stretchSound(channelsOf(audio), { sampleRate: rate, speed, from, to });
    const first = stretched?.next(Math.round(STRETCH_SECONDS * rate));
    // Not before it is made. On a frame, so that stretches follow one another without a step.
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
      this.makeMore();
    } else if (to > from && speed === 1) {
      this.#start(audio, this.soundsAt, from / rate, (to - from) / rate);
    }
  }

  /** Makes what is to be heard soon, at another speed than its own. To be called at least every second. */
  makeMore(): void {
    const rate = this.#context.sampleRate;
    while (this.#stretch && this.#stretch.frame / rate < this.#context.currentTime + STRETCH_AHEAD_SECONDS) {
      this.#startStretch(this.#stretch.sound.next(Math.round(STRETCH_SECONDS * rate)));
    }
  }

  setLevel(level: number): void {
    this.#gain.gain.value = level;
  }

  /** Ends it, or takes it back where it has not begun. @param at seconds of the context's time; unless given, at once */
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

  /** @param channels what follows of the sound at another speed; null or empty: it has ended */
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
