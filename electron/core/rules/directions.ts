import type { SpeakingStyle } from '@lectern/tts-protocol';
import type { Turn } from '../../../shared/model/script.ts';
import { withoutBrackets } from '../../../shared/rules/brackets.ts';
import { isSpeakable, silentRanges } from '../../../shared/rules/spoken-text.ts';
import { type WordList, wordAlternation, wordPattern } from '../../../shared/rules/words/word-lists.ts';

export type SpokenPace = 'slow' | 'fast';

export type DirectionAct =
  | { readonly kind: 'pace'; readonly pace: SpokenPace }
  | { readonly kind: 'style'; readonly style: SpeakingStyle }
  | null;

export interface Direction {
  readonly words: string;
  /**
   * `start`: precedes all the words in the turn and applies to the whole turn. `within`: applies to the words after it.
   */
  readonly place: 'start' | 'within';
  readonly act: DirectionAct;
}

export const PACES: Readonly<Record<SpokenPace, number>> = { slow: 0.85, fast: 1.15 };

/** Longer directions usually describe an action rather than a way of speaking. */
const MAX_WORDS = 5;

type ActLists = readonly WordList[];

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

/** Optional qualifiers before the keyword: “very softly”, “in a whisper”, “with fear”. */
const QUALIFIERS = String.raw`^(?:${wordAlternation('manner-qualifiers')}\s+){0,2}`;
/** German “fast” means “almost” when another word follows. */
const FAST = new RegExp(String.raw`${QUALIFIERS}fast(?!\s+\p{L})`, 'iu');

const startPatterns = ([stems, words]: ActLists): RegExp[] => [
  ...(stems ? [wordPattern(QUALIFIERS, stems, '', 'iu')] : []),
  ...(words ? [wordPattern(QUALIFIERS, words, String.raw`\b`, 'iu')] : []),
];
const ACTS: readonly (readonly [readonly RegExp[], DirectionAct])[] = [
  ...Object.entries(STYLE_WORDS).map(([style, lists]) => [startPatterns(lists), { kind: 'style', style }] as const),
  ...Object.entries(PACE_WORDS).map(([pace, lists]) => [startPatterns(lists), { kind: 'pace', pace }] as const),
  [[FAST], { kind: 'pace', pace: 'fast' }],
] as readonly (readonly [readonly RegExp[], DirectionAct])[];

export function actOf(words: string): DirectionAct {
  const told = words.trim().replace(/\s/g, ' ');
  if (told.split(/\s+/).length > MAX_WORDS) return null;
  return ACTS.find(([patterns]) => patterns.some((pattern) => pattern.test(told)))?.[1] ?? null;
}

/** Returns a turn's directions in order, or an empty list if bracketed text is spoken. */
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

export function leadingActs(directions: readonly Direction[]): {
  readonly pace?: SpokenPace;
  readonly style?: SpeakingStyle;
} {
  const acts = directions.flatMap(({ place, act }) => (place === 'start' && act ? [act] : []));
  const pace = acts.find((act) => act.kind === 'pace');
  const style = acts.find((act) => act.kind === 'style');
  return { ...(pace && { pace: pace.pace }), ...(style && { style: style.style }) };
}
