// The player's state and commands. `renderer/player` outputs the audio and reports its state here.
import { create } from 'zustand';

export type PlayerSource =
  | {
      readonly kind: 'take';
      readonly takeId: number;
      readonly lineId: number;
      /** As in `TakeSummary`; shown until the detailed peaks are loaded. */
      readonly overview?: string | null;
    }
  | {
      /** Replacement audio for a line without a take, used during continuous playback. */
      readonly kind: 'stand-in';
      readonly lineId: number;
      readonly soundId: string;
    }
  | {
      readonly kind: 'audition';
      readonly auditionId: string;
      readonly lineId: number | null;
    };

export interface PlayerTrack {
  readonly source: PlayerSource;
  readonly title: string;
  readonly role?: string;
  readonly colour?: string;
  /** For example `line 5 · take 2 of 3`. */
  readonly detail: string;
  readonly loudnessLufs?: number | null;
  readonly durationSeconds?: number;
}

export interface TakeTreatment {
  readonly gainDb: number;
  readonly trimStart: number;
  readonly trimEnd: number;
}

export interface PlayOptions {
  readonly loop?: boolean;
  readonly gainDb?: number;
  /**
   * True if the gain was chosen to match another take's loudness. In that case, the take's own gain must not replace
   * it.
   */
  readonly isMatched?: boolean;
  readonly trimStart?: number;
  readonly trimEnd?: number;
  /** In seconds from the start of the file. Defaults to the start of the trimmed take. */
  readonly from?: number;
  /** If set, only the part from `from` to here is played, in seconds from the start of the file. */
  readonly until?: number;
  /** Called once when playback reaches the end. Not called if other audio replaces this track. */
  readonly onEnded?: () => void;
}

export type ThroughExtent =
  | { readonly kind: 'chapter'; readonly chapterId: number | null }
  | { readonly kind: 'lines'; readonly lineIds: readonly number[] };

export interface ThroughStart {
  readonly extent: ThroughExtent;
  /** Playback starts at this line or, if it can't be played, at the next one that can. Null for the first line. */
  readonly fromLineId: number | null;
}

export interface PlayThroughState {
  readonly kind: ThroughExtent['kind'];
  readonly title: string;
  /** 1-based; 0 until known. */
  readonly at: number;
  readonly of: number;
  readonly skipped: number;
  /** False once the producer selects another line. */
  readonly isFollowed: boolean;
  /** Null for lists of lines that have their own order. */
  readonly chapter: TimedChapter | null;
}

/** In seconds from the start of the chapter. */
export interface TimedLine {
  readonly lineId: number;
  readonly role: string | null;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Where the part that is played starts in the take's file. */
  readonly fromSeconds: number;
  /** Evenly spaced levels in that part, from 0 to 255. Null until the audio has been measured. */
  readonly levels: Uint8Array | null;
}

export interface TimedChapter {
  readonly lines: readonly TimedLine[];
  readonly seconds: number;
  readonly missing: readonly { readonly lineId: number; readonly atSeconds: number }[];
}

export interface PlayerOutput {
  load(track: PlayerTrack, options: PlayOptions): void;
  playThrough(start: ThroughStart): void;
  step(by: 1 | -1): void;
  goTo(lineId: number, seconds: number): void;
  play(): void;
  pause(): void;
  stop(): void;
  /** If only a part of a take is being played, plays the whole take from then on. */
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  treat(treatment: TakeTreatment): void;
}

export interface PlayerSteps {
  previous(): void;
  next(): void;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export const BACK_SECONDS = 3;

interface PlayerState {
  readonly track: PlayerTrack | null;
  readonly options: PlayOptions;
  readonly status: 'empty' | 'loading' | 'playing' | 'paused' | 'failed';
  /** In seconds from the start of the file, updated about 20 times a second. */
  readonly position: number;
  readonly duration: number;
  /** True while the audio is still being generated. `duration` is then the length that has arrived so far. */
  readonly isGrowing: boolean;
  readonly speed: number;
  readonly loop: boolean;
  readonly through: PlayThroughState | null;
  readonly steps: PlayerSteps | null;
  readonly playSelected: (() => void) | null;
  readonly output: PlayerOutput | null;

  play(track: PlayerTrack, options?: PlayOptions): void;
  playThrough(start: ThroughStart): void;
  follow(isFollowed: boolean): void;
  toggle(): void;
  /**
   * The large button. If something is playing, pauses it. Otherwise, plays the selected line, or the loaded track if no
   * line is selected.
   */
  playOrPause(): void;
  pause(): void;
  stop(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  treat(takeId: number, treatment: TakeTreatment): void;
  /** The L key: plays. Each further press increases the speed. */
  forward(): void;
  /** The J key: returns to normal speed and jumps back. */
  back(): void;
  /** The K key: pauses and returns to normal speed. */
  halt(): void;
  setSteps(steps: PlayerSteps): () => void;
  /** Only the output calls these methods, to register itself and to report its state. */
  attach(output: PlayerOutput): () => void;
  report(change: PlayerReport): void;
}

type PlayerReport = Partial<
  Pick<PlayerState, 'track' | 'options' | 'status' | 'position' | 'duration' | 'isGrowing' | 'through'>
>;

export const isAudible = (status: PlayerState['status']): boolean => status === 'playing' || status === 'loading';

type PlayerActions<K extends keyof PlayerState> = (
  set: (change: Partial<PlayerState>) => void,
  get: () => PlayerState,
) => Pick<PlayerState, K>;

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

const transport: PlayerActions<'toggle' | 'playOrPause' | 'pause' | 'seek' | 'setSpeed' | 'setLoop'> = (set, get) => ({
  toggle: () => {
    const { status, output } = get();
    if (isAudible(status)) output?.pause();
    else if (status === 'paused') output?.play();
  },
  playOrPause: () => {
    const { status, playSelected, toggle } = get();
    if (playSelected && !isAudible(status)) playSelected();
    else toggle();
  },
  pause: () => get().output?.pause(),
  seek: (seconds) => {
    const { options: before, duration, output } = get();
    // The producer has chosen another position, so playback goes on to the end of the take.
    const { until, ...options } = before;
    if (until !== undefined) set({ options });
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

/** From 0 to 1; 0 if the take isn't loaded. */
export const usePlayedShare = (takeId: number | null): number =>
  usePlayer(({ track, position, duration }) =>
    takeId !== null && track?.source.kind === 'take' && track.source.takeId === takeId && duration > 0
      ? Math.min(1, position / duration)
      : 0,
  );

export const loadedLine = ({ track }: Pick<PlayerState, 'track'>): number | null =>
  track && track.source.kind !== 'audition' ? track.source.lineId : null;

export const playingLine = (player: Pick<PlayerState, 'track' | 'status'>): number | null =>
  isAudible(player.status) ? loadedLine(player) : null;

export const useIsPlaying = (takeId: number | null): boolean =>
  usePlayer(
    ({ track, status }) =>
      status === 'playing' && takeId !== null && track?.source.kind === 'take' && track.source.takeId === takeId,
  );
