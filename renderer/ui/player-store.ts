// What is playing. The store says what is wanted; `renderer/player` owns the sound and tells how it goes.
import { create } from 'zustand';

export type PlayerSource =
  | {
      readonly kind: 'take';
      readonly takeId: number;
      readonly lineId: number;
      /** As `TakeSummary` has it: shown at once, until the finer peaks are there. */
      readonly overview?: string | null;
    }
  | { readonly kind: 'audition'; readonly auditionId: string };

export interface PlayerTrack {
  readonly source: PlayerSource;
  /** Who speaks: `ALGERNON`. */
  readonly title: string;
  /** A CSS colour of the title. */
  readonly colour?: string;
  /** What it is: `line 5 · take 2 of 3`. */
  readonly detail: string;
  readonly loudnessLufs?: number | null;
  /** Of the file; what is not known yet comes with the audio. */
  readonly durationSeconds?: number;
}

/** What is done to a take's sound while it is heard. Decibels; seconds left out at the start and at the end. */
export interface Treated {
  readonly gainDb: number;
  readonly trimStart: number;
  readonly trimEnd: number;
}

export interface PlayOptions {
  /** Starts again at its end. Unless given, as it was set before. */
  readonly loop?: boolean;
  /** Decibels, such as those that make two takes equally loud. */
  readonly gainDb?: number;
  /** The gain makes it as loud as something else: the take's own does not take its place. */
  readonly isMatched?: boolean;
  /** Seconds left out at the start and at the end. */
  readonly trimStart?: number;
  readonly trimEnd?: number;
  /** Seconds from the start of the file; unless given, where the trim ends. */
  readonly from?: number;
  /** Called once, when it was played to its end; never when something else took its place. */
  readonly onEnded?: () => void;
}

/** What makes the sound. */
export interface PlayerOutput {
  load(track: PlayerTrack, options: PlayOptions): void;
  play(): void;
  pause(): void;
  stop(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  /** Goes on with another gain and trim. */
  treat(treated: Treated): void;
}

/** What previous, next and play do while a screen says so. */
export interface PlayerSteps {
  previous(): void;
  next(): void;
  /** Plays what is chosen on the screen, while nothing sounds; unless given, what is loaded goes on. */
  play?(): void;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** How far J goes back, in seconds. */
export const BACK_SECONDS = 3;

interface PlayerState {
  readonly track: PlayerTrack | null;
  readonly options: PlayOptions;
  readonly status: 'empty' | 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds from the start of the file, told some twenty times a second. */
  readonly position: number;
  readonly duration: number;
  readonly speed: number;
  readonly loop: boolean;
  readonly steps: PlayerSteps | null;
  readonly output: PlayerOutput | null;

  play(track: PlayerTrack, options?: PlayOptions): void;
  /** Plays or pauses what is loaded. */
  toggle(): void;
  /** The large button: pauses what sounds, else plays what the screen has chosen, else what is loaded. */
  playOrPause(): void;
  pause(): void;
  /** Ends it and clears the player. */
  stop(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  /** Gain and trim of a take were changed: where it is in the player, they are heard from now on. */
  treat(takeId: number, treated: Treated): void;
  /** L: plays, and faster with each press. */
  forward(): void;
  /** J: back to normal speed and some seconds back. */
  back(): void;
  /** K: pauses, at normal speed. */
  halt(): void;
  /** Sets what previous and next do; returns what takes it back. */
  setSteps(steps: PlayerSteps): () => void;
  /** For the output alone: who it is, and how the sound goes. */
  attach(output: PlayerOutput): () => void;
  report(change: Partial<Pick<PlayerState, 'status' | 'position' | 'duration'>>): void;
}

/** Whether it is heard, or will be as soon as it has come. */
export const isSounding = (status: PlayerState['status']): boolean => status === 'playing' || status === 'loading';

export const usePlayer = create<PlayerState>()((set, get) => ({
  track: null,
  options: {},
  status: 'empty',
  position: 0,
  duration: 0,
  speed: 1,
  loop: false,
  steps: null,
  output: null,

  play: (track, options = {}) => {
    const loop = options.loop ?? get().loop;
    const position = options.from ?? options.trimStart ?? 0;
    set({ track, options, position, duration: track.durationSeconds ?? 0, status: 'loading' });
    get().output?.load(track, { ...options, loop });
  },
  toggle: () => {
    const { status, output } = get();
    if (isSounding(status)) output?.pause();
    else if (status === 'paused') output?.play();
  },
  playOrPause: () => {
    const { status, steps, toggle } = get();
    if (steps?.play && !isSounding(status)) steps.play();
    else toggle();
  },
  pause: () => get().output?.pause(),
  stop: () => {
    get().output?.stop();
    set({ track: null, options: {}, status: 'empty', position: 0, duration: 0 });
  },
  seek: (seconds) => {
    const { options, duration, output } = get();
    const last = Math.max(0, duration - (options.trimEnd ?? 0));
    output?.seek(Math.min(Math.max(seconds, options.trimStart ?? 0), last));
  },
  setSpeed: (speed) => {
    set({ speed });
    get().output?.setSpeed(speed);
  },
  setLoop: (loop) => {
    set({ loop });
    get().output?.setLoop(loop);
  },
  treat: (takeId, wanted) => {
    const { track, options, output } = get();
    if (track?.source.kind !== 'take' || track.source.takeId !== takeId) return;
    const treated = options.isMatched ? { ...wanted, gainDb: options.gainDb ?? 0 } : wanted;
    set({ options: { ...options, ...treated } });
    output?.treat(treated);
  },
  forward: () => {
    const { status, speed, setSpeed, playOrPause } = get();
    if (status === 'playing') setSpeed(SPEEDS.find((other) => other > speed) ?? speed);
    else playOrPause();
  },
  back: () => {
    const { position, seek, setSpeed } = get();
    setSpeed(1);
    seek(position - BACK_SECONDS);
  },
  halt: () => {
    get().setSpeed(1);
    get().output?.pause();
  },
  setSteps: (steps) => {
    set({ steps });
    return () => {
      if (get().steps === steps) set({ steps: null });
    };
  },
  attach: (output) => {
    set({ output });
    return () => {
      if (get().output === output) set({ output: null });
    };
  },
  report: (change) => set(change),
}));

/** The part of a take that has been played, 0 to 1; 0 while something else is in the player. */
export const usePlayedShare = (takeId: number | null): number =>
  usePlayer(({ track, position, duration }) =>
    takeId !== null && track?.source.kind === 'take' && track.source.takeId === takeId && duration > 0
      ? Math.min(1, position / duration)
      : 0,
  );

/** Whether this take sounds at present. */
export const useIsPlaying = (takeId: number | null): boolean =>
  usePlayer(
    ({ track, status }) =>
      status === 'playing' && takeId !== null && track?.source.kind === 'take' && track.source.takeId === takeId,
  );
