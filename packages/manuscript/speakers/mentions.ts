// Who is named in narration: words, and the names, descriptions and pronouns among them.

import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import {
  FIRST_PERSON,
  FUNCTION_WORDS,
  KIN,
  NOUNS,
  PARTICLE_VERBS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  SPEECH_VERBS,
  TITLES,
  UNCLEAR,
  WEAK_VERBS,
  type WordGender,
} from './speech-words.ts';

const DEFINITE = wordSet('definite-articles');
const DETERMINERS = wordSet('determiners');
const EPITHETS = wordSet('epithets');
const NUMBERS = wordSet('numbers-before-nouns');
const SMALL_TITLES = wordSet('uncapitalised-titles');

/** A word of a text, or one sign between words. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
  readonly isCapital: boolean;
  /** Whether a sentence begins with it. */
  isFirst: boolean;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
/** `dit-il`, `demanda-t-elle` */
const INVERTED = /^([\p{L}\p{M}'’]{2,20}?)(?:-t)?-(?:il|elle|je)$/u;
const WORD = /^[\p{L}\p{N}]/u;
const CAPITAL = /^\p{Lu}/u;
const IN_CAPITALS = /^\p{Lu}[\p{Lu}'’-]+$/u;
const ENDS_SENTENCE = /^[.!?…:;]$/;

export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let isFirst = true;
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const verb = match[0].includes('-') ? INVERTED.exec(match[0])?.[1] : undefined;
    const word = verb !== undefined && SPEECH_VERBS.has(verb.toLowerCase()) ? verb : match[0];
    const isWord = WORD.test(word);
    const isCapital = isWord && CAPITAL.test(word) && !(word.length > 1 && IN_CAPITALS.test(word));
    const start = from + match.index;
    tokens.push({ text: word, lower: word.toLowerCase(), start, end: start + word.length, isWord, isCapital, isFirst });
    if (word !== match[0]) {
      const pronoun = match[0].slice(match[0].lastIndexOf('-') + 1);
      const at = start + match[0].length - pronoun.length;
      const small = { text: pronoun, lower: pronoun, start: at, end: at + pronoun.length };
      tokens.push({ ...small, isWord, isCapital: false, isFirst: false });
    }
    if (isWord) isFirst = false;
    // The point of an abbreviated title ends no sentence.
    else if (ENDS_SENTENCE.test(word) && !isShortened(tokens.at(-2))) isFirst = true;
  }
  return tokens;
}

/** Titles that are written with a point. */
const SHORTENED = wordSet('dotted-titles');

const isShortened = (token: Token | undefined): boolean => token?.isCapital === true && SHORTENED.has(token.lower);

const isSpeechVerb = (token: Token | undefined): boolean =>
  token !== undefined &&
  SPEECH_VERBS.has(token.lower) &&
  !WEAK_VERBS.has(token.lower) &&
  !PARTICLE_VERBS.has(token.lower);

/** Words that begin with a capital where no sentence does: the names of a text. */
export class NameWords {
  readonly #capital = new Map<string, number>();
  readonly #small = new Map<string, number>();

  add(tokens: readonly Token[]): void {
    for (const [at, { lower, isWord, isCapital, isFirst, text }] of tokens.entries()) {
      if (!isWord) continue;
      // `Ann replied`: who speaks has a name, though a sentence begins with it.
      const isSpeaker = isFirst && isSpeechVerb(tokens[at + 1]);
      if (isCapital && (!isFirst || isSpeaker)) this.#capital.set(lower, (this.#capital.get(lower) ?? 0) + 1);
      else if (text === lower) this.#small.set(lower, (this.#small.get(lower) ?? 0) + 1);
    }
  }

  /** Whether a word with a capital is a name, wherever it stands. */
  has(token: Token): boolean {
    if (!token.isCapital) return false;
    const bare = withoutPossessive(token.lower);
    const capital = this.#capital.get(bare) ?? 0;
    if (FUNCTION_WORDS.has(token.lower)) return DOUBLE.has(bare) && !token.isFirst && capital >= OFTEN;
    if (!token.isFirst) return capital > 0 || capital >= (this.#small.get(bare) ?? 0);
    return capital > 0 && capital >= (this.#small.get(bare) ?? 0);
  }
}

const POSSESSIVE = /['’]s?$/;
const withoutPossessive = (word: string): string => word.replace(POSSESSIVE, '');

export type MentionKind = 'name' | 'description' | 'pronoun' | 'narrator' | 'unclear';

/** Who is named at a place of a text. */
export interface Mention {
  readonly kind: MentionKind;
  /** Its words in small letters, without a determiner. */
  readonly words: readonly string[];
  /** As it is written, without a determiner. */
  readonly form: string;
  /** Of a pronoun. */
  readonly gender: WordGender | null;
  readonly isDefinite: boolean;
  readonly isPossessive: boolean;
  /** Whether a preposition stands before it. */
  readonly isObject: boolean;
  /** The name of whose relation it is: `Scrooge's nephew`. */
  readonly owner?: readonly string[];
  /** Among the tokens: `tokens.slice(first, end)`. */
  readonly first: number;
  readonly end: number;
}

/** Small words that a mention may begin with. */
const BEGINNINGS = new Set([
  ...[...PRONOUNS.keys(), ...FIRST_PERSON, ...DETERMINERS, ...EPITHETS, ...UNCLEAR, ...SMALL_TITLES],
]);

const PARTICLES = wordSet('surname-particles');
/** Words that are names, too, where a text has them often with a capital. */
const DOUBLE = wordSet('words-that-are-names');
const OFTEN = 5;

/** Reads the mention that begins at a token; null where none does. */
export function mentionAt(tokens: readonly Token[], first: number, names: NameWords): Mention | null {
  const token = tokens[first];
  if (!token?.isWord || !(token.isCapital || BEGINNINGS.has(token.lower))) return null;
  const isSmallTitle = startsSmallTitle(tokens, first, names);
  const isObject = isPreposition(tokens[first - 1]);
  const base = { gender: null, isDefinite: false, isPossessive: false, isObject, first };
  const gender = isShe(tokens, first) ? 'female' : PRONOUNS.get(token.lower);
  const one = { words: [token.lower], form: token.text, end: first + 1 };
  if (gender !== undefined) return { ...base, ...one, kind: 'pronoun', gender };
  if (FIRST_PERSON.has(token.lower) && (token.lower !== 'i' || token.text === 'I')) {
    return { ...base, ...one, kind: 'narrator' };
  }
  const isDetermined = DETERMINERS.has(token.lower);
  let at = isDetermined ? first + 1 : first;
  const begin = at;
  while (EPITHETS.has(tokens[at]?.lower ?? '') && tokens[at]?.isCapital === false) at += 1;
  const name = nameAt(tokens, at, names, isDetermined || at > begin || isSmallTitle);
  if (name?.isPossessive) {
    const relation = descriptionAt(tokens, name.end, base);
    if (relation !== null && !relation.isPossessive && NOUNS.has(relation.words.at(-1) ?? ''))
      return { ...relation, isDefinite: true, owner: name.words, first };
  }
  // `the Italian lady`
  const isAdjective = isDetermined && name?.isPossessive === false && NOUNS.has(tokens[name.end]?.lower ?? '');
  if (name !== null && !isAdjective) {
    const isDefinite = !isDetermined || DEFINITE.has(token.lower) || POSSESSIVES.has(token.lower);
    return { ...base, ...name, kind: isDefinite ? 'name' : 'description', isDefinite };
  }
  if (isDetermined && !(token.lower in { this: 1, these: 1, those: 1 } && UNCLEAR.has(tokens[begin]?.lower ?? ''))) {
    const described = descriptionAt(tokens, begin, base);
    if (described !== null) return { ...described, isDefinite: DEFINITE.has(token.lower), first };
  }
  return UNCLEAR.has(token.lower) ? { ...base, ...one, kind: 'unclear' } : null;
}

/** `don Quijote`, `madame de Rênal` */
function startsSmallTitle(tokens: readonly Token[], first: number, names: NameWords): boolean {
  const token = tokens[first];
  if (token === undefined || token.isCapital || !SMALL_TITLES.has(token.lower)) return false;
  const next = tokens[first + 1 + particlesAt(tokens, first + 1, names)];
  return next?.isCapital === true && names.has(next);
}

/** `sagte sie`: the verbs that are known stand for one person. */
const isShe = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'sie' && [tokens[at - 1], tokens[at + 1]].some((token) => SPEECH_VERBS.has(token?.lower ?? ''));

const isPreposition = (token: Token | undefined): boolean => token?.isWord === true && PREPOSITIONS.has(token.lower);

type NameSpan = Pick<Mention, 'words' | 'form' | 'end' | 'isPossessive'>;

/** Titles and words with a capital that follow each other: `Mr. Bennet`, `King of Hearts`. */
function nameAt(tokens: readonly Token[], first: number, names: NameWords, isDetermined: boolean): NameSpan | null {
  const words: string[] = [];
  const forms: string[] = [];
  let at = first;
  let isPossessive = false;
  while (words.length < 6) {
    const token = tokens[at];
    if (token === undefined) break;
    if (words.length === 0 && startsSmallTitle(tokens, at, names)) {
      words.push(token.lower);
      forms.push(token.text);
      at += 1;
      continue;
    }
    if (token.isCapital && (names.has(token) || (TITLES.has(token.lower) && (words.length === 0 || isDetermined)))) {
      isPossessive = POSSESSIVE.test(token.text);
      words.push(withoutPossessive(token.lower));
      const hasPoint = isShortened(token) && tokens[at + 1]?.text === '.';
      forms.push(withoutPossessive(token.text) + (hasPoint ? '.' : ''));
      at += hasPoint ? 2 : 1;
      if (isPossessive) break;
      continue;
    }
    const particles = words.length === 0 ? 0 : particlesAt(tokens, at, names);
    if (particles === 0) break;
    for (const particle of tokens.slice(at, at + particles)) {
      words.push(particle.lower);
      forms.push(particle.text);
    }
    at += particles;
  }
  return words.length === 0 ? null : { words, form: forms.join(' '), end: at, isPossessive };
}

/** `of`, `van der`: small words inside a name. */
function particlesAt(tokens: readonly Token[], first: number, names: NameWords): number {
  let at = first;
  while (at < first + 2 && PARTICLES.has(tokens[at]?.lower ?? '') && tokens[at]?.isCapital === false) at += 1;
  const next = tokens[at];
  return next?.isCapital && names.has(next) ? at - first : 0;
}

/** What ends a description of small letters. */
const STOPS = /(?:ly|ing|ed)$/;

function descriptionAt(
  tokens: readonly Token[],
  first: number,
  base: Pick<Mention, 'gender' | 'isPossessive' | 'isObject'>,
): Omit<Mention, 'isDefinite' | 'first'> | null {
  const words: string[] = [];
  let isPossessive = false;
  let at = first;
  while (words.length < 3) {
    const token = tokens[at];
    if (!token?.isWord || isFunction(token)) break;
    // `At the corner Ann said`
    if (base.isObject && words.length > 0 && token.isCapital) break;
    // A participle before its noun is an epithet: `the frightened girl`.
    const next = tokens[at + 1];
    if (STOPS.test(token.lower) && (words.length > 0 || !next?.isWord || isFunction(next))) break;
    isPossessive = POSSESSIVE.test(token.text);
    words.push(withoutPossessive(token.lower));
    at += 1;
    if (isPossessive) break;
  }
  if (words.length === 0) return null;
  const kind = words.some((word) => UNCLEAR.has(word)) ? 'unclear' : 'description';
  return { ...base, kind, words, form: words.join(' '), isPossessive, end: at };
}

const isFunction = ({ lower }: Token): boolean =>
  FUNCTION_WORDS.has(lower) ||
  NUMBERS.has(lower) ||
  PREPOSITIONS.has(lower) ||
  SPEECH_VERBS.has(lower) ||
  PARTICLES.has(lower);

/** All mentions of a stretch of tokens, in order. */
export function mentionsOf(tokens: readonly Token[], names: NameWords): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const mention = mentionAt(tokens, at, names);
    if (mention === null) continue;
    mentions.push(mention);
    at = mention.end - 1;
  }
  return mentions;
}

/** Whether somebody else's: `his wife`. */
export const isRelation = (tokens: readonly Token[], { first, kind, words, owner }: Mention): boolean =>
  kind === 'description' &&
  (POSSESSIVES.has(tokens[first]?.lower ?? '') || (owner !== undefined && KIN.has(words.at(-1) ?? '')));

const BEFORE_VOCATIVES = wordSet('words-before-vocatives');

/** Whether somebody is called by a name inside what is said. */
export function isVocative(tokens: readonly Token[], { first, end, isPossessive }: Mention): boolean {
  const [before, after] = [tokens[first - 1], tokens[end]];
  if (isPossessive || /^(?:the|a|an)$/.test(tokens[first]?.lower ?? '')) return false;
  const isApart = before === undefined || !before.isWord || BEFORE_VOCATIVES.has(before.lower);
  const isOver = after === undefined || /^[,.!?;…”’"'»—–-]$/.test(after.text);
  // A list of names, or one told of: `Alice.` alone may answer who it was.
  return (
    isApart &&
    isOver &&
    !(before === undefined && after === undefined) &&
    (before?.text === ',' || before?.isWord === true || after?.text === ',' || after?.text === '!')
  );
}
