import type { Language } from '@lectern/tts-protocol';
import { at } from '../at.ts';
import { type Gender, genderOfGivenName, genderOfPatronymic, likelyGenderOfName } from './given-names.ts';
import { type Age, ageOfWord, LIKELY_GENDERS, NOUN_GENDERS, TITLE_GENDERS } from './person-words.ts';
import { RoleEvidence, readTraitEvidence } from './trait-evidence.ts';
import type { AccentName } from './voice-accents.ts';

const WORD = /[\p{L}\p{M}]+|\p{Nd}+/gu;
const wordsOf = (text: string): string[] => text.toUpperCase().match(WORD) ?? [];

const CONJUNCTIONS: ReadonlySet<string> = new Set('AND UND ET Y E I И'.split(' '));
/** In `HELMER'S MAID`, the last word is about the role. */
const OWNER = /^.*\p{L}['’]S(?=\s)/u;

export type NameCertainty = 'stated' | 'given' | 'likely';

export interface NameGender {
  readonly gender: Gender;
  readonly certainty: NameCertainty;
}

/**
 * Finds the gender that a role's name shows. `stated`: by a title, a relation or an occupation. `given`: by a first
 * name. `likely`: by a rank, or by the name's ending. Returns null if the name shows none, or both.
 */
export function genderShownByName(roleName: string, language: Language | null = null): NameGender | null {
  const words = wordsOf(roleName.toUpperCase().replace(OWNER, ''));
  const [first = ''] = words;
  const find = (genderOf: (word: string) => Gender | null | undefined) => {
    for (const word of words) {
      const gender = genderOf(word);
      if (gender) return gender;
    }
    return null;
  };
  const title = TITLE_GENDERS.get(first);
  if (title) return { gender: title, certainty: 'stated' };
  const isPair = words.some((word) => CONJUNCTIONS.has(word));
  const given = isPair ? null : genderOfGivenName(first, language);
  if (given && words.length > 1) return { gender: given, certainty: 'given' };
  const stated = find((word) => TITLE_GENDERS.get(word) ?? NOUN_GENDERS.get(word) ?? genderOfCompound(word, language));
  if (stated) return { gender: stated, certainty: 'stated' };
  const byPatronymic = words.length > 1 || language === 'russian' ? find(genderOfPatronymic) : genderOfLong(first);
  if (byPatronymic) return { gender: byPatronymic, certainty: given ? 'given' : 'stated' };
  const genders = new Set(words.map((word) => genderOfGivenName(word, language)));
  if (genders.has('female') && genders.has('male') && isPair) return null;
  const name = find((word) => genderOfGivenName(word, language));
  if (name) return { gender: name, certainty: 'given' };
  const likely =
    find((word) => LIKELY_GENDERS.get(word)) ?? (words.length === 1 ? likelyGenderOfName(first, language) : null);
  return likely && { gender: likely, certainty: 'likely' };
}

const genderOfLong = (word: string): Gender | null => (/(?:VNA|VICH)$/.test(word) ? genderOfPatronymic(word) : null);

/** `CHARWOMAN`, `FRENCHMAN`, `BÄCKERIN`, `SHEPHERDESS` */
function genderOfCompound(word: string, language: Language | null): Gender | null {
  if (/..(?:WOMAN|WIFE|FRAU|MÄDCHEN|MOTHER|MUTTER)$/.test(word)) return 'female';
  if (language === 'german') {
    if (/...(?:ERIN|ISTIN|ÄTIN|ENTIN|ORIN)$/.test(word)) return 'female';
    if (/...(?:MANN|KNECHT|DIENER|BURSCHE|VATER)$/.test(word)) return 'male';
  }
  if (language === 'french' && /...(?:EUSE|TRICE|IÈRE)$/.test(word)) return 'female';
  if (
    /^(?:GENTLE|NOBLE|FRENCH|ENGLISH|DUTCH|IRISH|SCOTS|WELSH|POLICE|WATCH|COACH|WORK|SERVICE|FISHER|SALES|DUST)MAN$/.test(
      word,
    )
  )
    return 'male';
  return /.....(?:[^NR]ESS|TRESS)$/.test(word) && !/(?:NESS|LESS)$/.test(word) && (language ?? 'english') === 'english'
    ? 'female'
    : null;
}

/**
 * Guesses a role's gender from titles, relations, occupations and first names. Returns null if there are no clues or
 * the clues contradict each other.
 */
export function genderOfName(roleName: string, language: Language | null = null): Gender | null {
  const shown = genderShownByName(roleName, language);
  return shown && shown.certainty !== 'likely' ? shown.gender : null;
}

export function ageOfName(roleName: string): Age | null {
  const ages = wordsOf(roleName.toUpperCase().replace(OWNER, ''))
    .map(ageOfWord)
    .filter((age) => age !== null);
  // `OLD MAID`, `LITTLE GIRL`: the adjective is more specific than the noun.
  return ages[0] ?? null;
}

/** Returns, for each role, the roles that speak shortly before or after it within a chapter. */
export function conversationPartners(script: string, names: readonly string[]): Map<string, ReadonlySet<string>> {
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  let recent: readonly string[] = [];
  for (const [row] of script.slice(0, MAX_TALK_LENGTH).matchAll(/[^\r\n]+/g)) {
    if (row.startsWith('#')) recent = [];
    const colon = row.slice(0, MAX_MARK_LENGTH).search(/[:：]/);
    const name = colon < 0 ? '' : at(row.split(/[:：]/, 1), 0).replace(/\s+/g, ' ').trim();
    if (!found.has(name)) continue;
    for (const other of recent) {
      if (other === name) continue;
      found.get(name)?.add(other);
      found.get(other)?.add(name);
    }
    recent = [...recent.filter((other) => other !== name), name].slice(-CONVERSATION_SIZE);
  }
  return found;
}

const MAX_MARK_LENGTH = 60;
const MAX_TALK_LENGTH = 4_000_000;
/** Listeners should be able to tell each voice from those of the other two among three consecutive speakers. */
const CONVERSATION_SIZE = 3;

export interface RoleTraits {
  readonly gender: Gender | null;
  /** Null if the text doesn't state it, which usually means an adult. */
  readonly age: Age | null;
  readonly accent: AccentName | null;
}

/** Minimum weight of the text's evidence, and its minimum share for one gender. */
const TEXT_GENDER = { votes: 2, share: 0.65 } as const;
/** To override a first name, such as a girl's called George, the evidence must be clearer. */
const AGAINST_NAME = { votes: 10, share: 0.75 } as const;
/** To override a rank or a name's ending. */
const AGAINST_GUESS = { votes: 3, share: 0.65 } as const;
/** Minimum weight of the descriptions that state an age, and its minimum share of all mentions. */
const MIN_AGE_VOTES = 1;
const MIN_AGE_SHARE = 0.03;
const MIN_MAJORITY = 0.65;

/** Finds roles' traits in their names and in everything that the script says about them. */
export function roleTraits(
  script: string,
  names: readonly string[],
  language: Language | null = null,
): Map<string, RoleTraits> {
  const evidence = readTraitEvidence(script, names, language);
  return new Map(
    names.map((name) => {
      const found = evidence.get(name) ?? new RoleEvidence();
      return [
        name,
        {
          gender: decideGender(genderShownByName(name, language), found),
          age: decideAge(name, found),
          accent: mostFrequent(found.accents),
        },
      ] as const;
    }),
  );
}

function decideGender(shown: NameGender | null, { votes, titlesInSpeech }: RoleEvidence): Gender | null {
  if (shown?.certainty === 'stated') return shown.gender;
  const byText = genderByVotes(shown, votes) ?? genderByVotes(shown, titlesInSpeech, 1);
  return byText ?? shown?.gender ?? null;
}

function genderByVotes(
  shown: NameGender | null,
  votes: Readonly<Record<Gender, number>>,
  min: number = TEXT_GENDER.votes,
): Gender | null {
  const leading: Gender = votes.female > votes.male ? 'female' : 'male';
  const against = shown?.certainty === 'given' ? AGAINST_NAME : AGAINST_GUESS;
  const needed = shown && shown.gender !== leading ? against : { ...TEXT_GENDER, votes: min };
  const total = votes.female + votes.male;
  return total >= needed.votes && votes[leading] >= needed.share * total ? leading : null;
}

function decideAge(name: string, { statedAges, ages, adjectives, mentions }: RoleEvidence): Age | null {
  const named = ageOfName(name);
  if (named) return named;
  // Characters grow older, and the start of the story matters most.
  if (statedAges[0]) return statedAges[0];
  const votes = new Map(ages);
  for (const [age, times] of adjectives) votes.set(age, (votes.get(age) ?? 0) + times);
  const youth = (votes.get('child') ?? 0) + (votes.get('young') ?? 0);
  const total = youth + (votes.get('older') ?? 0);
  if (total < Math.max(MIN_AGE_VOTES, MIN_AGE_SHARE * mentions)) return null;
  if (youth >= MIN_MAJORITY * total) return (votes.get('child') ?? 0) > youth / 2 ? 'child' : 'young';
  return total - youth >= MIN_MAJORITY * total ? 'older' : null;
}

const mostFrequent = <Value>(counts: ReadonlyMap<Value, number>): Value | null =>
  [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
