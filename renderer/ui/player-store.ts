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
  | {
      /** A line that has nothing to play, while lines are played through: what is heard in its place. */
      readonly kind: 'stand-in';
      readonly lineId: number;
      readonly soundId: string;
    }
  | {
      readonly kind: 'audition';
      readonly auditionId: string;
      /** The line whose words are heard; null: of none. */
      readonly lineId: number | null;
    };

export interface PlayerTrack {
  readonly source: PlayerSource;
  /** Who speaks: `ALGERNON`. */
  readonly title: string;
  /** The role whose colour the title has. */
  readonly role?: string;
  /** A CSS colour of the title, where that is not a role's. */
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

/** Lines to be played one after the other: a chapter in script order, or lines in an order of their own. */
export type ThroughExtent =
  | { readonly kind: 'chapter'; readonly chapterId: number | null }
  | { readonly kind: 'lines'; readonly lineIds: readonly number[] };

export interface ThroughStart {
  readonly extent: ThroughExtent;
  /** The line to begin with, or the next one after it of which anything is heard; null: the first. */
  readonly fromLineId: number | null;
}

/** How playing through lines goes. */
export interface Through {
  readonly kind: ThroughExtent['kind'];
  /** What is played, such as the chapter's title; empty while that is not known. */
  readonly title: string;
  /** Which of the lines sounds, 1-based, and how many there are; 0 while that is not known. */
  readonly at: number;
  readonly of: number;
  /** Lines that were passed over so far, since they have nothing to play. */
  readonly skipped: number;
  /** Whether the selection follows what is playing: until another line is selected by hand. */
  readonly isFollowed: boolean;
  /** The chapter that sounds, laid out in time; null for lines in an order of their own. */
  readonly chapter: ChapterInTime | null;
}

/** A line of a chapter that is played through. Times are seconds from the chapter's start. */
export interface LineInTime {
  readonly lineId: number;
  readonly role: string | null;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Which part of its take's file sounds, in seconds from the start of the file. */
  readonly fromSeconds: number;
  /** Levels of that part, 0 to 255 at even distances; null where they have not been measured. */
  readonly levels: Uint8Array | null;
}

export interface ChapterInTime {
  readonly lines: readonly LineInTime[];
  readonly seconds: number;
  /** Where a line without a take stands, or would. */
  readonly missing: readonly { readonly lineId: number; readonly atSeconds: number }[];
}

/** What makes the sound. */
export interface PlayerOutput {
  load(track: PlayerTrack, options: PlayOptions): void;
  /** Plays lines one after the other; what is loaded ends. */
  playThrough(start: ThroughStart): void;
  /** To the next line, or the one before, of those that are played through. */
  step(by: 1 | -1): void;
  /** To a line of the chapter that is played through. @param seconds where, from the start of its take's file */
  goTo(lineId: number, seconds: number): void;
  play(): void;
  pause(): void;
  stop(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  /** Goes on with another gain and trim. */
  treat(treated: Treated): void;
}

/** What previous and next do while a screen says so. */
export interface PlayerSteps {
  previous(): void;
  next(): void;
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
  /** The length is what has come so far: the audio is still being made. */
  readonly isGrowing: boolean;
  readonly speed: number;
  readonly loop: boolean;
  /** Null while nothing is played through. */
  readonly through: Through | null;
  readonly steps: PlayerSteps | null;
  /** Plays the selected line, or goes on with it; null where it has nothing to play. */
  readonly playSelected: (() => void) | null;
  readonly output: PlayerOutput | null;

  play(track: PlayerTrack, options?: PlayOptions): void;
  playThrough(start: ThroughStart): void;
  /** Whether the selection goes along with what is played through. */
  follow(isFollowed: boolean): void;
  /** Plays or pauses what is loaded. */
  toggle(): void;
  /** The large button: pauses what sounds, else plays the selected line, else what is loaded. */
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
  report(change: PlayerReport): void;
}

type PlayerReport = Partial<
  Pick<PlayerState, 'track' | 'options' | 'status' | 'position' | 'duration' | 'isGrowing' | 'through'>
>;

/** Whether it is heard, or will be as soon as it has come. */
export const isSounding = (status: PlayerState['status']): boolean => status === 'playing' || status === 'loading';

type PlayerActions<K extends keyof PlayerState> = (
  set: (change: Partial<PlayerState>) => void,
  get: () => PlayerState,
) => Pick<PlayerState, K>;

/** What is in the player: one sound, or lines one after the other. */
const contents: PlayerActions<'play' | 'playThrough' | 'follow' | 'stop' | 'treat'> = (set, get) => ({
  play: (track, options = {}) => {
    const loop = options.loop ?? get().loop;
    const position = options.from ?? options.trimStart ?? 0;
    const duration = track.durationSeconds ?? 0;
    set({ track, options, position, duration, isGrowing: false, status: 'loading', through: null });
    get().output?.load(track, { ...options, loop });
  },
  playThrough: (start) => {
    set({
      through: { kind: start.extent.kind, title: '', at: 0, of: 0, skipped: 0, isFollowed: true, chapter: null },
      status: 'loading',
    });
    get().output?.playThrough(start);
  },
  follow: (isFollowed) => {
    const { through } = get();
    if (through && through.isFollowed !== isFollowed) set({ through: { ...through, isFollowed } });
  },
  stop: () => {
    get().output?.stop();
    set({ track: null, options: {}, status: 'empty', position: 0, duration: 0, isGrowing: false, through: null });
  },
  treat: (takeId, wanted) => {
    const { track, options, output } = get();
    if (track?.source.kind !== 'take' || track.source.takeId !== takeId) return;
    const treated = options.isMatched ? { ...wanted, gainDb: options.gainDb ?? 0 } : wanted;
    set({ options: { ...options, ...treated } });
    output?.treat(treated);
  },
});

/** How it sounds, and from where. */
const transport: PlayerActions<'toggle' | 'playOrPause' | 'pause' | 'seek' | 'setSpeed' | 'setLoop'> = (set, get) => ({
  toggle: () => {
    const { status, output } = get();
    if (isSounding(status)) output?.pause();
    else if (status === 'paused') output?.play();
  },
  playOrPause: () => {
    const { status, playSelected, toggle } = get();
    if (playSelected && !isSounding(status)) playSelected();
    else toggle();
  },
  pause: () => get().output?.pause(),
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
});

/** What the keys J, K and L do. */
const shuttle: PlayerActions<'forward' | 'back' | 'halt'> = (_set, get) => ({
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
});

export const usePlayer = create<PlayerState>()((set, get) => ({
  track: null,
  options: {},
  status: 'empty',
  position: 0,
  duration: 0,
  isGrowing: false,
  speed: 1,
  loop: false,
  through: null,
  steps: null,
  playSelected: null,
  output: null,
  ...contents(set, get),
  ...transport(set, get),
  ...shuttle(set, get),

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

/** The line whose take is in the player, or what stands in for that; null where none is. */
export const loadedLine = ({ track }: Pick<PlayerState, 'track'>): number | null =>
  track && track.source.kind !== 'audition' ? track.source.lineId : null;

/** The line whose take sounds, or will as soon as it has come; null where none does. */
export const soundingLine = (player: Pick<PlayerState, 'track' | 'status'>): number | null =>
  isSounding(player.status) ? loadedLine(player) : null;

/** Whether this take sounds at present. */
export const useIsPlaying = (takeId: number | null): boolean =>
  usePlayer(
    ({ track, status }) =>
      status === 'playing' && takeId !== null && track?.source.kind === 'take' && track.source.takeId === takeId,
  );
