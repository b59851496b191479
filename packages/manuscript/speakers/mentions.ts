import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import {
  FIRST_PERSON,
  FUNCTION_WORDS,
  KINSHIP_TITLES,
  NOUNS,
  PARTICLE_VERBS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  SPEECH_VERBS,
  TITLES,
  UNNAMED_SUBJECTS,
  WEAK_VERBS,
  type WordGender,
} from './speech-words.ts';

const DEFINITE_ARTICLES = wordSet('definite-articles');
const DETERMINERS = wordSet('determiners');
const EPITHETS = wordSet('epithets');
const LOWERCASE_TITLES = wordSet('uncapitalised-titles');
const DOTTED_TITLES = wordSet('dotted-titles');
const PARTICLES = wordSet('surname-particles');
/** Function words that are names if they are often capitalised: `Will`. */
const AMBIGUOUS_WORDS = wordSet('words-that-are-names');
const MIN_CAPITALISED_TIMES = 5;
const union = (...lists: Iterable<string>[]): ReadonlySet<string> => new Set(lists.flatMap((words) => [...words]));
const NON_NAME_STARTS = union(PRONOUNS.keys(), FIRST_PERSON, DETERMINERS, EPITHETS, UNNAMED_SUBJECTS, LOWERCASE_TITLES);
const NON_DESCRIBING_WORDS = union(
  FUNCTION_WORDS,
  wordSet('numbers-before-nouns'),
  PREPOSITIONS,
  SPEECH_VERBS,
  PARTICLES,
);
const WORDS_BEFORE_VOCATIVES = wordSet('words-before-vocatives');

export interface Token {
  readonly text: string;
  readonly lower: string;
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
  /** False for words in all capitals. */
  readonly isCapital: boolean;
  readonly isFirst: boolean;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
/** `dit-il`, `demanda-t-elle` */
const INVERTED_VERB = /^([\p{L}\p{M}'’]{2,20}?)(?:-t)?-(il|elle|je)$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const LEADING_CAPITAL = /^\p{Lu}/u;
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}'’-]+$/u;
const SENTENCE_END = /^[.!?…:;]$/;

function createToken(text: string, start: number, isFirst: boolean): Token {
  const isCapital = LEADING_CAPITAL.test(text) && !ALL_CAPITALS.test(text);
  const isWord = WORD_START.test(text);
  return { text, lower: text.toLowerCase(), start, end: start + text.length, isWord, isCapital, isFirst };
}

export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let isFirst = true;
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const [word] = match;
    const start = from + match.index;
    const [, verb = '', pronoun = ''] = INVERTED_VERB.exec(word) ?? [];
    const isInverted = SPEECH_VERBS.has(verb.toLowerCase());
    const token = createToken(isInverted ? verb : word, start, isFirst);
    tokens.push(token);
    if (isInverted) tokens.push(createToken(pronoun, start + word.length - pronoun.length, false));
    if (token.isWord) isFirst = false;
    else if (SENTENCE_END.test(word) && !isDottedTitle(tokens.at(-2))) isFirst = true;
  }
  return tokens;
}

const isDottedTitle = (token: Token | undefined): boolean =>
  token?.isCapital === true && DOTTED_TITLES.has(token.lower);

const isStrongVerb = ({ lower }: Token): boolean =>
  SPEECH_VERBS.has(lower) && !WEAK_VERBS.has(lower) && !PARTICLE_VERBS.has(lower);

export class NameWords {
  readonly #capital = new Map<string, number>();
  readonly #small = new Map<string, number>();

  add(tokens: readonly Token[]): void {
    for (const [at, { lower, isCapital, isFirst, text, isWord }] of tokens.entries()) {
      const next = tokens[at + 1];
      // Before a speech verb (`Ann replied`), even the first word of a sentence is a name.
      const isName = isCapital && (!isFirst || (next !== undefined && isStrongVerb(next)));
      if (isName) this.#capital.set(lower, (this.#capital.get(lower) ?? 0) + 1);
      else if (isWord && text === lower) this.#small.set(lower, (this.#small.get(lower) ?? 0) + 1);
    }
  }

