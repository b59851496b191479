// Words that show who speaks, in all languages of `shared/rules/words`.

import { languagesWith, type WordList, wordPairs, wordSet, wordsOf } from '../../../shared/rules/words/word-lists.ts';
import { LANGUAGE_TAGS } from '../../../shared/service/language-tags.ts';
import type { Language } from '../../../shared/service/vocabulary.ts';

const SPOKEN_IN = languagesWith('speech-verbs');

/** Whether speakers are found in texts of a language. */
export const isSpeakerLanguage = (language: Language): boolean => SPOKEN_IN.has(LANGUAGE_TAGS[language]);

/** Verbs beside a quotation whose subject says it. */
export const SPEECH_VERBS = wordSet('speech-verbs');
/** Speech verbs that need the word after them: `went on`. */
export const PARTICLE_VERBS = Map.groupBy(wordPairs('particle-verbs'), ([verb]) => verb);
/** Speech verbs with other meanings: they mean speech only in the sentence of the quotation. */
export const WEAK_VERBS = wordSet('weak-speech-verbs');

export type WordGender = 'female' | 'male' | 'neuter';

/** Returns the genders of all words in some lists. */
const genders = <Gender>(lists: readonly (readonly [WordList, Gender])[]): ReadonlyMap<string, Gender> =>
  new Map(lists.flatMap(([list, gender]) => wordsOf(list).map((word) => [word, gender])));

/** Pronouns that are subjects. */
export const PRONOUNS = genders<WordGender>([
  ['pronouns-female', 'female'],
  ['pronouns-male', 'male'],
  ['pronouns-neuter', 'neuter'],
]);
/** English pronouns in all cases. */
export const FORMS_OF_PRONOUNS = genders<WordGender>([
  ['pronoun-forms-female', 'female'],
  ['pronoun-forms-male', 'male'],
  ['pronoun-forms-neuter', 'neuter'],
]);
export const FIRST_PERSON = wordSet('narrator-pronouns');
/** Subjects that are not a single person: `they`, `everybody`, `a voice`. */
export const UNCLEAR = wordSet('unnamed-subjects');
export const POSSESSIVES = wordSet('possessives');
/** The titles of relations: `his wife` is a `mrs`. */
export const KIN = new Map(wordPairs('kinship-titles'));
/** Words that are not names, even where they are capitalised. */
export const FUNCTION_WORDS = wordSet('function-words');
export const PREPOSITIONS = wordSet('prepositions');

export const TITLES = genders<WordGender | null>([
  ['titles-female', 'female'],
  ['titles-male', 'male'],
  ['titles-of-either-gender', null],
]);
export const GIVEN_TITLES = wordSet('titles-before-given-names');
/** Nouns for people that have a gender, except titles. */
export const NOUNS = genders<WordGender>([
  ['person-nouns-female', 'female'],
  ['person-nouns-male', 'male'],
]);
/** Words other than names by which people address each other: `sir`. */
export const VOCATIVES = genders<WordGender>([
  ['vocatives-female', 'female'],
  ['vocatives-male', 'male'],
]);
