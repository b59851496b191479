// Decides whether two names may belong to the same person, and why.
import type { NameEvidence } from '../../model/speaker-choices.ts';
import { wordPairs, wordSet } from '../words/word-lists.ts';
import { type Gender, genderOfGivenName } from './given-names.ts';
import { genderOfName } from './role-traits.ts';

const SHORT_NAMES = new Map<string, Set<string>>();
for (const [short, full] of wordPairs('short-names')) {
  SHORT_NAMES.set(short, (SHORT_NAMES.get(short) ?? new Set()).add(full));
}
const GENDERED_TITLES: ReadonlyMap<string, Gender> = new Map([
  ...[...wordSet('titles-female')].map((title) => [title, 'female'] as const),
  ...[...wordSet('titles-male')].map((title) => [title, 'male'] as const),
]);
const OTHER_TITLES = wordSet('titles-of-either-gender');
const INSIGNIFICANT_WORDS = wordSet('light-name-words');
/** Titles that mean the same. */
const SAME_TITLE = new Map([
  ['doctor', 'dr'],
  ['mister', 'mr'],
  ['madame', 'mme'],
  ['mademoiselle', 'mlle'],
]);

export interface NamedPerson {
  readonly name: string;
  /** Null if unknown. Then the name may show it. */
  readonly gender?: Gender | 'neuter' | null;
}

interface ParsedName {
  readonly title: string | null;
  /** In lower case, without titles and insignificant words. */
  readonly core: readonly string[];
  readonly given: string | null;
  readonly surname: string | null;
  readonly gender: Gender | 'neuter' | null;
}

/** Cached, because each name is compared with several others. */
const parsedNames = new WeakMap<NamedPerson, ParsedName>();

function parseOnce(person: NamedPerson): ParsedName {
  const parsed = parsedNames.get(person) ?? parseName(person);
  parsedNames.set(person, parsed);
  return parsed;
}

function parseName({ name, gender = null }: NamedPerson): ParsedName {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isTitle = (word: string): boolean => GENDERED_TITLES.has(word) || OTHER_TITLES.has(word);
  const [first = ''] = words;
  const title = words.length > 1 && isTitle(first) ? (SAME_TITLE.get(first) ?? first) : null;
  const core = words.slice(title === null ? 0 : 1).filter((word) => !INSIGNIFICANT_WORDS.has(word));
  const [only = '', ...others] = core;
  const isGiven = others.length > 0 || (title === null && isGivenName(only));
  const surname = others.at(-1) ?? (title === null ? null : only);
  return {
    title,
    core,
    given: isGiven ? only : null,
    surname,
    gender: gender ?? GENDERED_TITLES.get(title ?? '') ?? genderOfName(name),
  };
}

const isGivenName = (word: string): boolean => genderOfGivenName(word.toUpperCase(), null) !== null;

const fullNames = (given: string): Set<string> => new Set([given, ...(SHORT_NAMES.get(given) ?? [])]);

const isNickname = (a: string, b: string): boolean => !fullNames(a).isDisjointFrom(fullNames(b));

/** Returns null if the names belong to different people, or if nothing suggests that they are the same. */
export function samePersonEvidence(one: NamedPerson, other: NamedPerson): NameEvidence | null {
  const [a, b] = [parseOnce(one), parseOnce(other)];
  if (!areCompatible(a, b)) return null;
  const [shorter, longer] = a.core.length <= b.core.length ? [a, b] : [b, a];
  const isContained = shorter.core.length > 0 && shorter.core.every((word) => longer.core.includes(word));
  if (isContained) return hasOnlySurname(shorter) && longer.given !== null ? 'surname' : 'contained';
  if (a.given !== null && b.given !== null && a.given !== b.given && isNickname(a.given, b.given)) return 'nickname';
  return isSpellingVariant(a, b) ? 'spelling' : null;
}

const hasOnlySurname = ({ given, title }: ParsedName): boolean => given === null && title !== null;

/** Whether neither gender, title, first name, surname nor number makes the names two people's. */
export const mayBeSamePerson = (one: NamedPerson, other: NamedPerson): boolean =>
  areCompatible(parseName(one), parseName(other));

function areCompatible(a: ParsedName, b: ParsedName): boolean {
  if (a.gender !== null && b.gender !== null && a.gender !== b.gender) return false;
  const numbersOf = ({ core }: ParsedName) => core.filter((word) => /\p{N}/u.test(word)).join();
  if (numbersOf(a) !== numbersOf(b)) return false;
  const isSameGiven = a.given !== null && a.given === b.given;
  // `Mr. Watson` and `Dr. Watson` may be brothers.
  if (a.title !== null && b.title !== null && a.title !== b.title && !isSameGiven) return false;
  if (a.given !== null && b.given !== null && !isSameGiven && !isNickname(a.given, b.given)) {
    if (!isSpellingVariant(a, b)) return false;
  }
  // A first name with different surnames: `Jane Bennet` and `Jane Fairfax`.
  const haveSurnames = a.core.length > 1 && b.core.length > 1;
  return !haveSurnames || a.surname === b.surname || isSpellingVariant(a, b);
}

/** Minimum length, in letters, of words that may differ by one or two letters. */
const MIN_LENGTH = { oneEdit: 5, twoEdits: 8 } as const;

/** Compares word by word. Two short first names, such as `Jane` and `June`, aren't variants. */
function isSpellingVariant(a: ParsedName, b: ParsedName): boolean {
  if (a.core.length !== b.core.length || a.title !== b.title) return false;
  const pairs = a.core.map((word, at) => [word, b.core[at] ?? ''] as const).filter(([word, same]) => word !== same);
  return pairs.length === 1 && pairs.every(([word, same]) => isMisspelling(word, same));
}

function isMisspelling(word: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const [a, b] = [plain(word), plain(other)];
  if (a === b) return true;
  const length = Math.min(a.length, b.length);
  if (isGivenName(word) && isGivenName(other)) return length >= MIN_LENGTH.twoEdits && editDistance(a, b) <= 1;
  const most = length >= MIN_LENGTH.twoEdits ? 2 : length >= MIN_LENGTH.oneEdit ? 1 : 0;
  return most > 0 && editDistance(a, b) <= most;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
