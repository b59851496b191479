// Plays sounds one after the other without a gap: each is decoded before the one before it ends, and starts at an exact time
// of one audio context. Only what sounds, and a few seconds ahead of it, is held decoded.
import { type Clip, ClipSound, LEAD_SECONDS, levelOf, type SoundId } from './clip-sound.ts';

export interface NextClip<C extends Clip> {
  /** Seconds of silence before it. */
  readonly pauseSeconds: number;
  readonly clip: C;
}

/** What sounds after what. It may change at any time: `ClipPlayer.queueChanged` is then called. */
export interface ClipQueue<C extends Clip> {
  /** Null: nothing does; `pending`: that is not known yet. */
  after(clip: C): NextClip<C> | null | 'pending';
  /** The audio of a clip can't be had: from now on it must not come after anything. */
  lose(clip: C): void;
}

/** What the player tells. */
export interface ClipListener<C extends Clip> {
  /** A clip begins to sound, or is the one that will. */
  onClip(clip: C): void;
  onStatus(status: 'loading' | 'playing' | 'paused'): void;
  /** Seconds from the start of the clip's file, some twenty times a second. */
  onPosition(seconds: number): void;
  /** The last clip has sounded. */
  onEnd(): void;
  /** The first clip's audio can't be had. */
  onFailure(): void;
}

export interface ClipPorts {
  /** What sounds go through, made when the first one is to sound. */
  readonly context: () => AudioContext;
  /** Fetches and decodes a sound. Rejects where that can't be done. */
  readonly load: (soundId: SoundId) => Promise<AudioBuffer>;
  /** Calls again and again until the returned function is called. */
  readonly every: (milliseconds: number, call: () => void) => () => void;
}

/** How often the position is told and what follows is looked after. */
const TICK_MS = 45;
/** What is to be ready ahead of what sounds, in seconds, and up to a number of clips; one at least. */
const AHEAD_SECONDS = 10;
const MOST_AHEAD = 5;
/** Where it goes on. */
interface ClipPlace<C extends Clip> {
  readonly clip: C;
  /** Seconds from the start of the file; beyond the clip's end while the pause after it goes on. */
  readonly seconds: number;
}

export class ClipPlayer<C extends Clip> {
  readonly #ports: ClipPorts;
  readonly #listener: ClipListener<C>;
  #queue: ClipQueue<C> = { after: () => null, lose: () => undefined };
  #speed = 1;
  /** Counts up with each order: what was begun for an earlier one is dropped. */
  #order = 0;
  /** What sounds, and what is planned after it. */
  #scheduled: ClipSound<C>[] = [];
  #paused: ClipPlace<C> | null = null;
  /** Of what is loaded before it can sound. */
  #wanted: ClipPlace<C> | null = null;
  /** Stands for what is being loaded to follow; another one takes its place where that is no longer wanted. */
  #filling: object | null = null;
  readonly #buffers = new Map<SoundId, Promise<AudioBuffer>>();
  #stopTicking: (() => void) | null = null;

  constructor(ports: ClipPorts, listener: ClipListener<C>) {
    this.#ports = ports;
    this.#listener = listener;
  }

  /** Plays a clip and what the queue has after it. @param seconds where it begins, from the start of its file */
  play(clip: C, queue: ClipQueue<C>, seconds = clip.fromSeconds): void {
    this.#queue = queue;
    this.#begin({ clip, seconds });
  }

  pause(): void {
    const place = this.#place();
    if (!place) return;
    this.#cancel();
    this.#paused = place;
    this.#listener.onStatus('paused');
    this.#listener.onPosition(Math.min(place.seconds, place.clip.toSeconds));
  }

