// Gapless playback of clips. Each clip is decoded before the previous one ends, and scheduled for an exact time.
import { type Clip, ClipSound, LEAD_SECONDS, levelOf, type SoundId } from './clip-sound.ts';

export interface NextClip<C extends Clip> {
  readonly pauseSeconds: number;
  readonly clip: C;
}

/** The order of clips. Call `ClipPlayer.queueChanged` every time the order changes. */
export interface ClipQueue<C extends Clip> {
  /** Returns null at the end, or `pending` if the next clip isn't known yet. */
  after(clip: C): NextClip<C> | null | 'pending';
  /** Reports that the audio of a clip isn't available. From then on, `after` must not return the clip. */
  markUnavailable(clip: C): void;
}

export interface ClipListener<C extends Clip> {
  onClip(clip: C): void;
  onStatus(status: 'loading' | 'playing' | 'paused'): void;
  /** Called about 20 times a second, with the seconds from the start of the clip's file. */
  onPosition(seconds: number): void;
  onEnd(): void;
  onFailure(): void;
}

export interface ClipPorts {
  readonly context: () => AudioContext;
  readonly load: (soundId: SoundId) => Promise<AudioBuffer>;
  readonly every: (milliseconds: number, call: () => void) => () => void;
}

const TICK_MS = 45;
/** How many seconds of audio to preload. At least one clip is preloaded, and at most `MAX_PRELOADED` clips. */
const PRELOAD_SECONDS = 10;
const MAX_PRELOADED = 5;
interface ClipPosition<C extends Clip> {
  readonly clip: C;
  /** From the start of the file. During the pause after a clip, the value is past the clip's end. */
  readonly seconds: number;
}

export class ClipPlayer<C extends Clip> {
  readonly #ports: ClipPorts;
  readonly #listener: ClipListener<C>;
  #queue: ClipQueue<C> = { after: () => null, markUnavailable: () => undefined };
  #speed = 1;
  /** Incremented by each command, so that results for earlier commands are discarded. */
  #order = 0;
  #scheduled: ClipSound<C>[] = [];
  #paused: ClipPosition<C> | null = null;
  #wanted: ClipPosition<C> | null = null;
  /** Identifies the current preloading. Replaced when its result is no longer needed. */
  #filling: object | null = null;
  readonly #buffers = new Map<SoundId, Promise<AudioBuffer>>();
  #stopTicking: (() => void) | null = null;

  constructor(ports: ClipPorts, listener: ClipListener<C>) {
    this.#ports = ports;
    this.#listener = listener;
  }

  play(clip: C, queue: ClipQueue<C>, seconds = clip.fromSeconds): void {
    this.#queue = queue;
    this.#begin({ clip, seconds });
  }

  pause(): void {
    const position = this.#position();
    if (!position) return;
    this.#cancel();
    this.#paused = position;
    this.#listener.onStatus('paused');
    this.#listener.onPosition(Math.min(position.seconds, position.clip.toSeconds));
  }

