import { create } from 'zustand';
import { MAX_COMPARED, type WordsToCompare } from '../../shared/ipc/cast-requests.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { hear, stopAudition } from '../ui/sound/audition.ts';
import { usePlayer } from '../ui/sound/player-store.ts';

export type ComparedResult =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly auditionId: string; readonly loudnessLufs: number | null }
  | { readonly kind: 'failed'; readonly error: BridgeError };

interface BlindComparison {
  readonly isRevealed: boolean;
  /** The voice preferred while names were hidden. */
  readonly preferred: string | null;
}

interface ComparisonState {
  readonly compared: readonly string[];
  /** Null for a comparison with visible names. */
  readonly blind: BlindComparison | null;
  /** Null uses a line of the role. */
  readonly typed: string | null;
  readonly said: Readonly<Record<string, ComparedResult>>;
  readonly isHearingAll: boolean;

  /** Beyond the maximum, the first voice is dropped. */
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
  said: {},
  isHearingAll: false,
} as const satisfies Partial<ComparisonState>;

export const useComparison = create<ComparisonState>()((set, get) => ({
  ...EMPTY_COMPARISON,
  compare: (voice) => {
    const { compared, blind } = get();
    const next = compared.includes(voice)
      ? compared.filter((other) => other !== voice)
      : [...compared, voice].slice(-MAX_COMPARED);
    // With hidden names, the last position would reveal which voice was added, so shuffle again.
    const isHidden = areNamesHidden(blind);
    set({ compared: isHidden ? shuffled(next) : next, ...(isHidden && { blind: NAMES_HIDDEN }) });
  },
  setBlind: (isBlind) =>
    set(({ compared }) => (isBlind ? { blind: NAMES_HIDDEN, compared: shuffled(compared) } : { blind: null })),
  prefer: (preferred) => set(({ blind }) => (blind ? { blind: { ...blind, preferred } } : {})),
  reveal: () => set(({ blind }) => (blind ? { blind: { ...blind, isRevealed: true } } : {})),
  type: (typed) => set({ typed }),
  end: () => {
    stopComparing();
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

export const letterOf = (at: number): string => String.fromCharCode(65 + at);

const TARGET_LUFS = -23;
const MAX_PEAK_DBTP = -1;

interface MeasuredLevel {
  readonly loudnessLufs: number | null;
  readonly truePeakDbtp: number | null;
}

/** Returns the gain in dB to the target loudness; 0 if the loudness couldn't be measured. */
export function levelGain({ loudnessLufs, truePeakDbtp }: MeasuredLevel): number {
  if (loudnessLufs === null) return 0;
  return Math.min(TARGET_LUFS - loudnessLufs, MAX_PEAK_DBTP - (truePeakDbtp ?? MAX_PEAK_DBTP));
}

export interface ComparedLabel {
  readonly title: string;
  readonly detail: string;
  readonly colour: string;
}

export interface Hearing {
  readonly words: WordsToCompare;
  label(voice: string, characters: number): ComparedLabel;
}

/** Incremented by each new playback, so that earlier ones stop. */
let run = 0;
let latestTextKey = '';

type ComparedAudition = Awaited<ReturnType<typeof ask<'cast.compareVoice'>>>;

/** Returns null if the audition failed, with the error stored as its result. */
async function auditionFor({ words }: Hearing, voice: string): Promise<ComparedAudition | null> {
  const key = JSON.stringify(words);
  if (key !== latestTextKey) useComparison.setState({ said: {} });
  latestTextKey = key;
  const setResult = (result: ComparedResult) => {
    if (key === latestTextKey) useComparison.setState(({ said }) => ({ said: { ...said, [voice]: result } }));
  };
  if (useComparison.getState().said[voice]?.kind !== 'here') setResult({ kind: 'asking' });
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

const play = (text: Hearing, voice: string, result: ComparedAudition): Promise<boolean> =>
  hear(async () => ({
    auditionId: result.auditionId,
    gainDb: levelGain(result),
    ...text.label(voice, result.characters),
  }));

export async function hearVoiceAlone(hearing: Hearing, voice: string): Promise<void> {
  const own = ++run;
  useComparison.setState({ isHearingAll: false });
  const spoken = await auditionFor(hearing, voice);
  if (spoken && own === run) await play(hearing, voice, spoken);
}

/** Requests the next voice during playback, to avoid pauses. Voices that fail are skipped. */
export async function hearAllVoices(hearing: Hearing): Promise<void> {
  const own = ++run;
  const voices = useComparison.getState().compared;
  useComparison.setState({ isHearingAll: true });
  let coming = voices.slice(0, 1).map((voice) => auditionFor(hearing, voice));
  for (const [at, voice] of voices.entries()) {
    const spoken = await coming[0];
    if (own !== run) return;
    coming = voices.slice(at + 1, at + 2).map((next) => auditionFor(hearing, next));
    const isOver = spoken ? (await play(hearing, voice, spoken)) || hasFailed(spoken) : true;
    if (own !== run) return;
    if (!isOver) break;
  }
  useComparison.setState({ isHearingAll: false });
}

function hasFailed({ auditionId }: ComparedAudition): boolean {
  const { track, status } = usePlayer.getState();
  return status === 'failed' && track?.source.kind === 'audition' && track.source.auditionId === auditionId;
}

export function stopComparing(): void {
  run += 1;
  useComparison.setState({ isHearingAll: false });
  stopAudition();
}
