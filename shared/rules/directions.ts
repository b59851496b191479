// Directions within a turn, and what each asks of the voice: a pace, a style, or nothing that a voice could do.

import type { SpeakingStyle } from '@lectern/tts-protocol';
import type { Turn } from '../model/script.ts';
import { withoutBrackets } from './brackets.ts';
import { isSpeakable, silentRanges } from './spoken-text.ts';
import { anyWordOf, type WordList, wordPattern } from './words/word-lists.ts';

export type SpokenPace = 'slow' | 'fast';

/** What a direction asks of the voice; null: nothing that is known here. */
export type DirectionAct =
  | { readonly kind: 'pace'; readonly pace: SpokenPace }
  | { readonly kind: 'style'; readonly style: SpeakingStyle }
  | null;

export interface Direction {
  /** Without its brackets. */
  readonly words: string;
  /** `start`: it stands before all words of the turn, and is meant for them; `within`: for what follows it. */
  readonly place: 'start' | 'within';
  readonly act: DirectionAct;
}

/** Factors on the speed of the voice. */
export const PACES: Readonly<Record<SpokenPace, number>> = { slow: 0.85, fast: 1.15 };

/** A longer direction tells what happens rather than how to speak. */
const MOST_WORDS = 5;

type ActLists = readonly WordList[];

/** Lists of the beginnings of words, and of whole words. */
const STYLE_WORDS: Readonly<Record<SpeakingStyle, ActLists>> = {
  whispering: ['whispering-stems'],
  soft: ['soft-stems', 'soft-words'],
  shouting: ['shouting-stems', 'shouting-words'],
  angry: ['angry-stems', 'angry-words'],
  sad: ['sad-stems', 'sad-words'],
  cheerful: ['cheerful-stems', 'cheerful-words'],
  excited: ['excited-stems'],
  afraid: ['afraid-stems', 'afraid-words'],
};
const PACE_WORDS: Readonly<Record<SpokenPace, ActLists>> = {
  slow: ['slow-stems', 'slow-words'],
  fast: ['fast-stems', 'fast-words'],
};

/** Words that may stand before the one that tells: “very softly”, “in a whisper”, “with fear”. */
const BEFORE = String.raw`^(?:${anyWordOf('manner-qualifiers')}\s+){0,2}`;
/** A German “fast” is an “almost”: it stands before another word. */
const FAST = new RegExp(String.raw`${BEFORE}fast(?!\s+\p{L})`, 'iu');

const beginnings = ([stems, words]: ActLists): RegExp[] => [
  ...(stems ? [wordPattern(BEFORE, stems, '', 'iu')] : []),
  ...(words ? [wordPattern(BEFORE, words, String.raw`\b`, 'iu')] : []),
];
const ACTS: readonly (readonly [readonly RegExp[], DirectionAct])[] = [
  ...Object.entries(STYLE_WORDS).map(([style, lists]) => [beginnings(lists), { kind: 'style', style }] as const),
  ...Object.entries(PACE_WORDS).map(([pace, lists]) => [beginnings(lists), { kind: 'pace', pace }] as const),
  [[FAST], { kind: 'pace', pace: 'fast' }],
  // Object.entries forgets the names, which are exactly those of the two tables.
] as readonly (readonly [readonly RegExp[], DirectionAct])[];

/** What a direction asks of the voice. @param words without brackets */
export function actOf(words: string): DirectionAct {
  const told = words.trim().replace(/\s/g, ' ');
  if (told.split(/\s+/).length > MOST_WORDS) return null;
  return ACTS.find(([patterns]) => patterns.some((pattern) => pattern.test(told)))?.[1] ?? null;
}

/** The directions of a turn, in order; none where its brackets are spoken. */
export function directionsOf(turn: Turn, options: { readonly speakBrackets: boolean }): Direction[] {
  let position = 0;
  let isBefore = true;
  return silentRanges(turn, options).map(({ start, end }) => {
    isBefore &&= !isSpeakable(turn.text.slice(position, start));
    position = end;
    const words = withoutBrackets(turn.text.slice(start, end));
    return { words, place: isBefore ? 'start' : 'within', act: actOf(words) };
  });
}

/** What the directions before a turn's words ask of the voice that speaks them: the first of each kind. */
export function leadingActs(directions: readonly Direction[]): {
  readonly pace?: SpokenPace;
  readonly style?: SpeakingStyle;
} {
  const acts = directions.flatMap(({ place, act }) => (place === 'start' && act ? [act] : []));
  const pace = acts.find((act) => act.kind === 'pace');
  const style = acts.find((act) => act.kind === 'style');
  return { ...(pace && { pace: pace.pace }), ...(style && { style: style.style }) };
}