  has({ isCapital, isFirst, lower }: Token): boolean {
    if (!isCapital) return false;
    const word = withoutPossessive(lower);
    const capital = this.#capital.get(word) ?? 0;
    if (FUNCTION_WORDS.has(lower)) return AMBIGUOUS_WORDS.has(word) && !isFirst && capital >= MIN_CAPITALISED_TIMES;
    const small = this.#small.get(word) ?? 0;
    return isFirst ? capital > 0 && capital >= small : capital > 0 || small === 0;
  }
}

const POSSESSIVE = /['’]s?$/;
const withoutPossessive = (word: string): string => word.replace(POSSESSIVE, '');

export interface Mention {
  readonly kind: 'name' | 'description' | 'pronoun' | 'narrator' | 'unclear';
  /** In lower case, without a determiner. */
  readonly words: readonly string[];
  readonly form: string;
  /** Null unless the mention is a pronoun. */
  readonly gender: WordGender | null;
  readonly isDefinite: boolean;
  readonly isPossessive: boolean;
  readonly isObject: boolean;
  /** In `Scrooge's nephew`, the name `Scrooge`. */
  readonly owner?: readonly string[];
  readonly first: number;
  readonly end: number;
}

type MentionSpan = Pick<Mention, 'words' | 'form' | 'end' | 'isPossessive'>;

export function mentionAt(tokens: readonly Token[], first: number, names: NameWords): Mention | null {
  const token = tokens[first];
  if (!token?.isWord || !(token.isCapital || NON_NAME_STARTS.has(token.lower))) return null;
  const isObject = isPreposition(tokens[first - 1]);
  const base = { gender: null, isDefinite: false, isPossessive: false, isObject, first };
  const one = { ...base, words: [token.lower], form: token.text, end: first + 1 };
  const gender = isGermanShe(tokens, first) ? 'female' : PRONOUNS.get(token.lower);
  if (gender !== undefined) return { ...one, kind: 'pronoun', gender };
  if (FIRST_PERSON.has(token.lower) && token.text !== 'i') return { ...one, kind: 'narrator' };
  const isDetermined = DETERMINERS.has(token.lower);
  const begin = isDetermined ? first + 1 : first;
  let at = begin;
  while (EPITHETS.has(tokens[at]?.lower ?? '') && tokens[at]?.isCapital === false) at += 1;
  const canHaveTitles = isDetermined || at > begin || startsLowercaseTitle(tokens, first, names);
  const name = nameAt(tokens, at, names, canHaveTitles);
  if (name?.isPossessive) {
    const relation = descriptionAt(tokens, name.end, isObject);
    if (relation !== null && !relation.isPossessive && NOUNS.has(relation.words.at(-1) ?? ''))
      return { ...base, ...relation, kind: descriptionKind(relation), isDefinite: true, owner: name.words };
  }
  const isAdjective = isDetermined && name?.isPossessive === false && NOUNS.has(tokens[name.end]?.lower ?? '');
  if (name !== null && !isAdjective) {
    const isDefinite = !isDetermined || DEFINITE_ARTICLES.has(token.lower) || POSSESSIVES.has(token.lower);
    return { ...base, ...name, kind: isDefinite ? 'name' : 'description', isDefinite };
  }
  const isUnnamed = /^(?:this|these|those)$/.test(token.lower) && UNNAMED_SUBJECTS.has(tokens[begin]?.lower ?? '');
  const described = isDetermined && !isUnnamed ? descriptionAt(tokens, begin, isObject) : null;
  if (described !== null) {
    return { ...base, ...described, kind: descriptionKind(described), isDefinite: DEFINITE_ARTICLES.has(token.lower) };
  }
  return UNNAMED_SUBJECTS.has(token.lower) ? { ...one, kind: 'unclear' } : null;
}

const descriptionKind = ({ words }: MentionSpan): 'unclear' | 'description' =>
  words.some((word) => UNNAMED_SUBJECTS.has(word)) ? 'unclear' : 'description';

/** `don Quijote`, `madame de Rênal` */
function startsLowercaseTitle(tokens: readonly Token[], first: number, names: NameWords): boolean {
  const token = tokens[first];
  if (token === undefined || token.isCapital || !LOWERCASE_TITLES.has(token.lower)) return false;
  const next = tokens[first + 1 + countParticles(tokens, first + 1, names)];
  return next !== undefined && names.has(next);
}

/** With a singular verb, as in `sagte sie`, `sie` means `she`. */
const isGermanShe = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'sie' && [tokens[at - 1], tokens[at + 1]].some((token) => SPEECH_VERBS.has(token?.lower ?? ''));

const isPreposition = (token: Token | undefined): boolean => PREPOSITIONS.has(token?.lower ?? '');

const MAX_NAME_WORDS = 6;

function nameAt(tokens: readonly Token[], first: number, names: NameWords, canHaveTitles: boolean): MentionSpan | null {
  const words: string[] = [];
  const forms: string[] = [];
  let at = first;
  let isPossessive = false;
  const add = (word: string, dot = ''): void => {
    words.push(withoutPossessive(word.toLowerCase()));
    forms.push(withoutPossessive(word) + dot);
  };
  while (words.length < MAX_NAME_WORDS && !isPossessive) {
    const token = tokens[at];
    if (token === undefined) break;
    const isStart = words.length === 0;
    const isTitle = token.isCapital && TITLES.has(token.lower) && (isStart || canHaveTitles);
    if (isTitle || names.has(token) || (isStart && startsLowercaseTitle(tokens, at, names))) {
      const hasDot = isDottedTitle(token) && tokens[at + 1]?.text === '.';
      add(token.text, hasDot ? '.' : '');
      isPossessive = POSSESSIVE.test(token.text);
      at += hasDot ? 2 : 1;
      continue;
    }
    const particles = isStart ? 0 : countParticles(tokens, at, names);
    if (particles === 0) break;
    for (const particle of tokens.slice(at, at + particles)) add(particle.text);
    at += particles;
  }
  return words.length === 0 ? null : { words, form: forms.join(' '), end: at, isPossessive };
}

function countParticles(tokens: readonly Token[], first: number, names: NameWords): number {
  let at = first;
  while (at < first + 2 && PARTICLES.has(tokens[at]?.lower ?? '') && tokens[at]?.isCapital === false) at += 1;
  const next = tokens[at];
  return next !== undefined && names.has(next) ? at - first : 0;
}

const NON_NOUN_ENDING = /(?:ly|ing|ed)$/;
const MAX_DESCRIBING_WORDS = 3;

function descriptionAt(tokens: readonly Token[], first: number, isObject: boolean): MentionSpan | null {
  const words: string[] = [];
  let isPossessive = false;
  let at = first;
  while (words.length < MAX_DESCRIBING_WORDS && !isPossessive) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (!token?.isWord || NON_DESCRIBING_WORDS.has(token.lower)) break;
    if (isObject && words.length > 0 && token.isCapital) break;
    const isBeforeNoun = words.length === 0 && next?.isWord === true && !NON_DESCRIBING_WORDS.has(next.lower);
    if (NON_NOUN_ENDING.test(token.lower) && !isBeforeNoun) break;
    isPossessive = POSSESSIVE.test(token.text);
    words.push(withoutPossessive(token.lower));
    at += 1;
  }
  return words.length === 0 ? null : { words, form: words.join(' '), isPossessive, end: at };
}

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

export const isRelation = (tokens: readonly Token[], { first, kind, words, owner }: Mention): boolean =>
  kind === 'description' &&
  (POSSESSIVES.has(tokens[first]?.lower ?? '') || (owner !== undefined && KINSHIP_TITLES.has(words.at(-1) ?? '')));

/** Whether a quotation addresses the person: `Well, Alice, …`. */
export function isVocative(tokens: readonly Token[], { first, end, isPossessive }: Mention): boolean {
  const [before, after] = [tokens[first - 1], tokens[end]];
  if (isPossessive || /^(?:the|a|an)$/.test(tokens[first]?.lower ?? '')) return false;
  const isApart = before === undefined || !before.isWord || WORDS_BEFORE_VOCATIVES.has(before.lower);
  const isOver = after === undefined || /^[,.!?;…”’"'»—–-]$/.test(after.text);
  // `Alice.` alone may answer a question.
  const isMarked = before?.text === ',' || before?.isWord === true || after?.text === ',' || after?.text === '!';
  return isApart && isOver && isMarked;
}
