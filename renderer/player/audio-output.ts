import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../bridge/ask.ts';
import { auditionUrl, mediaUrl } from '../bridge/media-url.ts';
import { notify } from '../ui/overlays/toast.tsx';
import { listenedTrack, placeholderTrack } from '../ui/sound/play-line.ts';
import {
  type PlayerOutput,
  type PlayerTrack,
  type PlayOptions,
  type PlayThroughState,
  type TakeTreatment,
  type ThroughStart,
  usePlayer,
} from '../ui/sound/player-store.ts';
import { routeToChosenDevice } from '../ui/sound/sound-output.ts';
import { type ClipListener, ClipPlayer, type ClipQueue } from './clip-player.ts';
import type { Clip, SoundId } from './clip-sound.ts';
import { BEEP, beepSamples } from './placeholder-sounds.ts';
import { type ListenedClip, PlayThrough } from './play-through.ts';
import { playThroughEndText } from './play-through-tally.ts';
import { createStreamSound } from './stream-sound.ts';
import { createTrackWaveform, createWaveform } from './waveform.ts';

export interface OutputDependencies {
  readonly box: HTMLElement;
  readonly client: QueryClient;
  readonly crossesChapters: () => boolean;
}

interface PlayedClip extends Clip {
  readonly track: PlayerTrack;
  /** Set during continuous playback. */
  readonly listened: ListenedClip | null;
}

export class AudioOutput implements PlayerOutput {
  readonly #parts: OutputDependencies;
  readonly #context = createSoundContext();
  readonly #waveform;
  readonly #wave;
  readonly #stream;
  readonly #clips: ClipPlayer<PlayedClip>;
  #source: 'clips' | 'stream' | null = null;
  #options: PlayOptions = {};
  #loop = false;
  #through: PlayThrough | null = null;
  #current: PlayedClip | null = null;

