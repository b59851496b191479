import { create } from 'zustand';
import { MAX_COMPARED_VOICES, type WordsToCompare } from '../../shared/ipc/cast-requests.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { playAudition, stopAudition } from '../ui/sound/audition.ts';
import { usePlayer } from '../ui/sound/player-store.ts';

export type ComparedResult =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly auditionId: string; readonly loudnessLufs: number | null }
  | { readonly kind: 'failed'; readonly error: BridgeError };

interface BlindComparison {
  readonly isRevealed: boolean;
  /** The voice that the producer preferred while names were hidden. */
  readonly preferred: string | null;
}

interface ComparisonState {
  readonly compared: readonly string[];
  /** Null if the comparison shows the voices' names. */
  readonly blind: BlindComparison | null;
  /** If null, the comparison uses one of the role's lines. */
  readonly typed: string | null;
  readonly results: Readonly<Record<string, ComparedResult>>;
  readonly isPlayingAll: boolean;

  /** If the maximum is exceeded, the first voice is removed. */
  compare(voice: string): void;
  setBlind(isBlind: boolean): void;
  prefer(voice: string): void;
  reveal(): void;
  type(words: string | null): void;
  end(): void;
}

const EMPTY_COMPARISON = {
  compared: [],
  blind: null,
  typed: null,
  results: {},
  isPlayingAll: false,
} as const satisfies Partial<ComparisonState>;

export const useComparison = create<ComparisonState>()((set, get) => ({
  ...EMPTY_COMPARISON,
  compare: (voice) => {
    const { compared, blind } = get();
    const next = compared.includes(voice)
      ? compared.filter((other) => other !== voice)
      : [...compared, voice].slice(-MAX_COMPARED_VOICES);
    // While names are hidden, shuffle again. Otherwise, the last position would reveal which voice has been added.
    const isHidden = areNamesHidden(blind);
    set({ compared: isHidden ? shuffled(next) : next, ...(isHidden && { blind: NAMES_HIDDEN }) });
  },
  setBlind: (isBlind) =>
    set(({ compared }) => (isBlind ? { blind: NAMES_HIDDEN, compared: shuffled(compared) } : { blind: null })),
  prefer: (preferred) => set(({ blind }) => (blind ? { blind: { ...blind, preferred } } : {})),
  reveal: () => set(({ blind }) => (blind ? { blind: { ...blind, isRevealed: true } } : {})),
  type: (typed) => set({ typed }),
  end: () => {
    stopComparison();
    set(EMPTY_COMPARISON);
  },
}));

export const areNamesHidden = (blind: BlindComparison | null): boolean => blind !== null && !blind.isRevealed;

const NAMES_HIDDEN: BlindComparison = { isRevealed: false, preferred: null };

export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export const voiceLetter = (at: number): string => String.fromCharCode(65 + at);

const TARGET_LUFS = -23;
const MAX_PEAK_DBTP = -1;

interface MeasuredLevel {
  readonly loudnessLufs: number | null;
  readonly truePeakDbtp: number | null;
}

/** Returns the gain in dB that brings a sample to the target loudness, or 0 if the loudness couldn't be measured. */
export function levelGain({ loudnessLufs, truePeakDbtp }: MeasuredLevel): number {
  if (loudnessLufs === null) return 0;
  return Math.min(TARGET_LUFS - loudnessLufs, MAX_PEAK_DBTP - (truePeakDbtp ?? MAX_PEAK_DBTP));
}

export interface ComparedLabel {
  readonly title: string;
  readonly detail: string;
  readonly colour: string;
}

export interface ComparedText {
  readonly words: WordsToCompare;
  label(voice: string, characters: number): ComparedLabel;
}

/** Incremented every time playback starts, so that earlier playback stops. */
let run = 0;
let latestTextKey = '';

type ComparedAudition = Awaited<ReturnType<typeof ask<'cast.compareVoice'>>>;

/** Returns null if the audition failed. The error has then been stored as its result. */
async function auditionFor({ words }: ComparedText, voice: string): Promise<ComparedAudition | null> {
  const key = JSON.stringify(words);
  if (key !== latestTextKey) useComparison.setState({ results: {} });
  latestTextKey = key;
  const setResult = (result: ComparedResult) => {
    if (key === latestTextKey) useComparison.setState(({ results }) => ({ results: { ...results, [voice]: result } }));
  };
  if (useComparison.getState().results[voice]?.kind !== 'here') setResult({ kind: 'asking' });
  try {
    const spoken = await ask('cast.compareVoice', { ...words, voice });
    setResult({ kind: 'here', auditionId: spoken.auditionId, loudnessLufs: spoken.loudnessLufs });
    return spoken;
  } catch (failure) {
    if (!(failure instanceof BridgeFailure)) throw failure;
    setResult({ kind: 'failed', error: failure.error });
    return null;
  }
}

const play = (text: ComparedText, voice: string, result: ComparedAudition): Promise<boolean> =>
  playAudition(async () => ({
    auditionId: result.auditionId,
    gainDb: levelGain(result),
    ...text.label(voice, result.characters),
  }));

export async function playVoice(hearing: ComparedText, voice: string): Promise<void> {
  const own = ++run;
  useComparison.setState({ isPlayingAll: false });
  const spoken = await auditionFor(hearing, voice);
  if (spoken && own === run) await play(hearing, voice, spoken);
}

/** Requests the next voice during playback, to avoid pauses. Skips voices that fail. */
export async function playAllVoices(hearing: ComparedText): Promise<void> {
  const own = ++run;
  const voices = useComparison.getState().compared;
  useComparison.setState({ isPlayingAll: true });
  let coming = voices.slice(0, 1).map((voice) => auditionFor(hearing, voice));
  for (const [at, voice] of voices.entries()) {
    const spoken = await coming[0];
    if (own !== run) return;
    coming = voices.slice(at + 1, at + 2).map((next) => auditionFor(hearing, next));
    const isOver = spoken ? (await play(hearing, voice, spoken)) || hasFailed(spoken) : true;
    if (own !== run) return;
    if (!isOver) break;
  }
  useComparison.setState({ isPlayingAll: false });
}

function hasFailed({ auditionId }: ComparedAudition): boolean {
  const { track, status } = usePlayer.getState();
  return status === 'failed' && track?.source.kind === 'audition' && track.source.auditionId === auditionId;
}

export function stopComparison(): void {
  run += 1;
  useComparison.setState({ isPlayingAll: false });
  stopAudition();
}