  resume(): void {
    if (this.#paused) this.#begin(this.#paused);
  }

  /** Ends it: nothing of it is held any more. */
  stop(): void {
    this.#cancel();
    this.#paused = null;
    this.#buffers.clear();
  }

  /** To another place of the clip that sounds. */
  seek(seconds: number): void {
    const place = this.#place();
    if (place) this.#goOn({ clip: place.clip, seconds });
  }

  setSpeed(speed: number): void {
    const place = this.#place(LEAD_SECONDS);
    this.#speed = speed;
    if (place && this.#scheduled.length > 0) this.#jump(place);
  }

  /** The clip that sounds changes while it sounds: it has another gain, or is another part of its file. */
  change(clip: C): void {
    for (const one of this.#scheduled) if (one.clip.id === clip.id) one.setLevel(levelOf(clip));
    const place = this.#place();
    if (place?.clip.id !== clip.id) return;
    const isSamePart = place.clip.fromSeconds === clip.fromSeconds && place.clip.toSeconds === clip.toSeconds;
    const [current] = this.#scheduled;
    if (current && isSamePart) current.clip = clip;
    else this.#goOn({ clip, seconds: Math.max(place.seconds, clip.fromSeconds) });
  }

  /** Other clips follow now, or the same in another way: clips that have not started yet are planned again. */
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
    // What is being loaded may not be what follows now.
    this.#filling = null;
    if (this.#scheduled.length > 0) this.#tick();
  }

  #now(): number {
    return this.#ports.context().currentTime;
  }

  /** Where it is: what sounds, what is to sound, or where it was paused. @param ahead where it will be, in seconds */
  #place(ahead = 0): ClipPlace<C> | null {
    const [current] = this.#scheduled;
    if (!current) return this.#wanted ?? this.#paused;
    const { clip, startsAt } = current;
    return {
      clip,
      seconds: Math.max(clip.fromSeconds, clip.fromSeconds + (this.#now() + ahead - startsAt) * this.#speed),
    };
  }

  #goOn(place: ClipPlace<C>): void {
    if (this.#paused) this.#paused = place;
    else this.#jump(place);
    this.#listener.onPosition(place.seconds);
  }

  /** Goes on elsewhere in what sounds, without a silence between: what is decoded is at hand. */
  #jump(place: ClipPlace<C>): void {
    const [current, ...later] = this.#scheduled;
    if (!current || current.clip.soundId !== place.clip.soundId) {
      this.#begin(place);
      return;
    }
    for (const one of later) one.silence();
    this.#filling = null;
    this.#scheduled = [];
    // To make it at another speed takes a while, which what sounds goes on for.
    current.silence(this.#schedule(place, current.audio, this.#now() + LEAD_SECONDS).soundsAt);
    this.#listener.onClip(place.clip);
    this.#tick();
  }

  #begin(place: ClipPlace<C>): void {
    this.#cancel();
    this.#paused = null;
    this.#wanted = place;
    const order = this.#order;
    // Loading starts first, so that it goes on while the listener draws.
    const coming = this.#audioOf(place.clip.soundId);
    this.#listener.onClip(place.clip);
    this.#listener.onStatus('loading');
    coming.then(
      (audio) => {
        if (order !== this.#order) return;
        this.#wanted = null;
        this.#schedule(place, audio, this.#now() + LEAD_SECONDS);
        this.#listener.onStatus('playing');
        this.#stopTicking ??= this.#ports.every(TICK_MS, () => this.#tick());
        this.#tick();
      },
      () => {
        if (order === this.#order) this.#failAt(place.clip);
      },
    );
  }

  /** The first clip can't be had: what follows it is played, if anything does. */
  #failAt(clip: C): void {
    this.#wanted = null;
    this.#queue.lose(clip);
    const next = this.#queue.after(clip);
    if (next === null || next === 'pending' || next.clip.soundId === clip.soundId) this.#listener.onFailure();
    else this.#begin({ clip: next.clip, seconds: next.clip.fromSeconds });
  }

  /** Silences all that sounds or would. */
  #cancel(): void {
    this.#order += 1;
    this.#filling = null;
    this.#wanted = null;
    for (const one of this.#scheduled) one.silence();
    this.#scheduled = [];
    this.#stopTicking?.();
    this.#stopTicking = null;
  }

  #schedule({ clip, seconds }: ClipPlace<C>, audio: AudioBuffer, at: number): ClipSound<C> {
    const sound = new ClipSound(this.#ports.context(), clip, { audio, seconds, at, speed: this.#speed });
    this.#scheduled.push(sound);
    return sound;
  }

  /** Tells where it is, turns to the next clip when that sounds, and looks after what follows. */
  #tick(): void {
    const now = this.#now();
    const before = this.#scheduled[0]?.clip;
    while (this.#scheduled[1] && this.#scheduled[1].soundsAt <= now) this.#scheduled.shift();
    const [current] = this.#scheduled;
    if (!current) return;
    if (current.clip !== before) this.#listener.onClip(current.clip);
    const place = this.#place();
    if (place) this.#listener.onPosition(Math.min(place.seconds, current.clip.toSeconds));
    for (const one of this.#scheduled) one.makeMore();
    if (now >= current.endsAt && this.#scheduled.length === 1 && this.#filling === null) {
      const next = this.#queue.after(current.clip);
      if (next === null) {
        this.#cancel();
        this.#paused = { clip: current.clip, seconds: current.clip.fromSeconds };
        this.#listener.onEnd();
        return;
      }
    }
    void this.#fill();
  }

  /** Loads and plans what follows, as far as it is wanted soon. */
  async #fill(): Promise<void> {
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
        this.#queue.lose(next.clip);
      }
    }
    if (this.#filling === own) this.#filling = null;
    this.#forget();
  }

  /** Whether something is to be planned after the last one. */
  #isWanted({ endsAt }: ClipSound<C>): boolean {
    const ahead = this.#scheduled.length - 1;
    return ahead < MOST_AHEAD && (ahead === 0 || endsAt < this.#now() + AHEAD_SECONDS);
  }

  #audioOf(soundId: SoundId): Promise<AudioBuffer> {
    const known = this.#buffers.get(soundId);
    if (known) return known;
    const loading = this.#ports.load(soundId);
    this.#buffers.set(soundId, loading);
    loading.catch(() => this.#buffers.delete(soundId));
    return loading;
  }

  /** Lets go of the audio of what neither sounds nor will soon. */
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