  resume(): void {
    if (this.#paused) this.#begin(this.#paused);
  }

  stop(): void {
    this.#cancel();
    this.#paused = null;
    this.#buffers.clear();
  }

  seek(seconds: number): void {
    const position = this.#position();
    if (position) this.#continueFrom({ clip: position.clip, seconds });
  }

  setSpeed(speed: number): void {
    const position = this.#position(LEAD_SECONDS);
    this.#speed = speed;
    if (position && this.#scheduled.length > 0) this.#jump(position);
  }

  change(clip: C): void {
    for (const one of this.#scheduled) if (one.clip.id === clip.id) one.setLevel(levelOf(clip));
    const position = this.#position();
    if (position?.clip.id !== clip.id) return;
    const isSamePart = position.clip.fromSeconds === clip.fromSeconds && position.clip.toSeconds === clip.toSeconds;
    const [current] = this.#scheduled;
    if (current && isSamePart) current.clip = clip;
    else this.#continueFrom({ clip, seconds: Math.max(position.seconds, clip.fromSeconds) });
  }

  queueChanged(): void {
    for (let at = 1; at < this.#scheduled.length; at += 1) {
      const [before, one] = [this.#scheduled[at - 1], this.#scheduled[at]];
      if (!before || !one || one.soundsAt <= this.#now() + LEAD_SECONDS) continue;
      const next = this.#queue.after(before.clip);
      const isSame =
        next !== null &&
        next !== 'pending' &&
        isSameSound(next.clip, one.clip) &&
        Math.abs(before.endsAt + next.pauseSeconds / this.#speed - one.startsAt) < 2 * LEAD_SECONDS;
      if (isSame) one.clip = next.clip;
      else for (const dropped of this.#scheduled.splice(at)) dropped.silence();
    }
    // Meanwhile, another clip may have become the next one.
    this.#filling = null;
    if (this.#scheduled.length > 0) this.#tick();
  }

  #now(): number {
    return this.#ports.context().currentTime;
  }

  #position(ahead = 0): ClipPosition<C> | null {
    const [current] = this.#scheduled;
    if (!current) return this.#wanted ?? this.#paused;
    const { clip, startsAt } = current;
    return {
      clip,
      seconds: Math.max(clip.fromSeconds, clip.fromSeconds + (this.#now() + ahead - startsAt) * this.#speed),
    };
  }

  #continueFrom(position: ClipPosition<C>): void {
    if (this.#paused) this.#paused = position;
    else this.#jump(position);
    this.#listener.onPosition(position.seconds);
  }

  #jump(position: ClipPosition<C>): void {
    const [current, ...later] = this.#scheduled;
    if (!current || current.clip.soundId !== position.clip.soundId) {
      this.#begin(position);
      return;
    }
    for (const one of later) one.silence();
    this.#filling = null;
    this.#scheduled = [];
    // Time-stretching takes a while, so the old audio continues until the new audio starts.
    current.silence(this.#schedule(position, current.audio, this.#now() + LEAD_SECONDS).soundsAt);
    this.#listener.onClip(position.clip);
    this.#tick();
  }

  #begin(position: ClipPosition<C>): void {
    this.#cancel();
    this.#paused = null;
    this.#wanted = position;
    const order = this.#order;
    // Starts loading before the listener renders, so that the two overlap.
    const coming = this.#audioOf(position.clip.soundId);
    this.#listener.onClip(position.clip);
    this.#listener.onStatus('loading');
    coming.then(
      (audio) => {
        if (order !== this.#order) return;
        this.#wanted = null;
        this.#schedule(position, audio, this.#now() + LEAD_SECONDS);
        this.#listener.onStatus('playing');
        this.#stopTicking ??= this.#ports.every(TICK_MS, () => this.#tick());
        this.#tick();
      },
      () => {
        if (order === this.#order) this.#failAt(position.clip);
      },
    );
  }

  /** Skips a clip whose audio isn't available. If no clip follows, reports a failure. */
  #failAt(clip: C): void {
    this.#wanted = null;
    this.#queue.markUnavailable(clip);
    const next = this.#queue.after(clip);
    if (next === null || next === 'pending' || next.clip.soundId === clip.soundId) this.#listener.onFailure();
    else this.#begin({ clip: next.clip, seconds: next.clip.fromSeconds });
  }

  #cancel(): void {
    this.#order += 1;
    this.#filling = null;
    this.#wanted = null;
    for (const one of this.#scheduled) one.silence();
    this.#scheduled = [];
    this.#stopTicking?.();
    this.#stopTicking = null;
  }

  #schedule({ clip, seconds }: ClipPosition<C>, audio: AudioBuffer, at: number): ClipSound<C> {
    const sound = new ClipSound(this.#ports.context(), clip, { audio, seconds, at, speed: this.#speed });
    this.#scheduled.push(sound);
    return sound;
  }

  #tick(): void {
    const now = this.#now();
    const before = this.#scheduled[0]?.clip;
    while (this.#scheduled[1] && this.#scheduled[1].soundsAt <= now) this.#scheduled.shift();
    const [current] = this.#scheduled;
    if (!current) return;
    if (current.clip !== before) this.#listener.onClip(current.clip);
    const position = this.#position();
    if (position) this.#listener.onPosition(Math.min(position.seconds, current.clip.toSeconds));
    for (const one of this.#scheduled) one.extendStretch();
    if (now >= current.endsAt && this.#scheduled.length === 1 && this.#filling === null) {
      const next = this.#queue.after(current.clip);
      if (next === null) {
        this.#cancel();
        this.#paused = { clip: current.clip, seconds: current.clip.fromSeconds };
        this.#listener.onEnd();
        return;
      }
    }
    void this.#preloadNext();
  }

  async #preloadNext(): Promise<void> {
    if (this.#filling) return;
    const own = {};
    this.#filling = own;
    const lost = new Set<SoundId>();
    while (this.#filling === own) {
      const last = this.#scheduled.at(-1);
      const next = last && this.#isWanted(last) ? this.#queue.after(last.clip) : null;
      if (!last || next === null || next === 'pending' || lost.has(next.clip.soundId)) break;
      const audio = await this.#audioOf(next.clip.soundId).catch(() => null);
      if (this.#filling !== own) return;
      if (audio) {
        const planned = last.endsAt + next.pauseSeconds / this.#speed;
        const at = Math.max(planned, this.#now() + LEAD_SECONDS);
        this.#schedule({ clip: next.clip, seconds: next.clip.fromSeconds }, audio, at);
      } else {
        lost.add(next.clip.soundId);
        this.#queue.markUnavailable(next.clip);
      }
    }
    if (this.#filling === own) this.#filling = null;
    this.#forget();
  }

  #isWanted({ endsAt }: ClipSound<C>): boolean {
    const ahead = this.#scheduled.length - 1;
    return ahead < MAX_PRELOADED && (ahead === 0 || endsAt < this.#now() + PRELOAD_SECONDS);
  }

  #audioOf(soundId: SoundId): Promise<AudioBuffer> {
    const known = this.#buffers.get(soundId);
    if (known) return known;
    const loading = this.#ports.load(soundId);
    this.#buffers.set(soundId, loading);
    loading.catch(() => this.#buffers.delete(soundId));
    return loading;
  }

  #forget(): void {
    const places = [this.#wanted, this.#paused];
    const held = new Set([...this.#scheduled, ...places].flatMap((one) => one?.clip.soundId ?? []));
    for (const soundId of this.#buffers.keys()) if (!held.has(soundId)) this.#buffers.delete(soundId);
  }
}

const isSameSound = (one: Clip, other: Clip): boolean =>
  one.id === other.id &&
  one.soundId === other.soundId &&
  one.fromSeconds === other.fromSeconds &&
  one.toSeconds === other.toSeconds &&
  one.gainDb === other.gainDb;