  constructor(parts: OutputDependencies) {
    this.#parts = parts;
    this.#waveform = createWaveform(parts.box, (seconds) => usePlayer.getState().seek(seconds));
    this.#stream = createStreamSound(this.#context.get, {
      onStatus: (status) => this.#report({ status }),
      onPosition: (position) => this.#report({ position }),
      onLength: (duration, isGrowing) => this.#report({ duration, isGrowing }),
      onEnd: () => this.#onStreamEnded(),
    });
    this.#wave = createTrackWaveform(this.#waveform, (seconds) => this.#stream.setLength(seconds));
    this.#clips = new ClipPlayer(
      {
        context: this.#context.get,
        load: (soundId) => this.#load(soundId),
        every: (milliseconds, call) => {
          const timer = setInterval(call, milliseconds);
          return () => clearInterval(timer);
        },
      },
      this.#listener(),
    );
  }

  load(track: PlayerTrack, options: PlayOptions): void {
    this.#stopSound();
    this.#options = options;
    this.#loop = options.loop ?? false;
    const { source } = track;
    if (source.kind === 'audition') {
      this.#source = 'stream';
      this.#waveform.showPosition(0);
      this.#wave.show(track);
      this.#stream.play(auditionUrl(source.auditionId), usePlayer.getState().speed, options.gainDb ?? 0);
      return;
    }
    this.#source = 'clips';
    this.#clips.play(playedPart(track, options), this.#queue, options.from);
  }

  playThrough(start: ThroughStart): void {
    this.#stopSound();
    this.#source = 'clips';
    const through = new PlayThrough(start, {
      client: this.#parts.client,
      crossesChapters: this.#parts.crossesChapters,
      speak: (lineId) => this.#speak(lineId),
      onChange: () => this.#queueChanged(),
    });
    this.#through = through;
    this.#loop = usePlayer.getState().loop;
    through.open().then(
      (first) => {
        if (this.#through !== through) return;
        if (first) this.#clips.play(toPlayedClip(first), this.#queue);
        else this.#endThrough();
      },
      () => this.#through === through && this.#endThrough(),
    );
  }

  step(by: 1 | -1): void {
    const listened = this.#current?.listened;
    if (!listened || !this.#through) return;
    const next = this.#through.neighbour(listened, by) ?? (by < 0 ? listened : null);
    if (next) this.#goTo(next);
  }

  goTo(lineId: number, seconds: number): void {
    const clip = this.#through?.clipOf(lineId);
    if (clip) this.#goTo(clip, seconds);
  }

  /** `seconds` is a position in the file that contains the clip. */
  #goTo(clip: ListenedClip, seconds = clip.fromSeconds): void {
    const through = this.#through;
    const go = (there: ListenedClip) => {
      const from = there.id === clip.id ? Math.min(Math.max(seconds, there.fromSeconds), there.toSeconds) : undefined;
      this.#clips.play(toPlayedClip(there), this.#queue, from);
    };
    if (clip.line.placeholder !== 'coming') {
      go(clip);
      return;
    }
    this.#clips.pause();
    this.#report({ status: 'loading' });
    void through?.whenReady(clip).then((there) => {
      if (this.#through === through && there) go(there);
    });
  }

  play(): void {
    if (this.#source === 'clips') this.#clips.resume();
    else if (this.#source === 'stream') this.#stream.resume();
  }

  pause(): void {
    if (this.#source === 'clips') this.#clips.pause();
    else if (this.#source === 'stream') this.#stream.pause();
  }

  stop(): void {
    this.#stopSound();
    this.#wave.clear();
  }

  seek(seconds: number): void {
    const { until, ...options } = this.#options;
    if (until !== undefined) {
      this.#options = options;
      this.#changeCurrent();
    }
    if (this.#source === 'clips') this.#clips.seek(seconds);
    else if (this.#source === 'stream') this.#stream.seek(seconds);
  }

  setSpeed(speed: number): void {
    this.#clips.setSpeed(speed);
    this.#stream.setSpeed(speed);
  }

  setLoop(loop: boolean): void {
    this.#loop = loop;
    this.#queueChanged();
  }

  treat(treatment: TakeTreatment): void {
    this.#options = { ...this.#options, ...treatment };
    this.#changeCurrent();
  }

  #changeCurrent(): void {
    if (this.#current === null) return;
    const { track, listened, id } = this.#current;
    this.#current = { ...playedPart(track, this.#options), id, listened };
    this.#clips.change(this.#current);
    this.#queueChanged();
  }

  #queueChanged(): void {
    if (this.#source === 'clips') this.#clips.queueChanged();
    const { through } = usePlayer.getState();
    const listened = this.#current?.listened;
    if (!through || !listened || !this.#through) return;
    const chapter = this.#through.chapterOf(listened.line);
    if (chapter !== through.chapter) this.#report({ through: { ...through, chapter } });
  }

  remove(): void {
    this.#stopSound();
    this.#stream.remove();
    this.#waveform.remove();
    this.#context.remove();
  }

  readonly #queue: ClipQueue<PlayedClip> = {
    after: (clip) => {
      if (this.#loop) return { clip: clip.id === this.#current?.id ? this.#current : clip, pauseSeconds: 0 };
      const next = clip.listened ? this.#through?.after(clip.listened) : null;
      return next && next !== 'pending' ? { ...next, clip: toPlayedClip(next.clip) } : (next ?? null);
    },
    markUnavailable: (clip) => clip.listened && this.#through?.markUnavailable(clip.listened),
  };

  #listener(): ClipListener<PlayedClip> {
    return {
      onClip: (clip) => this.#onClipStarted(clip),
      onStatus: (status) => this.#report({ status }),
      onPosition: (position) => this.#report({ position }),
      onEnd: () => this.#onClipsEnded(),
      onFailure: () => {
        if (this.#through) this.#endThrough();
        else this.#report({ status: 'failed' });
      },
    };
  }

  #report(change: Parameters<ReturnType<typeof usePlayer.getState>['report']>[0]): void {
    if (change.position !== undefined) this.#waveform.showPosition(change.position);
    usePlayer.getState().report(change);
  }

  async #load(soundId: SoundId): Promise<AudioBuffer> {
    const context = this.#context.get();
    if (soundId === BEEP.soundId) {
      const samples = beepSamples(context.sampleRate);
      const beep = context.createBuffer(1, samples.length, context.sampleRate);
      beep.copyToChannel(samples, 0);
      return beep;
    }
    const audio = await this.#decode(typeof soundId === 'number' ? mediaUrl(soundId) : auditionUrl(soundId));
    setTimeout(() => this.#wave.soundLoaded(soundId, audio));
    return audio;
  }

  async #decode(url: string): Promise<AudioBuffer> {
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`no audio: ${reply.status}`);
    return this.#context.get().decodeAudioData(await reply.arrayBuffer());
  }

  /** Lets the local service speak the line, even if the project uses another service. */
  async #speak(lineId: number): Promise<{ readonly soundId: string; readonly seconds: number } | null> {
    const { auditionId } = await ask('playback.speak', { lineId });
    if (auditionId === null) return null;
    const { duration } = await this.#decode(auditionUrl(auditionId));
    return { soundId: auditionId, seconds: duration };
  }

  #onClipStarted(clip: PlayedClip): void {
    const isNew = clip.track !== this.#current?.track;
    this.#current = clip;
    if (!isNew) return;
    const { listened, track, fromSeconds, toSeconds, gainDb } = clip;
    this.#waveform.showPosition(fromSeconds);
    this.#wave.show(track);
    if (!listened || !this.#through) return;
    const duration = track.durationSeconds ?? toSeconds;
    const options = { gainDb, trimStart: fromSeconds, trimEnd: duration - toSeconds };
    const { through } = usePlayer.getState();
    const place = this.#through.onClipStarted(listened);
    const chapter = this.#through.chapterOf(listened.line);
    const now: PlayThroughState | null = through && { ...through, ...place, skipped: this.#through.skipped, chapter };
    this.#report({ track, options, duration, isGrowing: false, position: fromSeconds, through: now });
  }

  #onClipsEnded(): void {
    if (this.#through) {
      this.#endThrough();
      return;
    }
    const position = this.#current?.fromSeconds ?? 0;
    this.#report({ status: 'paused', position });
    this.#onEnded();
  }

  #onStreamEnded(): void {
    if (this.#loop) {
      this.#stream.seek(0);
      this.#stream.resume();
      return;
    }
    this.#report({ status: 'paused', position: 0 });
    this.#stream.seek(0);
    this.#onEnded();
  }

  /** Calls `onEnded`, at most once for each loaded track. */
  #onEnded(): void {
    const { onEnded, ...others } = this.#options;
    this.#options = others;
    onEnded?.();
  }

  #endThrough(): void {
    const summary = this.#through?.finish();
    this.#through?.close();
    this.#through = null;
    if (summary) notify(playThroughEndText(summary), { id: 'play-through' });
    if (this.#current) this.#report({ through: null, status: 'paused', position: this.#current.fromSeconds });
    else usePlayer.getState().stop();
  }

  #stopSound(): void {
    this.#source = null;
    this.#clips.stop();
    this.#stream.stop();
    this.#through?.close();
    this.#through = null;
    this.#current = null;
  }
}

function toClip(track: PlayerTrack, { gainDb, trimStart, trimEnd }: TakeTreatment): PlayedClip {
  const soundId = track.source.kind === 'take' ? track.source.takeId : 0;
  const toSeconds = Math.max(trimStart, (track.durationSeconds ?? 0) - trimEnd);
  return { id: soundId, soundId, fromSeconds: trimStart, toSeconds, gainDb, track, listened: null };
}

/** Returns the trimmed take or, if the options end playback earlier, the part from where it starts. */
function playedPart(track: PlayerTrack, options: PlayOptions): PlayedClip {
  const { gainDb = 0, trimStart = 0, trimEnd = 0, from = trimStart, until } = options;
  const clip = toClip(track, { gainDb, trimStart, trimEnd });
  if (until === undefined) return clip;
  const fromSeconds = Math.max(trimStart, Math.min(from, clip.toSeconds));
  return { ...clip, fromSeconds, toSeconds: Math.max(fromSeconds, Math.min(until, clip.toSeconds)) };
}

function toPlayedClip(listened: ListenedClip): PlayedClip {
  const { line, take, id, soundId, fromSeconds, toSeconds, gainDb } = listened;
  const { placeholder } = line;
  const isTake = placeholder === null || placeholder === 'coming';
  const track = isTake ? listenedTrack(line, take) : placeholderTrack(line, placeholder);
  return { id, soundId, fromSeconds, toSeconds, gainDb, track, listened };
}

interface SoundContext {
  get(): AudioContext;
  remove(): void;
}

/**
 * Creates the audio context when the page is idle after the first click or key press. Creating it takes at least 50 ms,
 * and Chromium doesn't start it before the first interaction. It stays suspended until something is played.
 */
function createSoundContext(): SoundContext {
  let context: AudioContext | null = null;
  let isResting = false;
  let idle: number | null = null;
  let leave = () => {};
  const make = () => {
    const made = new AudioContext();
    leave = routeToChosenDevice(made);
    context = made;
    return made;
  };
  const end = new AbortController();
  const makeSoon = () => {
    end.abort();
    idle = requestIdleCallback(() => {
      if (context) return;
      isResting = true;
      void make().suspend();
    });
  };
  if (navigator.userActivation.hasBeenActive) makeSoon();
  else
    for (const kind of ['keydown', 'pointerup'])
      document.addEventListener(kind, makeSoon, { capture: true, signal: end.signal });
  return {
    get() {
      const used = context ?? make();
      if (isResting || used.state === 'suspended') void used.resume();
      isResting = false;
      return used;
    },
    remove() {
      end.abort();
      if (idle !== null) cancelIdleCallback(idle);
      leave();
      void context?.close();
    },
  };
}
