// View state of the voice comparison: voices and their order, hidden names, and audition results.
import { create } from 'zustand';
import { MOST_COMPARED, type WordsToCompare } from '../../shared/ipc/cast-requests.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { hear, stopAudition } from '../ui/audition.ts';
import { usePlayer } from '../ui/player-store.ts';

export type Comparing =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly auditionId: string; readonly loudnessLufs: number | null }
  | { readonly kind: 'failed'; readonly error: BridgeError };

interface Blind {
  readonly isRevealed: boolean;
  /** The voice preferred while names were hidden. */
  readonly preferred: string | null;
}

interface ComparisonState {
  /** Voice ids in playback order. */
  readonly compared: readonly string[];
  /** Null for a comparison with visible names. */
  readonly blind: Blind | null;
  /** Text typed by the producer; null to use a line of the role. */
  readonly typed: string | null;
  /** Results by voice for the latest text. */
  readonly said: Readonly<Record<string, Comparing>>;
  readonly isHearingAll: boolean;

  /** Adds or removes a voice; beyond the maximum, the first one is dropped. */
  compare(voice: string): void;
  /** Hides the names and shuffles the voices, or shows the names. */
  setBlind(isBlind: boolean): void;
  prefer(voice: string): void;
  reveal(): void;
  type(words: string | null): void;
  end(): void;
}

const NOTHING = { compared: [], blind: null, typed: null, said: {}, isHearingAll: false } as const;

export const useComparison = create<ComparisonState>()((set, get) => ({
  ...NOTHING,
  compare: (voice) => {
    const { compared, blind } = get();
    const next = compared.includes(voice)
      ? compared.filter((other) => other !== voice)
      : [...compared, voice].slice(-MOST_COMPARED);
    // With hidden names, the last position would reveal which voice was added, so shuffle again.
    const isHidden = areNamesHidden(blind);
    set({ compared: isHidden ? shuffled(next) : next, ...(isHidden && { blind: HIDDEN }) });
  },
  setBlind: (isBlind) =>
    set(({ compared }) => (isBlind ? { blind: HIDDEN, compared: shuffled(compared) } : { blind: null })),
  prefer: (preferred) => set(({ blind }) => (blind ? { blind: { ...blind, preferred } } : {})),
  reveal: () => set(({ blind }) => (blind ? { blind: { ...blind, isRevealed: true } } : {})),
  type: (typed) => set({ typed }),
  end: () => {
    stopComparing();
    set(NOTHING);
  },
}));

export const areNamesHidden = (blind: Blind | null): boolean => blind !== null && !blind.isRevealed;

const HIDDEN: Blind = { isRevealed: false, preferred: null };

/** Returns the items in random order. */
export function shuffled<T>(items: readonly T[], chance: () => number = Math.random): T[] {
  return items
    .map((item) => ({ item, place: chance() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/**
 * Returns the letter shown for a hidden name.
 * @param at 0-based
 */
export const letterOf = (at: number): string => String.fromCharCode(65 + at);

// Playback: voices are requested one at a time, and only requested text is sent.

const LEVEL_LUFS = -23;
const HIGHEST_PEAK_DBTP = -1;

interface MeasuredLevel {
  readonly loudnessLufs: number | null;
  readonly truePeakDbtp: number | null;
}

/** Returns the gain in dB that brings a voice to the target loudness; 0 if it couldn't be measured. */
export function levelGain({ loudnessLufs, truePeakDbtp }: MeasuredLevel): number {
  if (loudnessLufs === null) return 0;
  return Math.min(LEVEL_LUFS - loudnessLufs, HIGHEST_PEAK_DBTP - (truePeakDbtp ?? HIGHEST_PEAK_DBTP));
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
/** The text to which `said` belongs. */
let heardWords = '';

type ComparedAudition = Awaited<ReturnType<typeof ask<'cast.compareVoice'>>>;

/** Requests a voice's audition unless it exists; null if it failed, with the error stored in `said`. */
async function auditionFor({ words }: Hearing, voice: string): Promise<ComparedAudition | null> {
  const key = JSON.stringify(words);
  if (key !== heardWords) useComparison.setState({ said: {} });
  heardWords = key;
  const tell = (became: Comparing) => {
    if (key === heardWords) useComparison.setState(({ said }) => ({ said: { ...said, [voice]: became } }));
  };
  if (useComparison.getState().said[voice]?.kind !== 'here') tell({ kind: 'asking' });
  try {
    const spoken = await ask('cast.compareVoice', { ...words, voice });
    tell({ kind: 'here', auditionId: spoken.auditionId, loudnessLufs: spoken.loudnessLufs });
    return spoken;
  } catch (failure) {
    if (!(failure instanceof BridgeFailure)) throw failure;
    tell({ kind: 'failed', error: failure.error });
    return null;
  }
}

const play = (hearing: Hearing, voice: string, spoken: ComparedAudition): Promise<boolean> =>
  hear(async () => ({
    auditionId: spoken.auditionId,
    gainDb: levelGain(spoken),
    ...hearing.label(voice, spoken.characters),
  }));

/**
 * Plays one voice, stopping other playback.
 * @throws BridgeFailure
 */
export async function hearVoiceAlone(hearing: Hearing, voice: string): Promise<void> {
  const own = ++run;
  useComparison.setState({ isHearingAll: false });
  const spoken = await auditionFor(hearing, voice);
  if (spoken && own === run) await play(hearing, voice, spoken);
}

/**
 * Plays all voices in turn. The next one is requested during playback, to avoid pauses; voices that fail are skipped.
 */
export async function hearAllVoices(hearing: Hearing): Promise<void> {
  const own = ++run;
  const voices = useComparison.getState().compared;
  useComparison.setState({ isHearingAll: true });
  let coming = voices.slice(0, 1).map((voice) => auditionFor(hearing, voice));
  for (const [at, voice] of voices.entries()) {
    const spoken = await coming[0];
    if (own !== run) return;
    coming = voices.slice(at + 1, at + 2).map((next) => auditionFor(hearing, next));
    const isOver = spoken ? (await play(hearing, voice, spoken)) || isBroken(spoken) : true;
    if (own !== run) return;
    if (!isOver) break;
  }
  useComparison.setState({ isHearingAll: false });
}

function isBroken({ auditionId }: ComparedAudition): boolean {
  const { track, status } = usePlayer.getState();
  return status === 'failed' && track?.source.kind === 'audition' && track.source.auditionId === auditionId;
}

/** Stops playback; voices not yet requested aren't sent. */
export function stopComparing(): void {
  run += 1;
  useComparison.setState({ isHearingAll: false });
  stopAudition();
}
