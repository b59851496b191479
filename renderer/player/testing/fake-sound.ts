// An audio context whose time is turned by hand, and which writes down what would be heard.
import type { ClipPorts } from '../clip-player.ts';
import type { SoundId } from '../clip-sound.ts';

const RATE = 48_000;
const STEP_SECONDS = 0.045;

/** A stretch of a sound that was heard. Seconds of the context's time, rounded to milliseconds. */
export interface HeardStretch {
  readonly soundId: SoundId;
  readonly at: number;
  readonly end: number;
  /** Where in the file it began. */
  readonly from: number;
  readonly level: number;
}

class FakeSource {
  buffer: AudioBuffer | null = null;
  onended: (() => void) | null = null;
  gain: FakeGain | null = null;
  at = 0;
  end = 0;
  offset = 0;
  hasEnded = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  connect(gain: FakeGain): void {
    this.gain = gain;
  }

  disconnect(): void {}

  start(at: number, offset: number, seconds: number): void {
    // What is told too late begins late.
    const begins = Math.max(at, this.#now());
    Object.assign(this, { at: begins, offset, end: begins + seconds });
  }

  stop(at = 0): void {
    this.end = Math.min(this.end, at);
  }
}

class FakeGain {
  /** Automation is not played: what was set last counts. */
  readonly gain = {
    value: 1,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime(level: number) {
      if (level > 0) this.value = level;
    },
  };
  isConnected = false;

  connect(): void {
    this.isConnected = true;
  }

  disconnect(): void {
    this.isConnected = false;
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** What a `ClipPlayer` is made with, and the hand that turns the time. */
export class FakeSound {
  /** How long each sound is, in seconds; one that is not here can't be loaded. */
  readonly files = new Map<SoundId, number>();
  /** Sounds in the order in which they were loaded. */
  readonly loaded: SoundId[] = [];
  /** How long it takes to read the samples of a sound, in seconds. */
  readingSeconds = 0;
  /** Files are held back until this is resolved. */
  held: Promise<void> | null = null;
  readonly #sources: FakeSource[] = [];
  readonly #gains: FakeGain[] = [];
  readonly #ticks = new Set<() => void>();
  readonly #ids = new WeakMap<AudioBuffer, SoundId>();
  readonly #context = {
    currentTime: 0,
    sampleRate: RATE,
    destination: {},
    createBufferSource: () => {
      const source = new FakeSource(() => this.now);
      this.#sources.push(source);
      return source;
    },
    createGain: () => {
      const gain = new FakeGain();
      this.#gains.push(gain);
      return gain;
    },
    createBuffer: (channels: number, frames: number) => this.#buffer(0, channels, frames),
  };

  readonly ports: ClipPorts = {
    // It has what is used of one.
    context: () => this.#context as unknown as AudioContext,
    load: async (soundId) => {
      this.loaded.push(soundId);
      await this.held;
      const seconds = this.files.get(soundId);
      if (seconds === undefined) throw new Error(`there is no sound ${soundId}`);
      return this.#buffer(soundId, 1, Math.round(seconds * RATE));
    },
    every: (_milliseconds, call) => {
      this.#ticks.add(call);
      return () => this.#ticks.delete(call);
    },
  };

  get now(): number {
    return this.#context.currentTime;
  }

  /** Whether a repeating callback is registered. */
  get isTicking(): boolean {
    return this.#ticks.size > 0;
  }

  /** Gains that are still joined to the loudspeaker. */
  get joined(): number {
    return this.#gains.filter(({ isConnected }) => isConnected).length;
  }

  /** Lets time go by. */
  async pass(seconds: number): Promise<void> {
    const end = this.#context.currentTime + seconds;
    await settle();
    while (this.#context.currentTime < end) {
      this.#context.currentTime = Math.min(end, this.#context.currentTime + STEP_SECONDS);
      for (const source of this.#sources) {
        if (source.hasEnded || source.end > this.#context.currentTime) continue;
        source.hasEnded = true;
        source.onended?.();
      }
      for (const tick of [...this.#ticks]) tick();
      await settle();
    }
  }

  /** What was heard until now, in order. */
  heard(): HeardStretch[] {
    return this.#planned().flatMap((stretch) =>
      stretch.at < this.now ? [{ ...stretch, end: Math.min(stretch.end, rounded(this.now)) }] : [],
    );
  }

  #planned(): HeardStretch[] {
    return this.#sources
      .filter(({ at, end }) => end > at)
      .sort((one, other) => one.at - other.at)
      .map(({ at, end, offset, buffer, gain }) => ({
        soundId: (buffer && this.#ids.get(buffer)) ?? 0,
        at: rounded(at),
        end: rounded(end),
        from: rounded(offset),
        level: rounded(gain?.gain.value ?? 0),
      }));
  }

  #buffer(soundId: SoundId, channels: number, frames: number): AudioBuffer {
    const samples = new Float32Array(frames);
    const buffer = {
      numberOfChannels: channels,
      length: frames,
      getChannelData: () => {
        this.#context.currentTime += this.readingSeconds;
        return samples;
      },
      copyToChannel: (from: Float32Array) => samples.set(from),
    } as unknown as AudioBuffer;
    this.#ids.set(buffer, soundId);
    return buffer;
  }
}

/** Lets all that was promised come about. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 12; turns += 1) await Promise.resolve();
}
