// Voices that are compared: which ones, in what order, whether their names are hidden, and what each of them said. View state only.
import { create } from 'zustand';
import { MOST_COMPARED, type WordsToCompare } from '../../shared/ipc/cast-requests.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { hear, stopAudition } from '../ui/audition.ts';
import { usePlayer } from '../ui/player-store.ts';

/** What became of a voice's words. */
export type Comparing =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly auditionId: string; readonly loudnessLufs: number | null }
  | { readonly kind: 'failed'; readonly error: BridgeError };

interface Blind {
  readonly isRevealed: boolean;
  /** The voice that was chosen before its name was known. */
  readonly preferred: string | null;
}

interface ComparisonState {
  /** Voices by their identifiers, in the order in which they are heard. */
  readonly compared: readonly string[];
  /** Null: names are shown all the time. */
  readonly blind: Blind | null;
  /** What the producer typed; null: a line of the role is heard. */
  readonly typed: string | null;
  /** By voice, for the words that were heard last. */
  readonly said: Readonly<Record<string, Comparing>>;
  readonly isHearingAll: boolean;

  /** Adds a voice, or removes it; one too many replaces the first. */
  compare(voice: string): void;
  /** Hides the names, in an order by chance; or shows them. */
  setBlind(isBlind: boolean): void;
  prefer(voice: string): void;
  reveal(): void;
  type(words: string | null): void;
  /** Stops what is under way, and compares no voices. */
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
    // While names are hidden, the place at the end would tell which voice came last.
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

/** Whether it is not to be seen yet which voices they are. */
export const areNamesHidden = (blind: Blind | null): boolean => blind !== null && !blind.isRevealed;

const HIDDEN: Blind = { isRevealed: false, preferred: null };

/** By chance, each order as likely as any other. */
export function shuffled<T>(items: readonly T[], chance: () => number = Math.random): T[] {
  return items
    .map((item) => ({ item, place: chance() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The letter of a voice whose name is hidden. @param at 0-based */
export const letterOf = (at: number): string => String.fromCharCode(65 + at);

// Hearing: each voice is asked for in its turn, and what was not asked for is not sent.

/** The level at which all voices are heard. */
const LEVEL_LUFS = -23;
/** Room that is left above the loudest peak. */
const HIGHEST_PEAK_DBTP = -1;

interface MeasuredLevel {
  readonly loudnessLufs: number | null;
  readonly truePeakDbtp: number | null;
}

/** The gain in dB that brings a sound to the level of all others. One that can't be measured stays as it is. */
export function levelGain({ loudnessLufs, truePeakDbtp }: MeasuredLevel): number {
  if (loudnessLufs === null) return 0;
  return Math.min(LEVEL_LUFS - loudnessLufs, HIGHEST_PEAK_DBTP - (truePeakDbtp ?? HIGHEST_PEAK_DBTP));
}

/** What the player shows while a voice is heard. */
export interface ComparedLabel {
  readonly title: string;
  readonly detail: string;
  readonly colour: string;
}

export interface Hearing {
  readonly words: WordsToCompare;
  label(voice: string, characters: number): ComparedLabel;
}

/** Counts up: what was begun under an earlier number goes on no more. */
let run = 0;
/** For which words `said` holds. */
let heardWords = '';

type SaidWords = Awaited<ReturnType<typeof ask<'cast.compareVoice'>>>;

/** Has a voice say the words, unless it did; null where it failed, which stands with the voice. */
async function askVoice({ words }: Hearing, voice: string): Promise<SaidWords | null> {
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

const play = (hearing: Hearing, voice: string, spoken: SaidWords): Promise<boolean> =>
  hear(async () => ({
    auditionId: spoken.auditionId,
    gainDb: levelGain(spoken),
    ...hearing.label(voice, spoken.characters),
  }));

/** One voice by itself; what was heard before ends. @throws BridgeFailure */
export async function hearVoiceAlone(hearing: Hearing, voice: string): Promise<void> {
  const own = ++run;
  useComparison.setState({ isHearingAll: false });
  const spoken = await askVoice(hearing, voice);
  if (spoken && own === run) await play(hearing, voice, spoken);
}

/**
 * One voice after the other. While one is heard the next is asked for, so that none is waited for; a voice that fails is passed
 * over.
 */
export async function hearAllVoices(hearing: Hearing): Promise<void> {
  const own = ++run;
  const voices = useComparison.getState().compared;
  useComparison.setState({ isHearingAll: true });
  let coming = voices.slice(0, 1).map((voice) => askVoice(hearing, voice));
  for (const [at, voice] of voices.entries()) {
    const spoken = await coming[0];
    if (own !== run) return;
    coming = voices.slice(at + 1, at + 2).map((next) => askVoice(hearing, next));
    const isOver = spoken ? (await play(hearing, voice, spoken)) || isBroken(spoken) : true;
    if (own !== run) return;
    if (!isOver) break;
  }
  useComparison.setState({ isHearingAll: false });
}

/** Whether the player has it and can't play it. */
function isBroken({ auditionId }: SaidWords): boolean {
  const { track, status } = usePlayer.getState();
  return status === 'failed' && track?.source.kind === 'audition' && track.source.auditionId === auditionId;
}

/** Silence; voices that have not been asked for are not sent. */
export function stopComparing(): void {
  run += 1;
  useComparison.setState({ isHearingAll: false });
  stopAudition();
}
