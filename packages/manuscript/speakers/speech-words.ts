import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';
import { languagesWith, type WordList, wordPairs, wordSet, wordsOf } from '../../../shared/rules/words/word-lists.ts';

const SUPPORTED_LANGUAGES = languagesWith('speech-verbs');

export const isSpeakerLanguage = (language: Language): boolean => SUPPORTED_LANGUAGES.has(LANGUAGE_TAGS[language]);

export const SPEECH_VERBS = wordSet('speech-verbs');
/** `went on` */
export const PARTICLE_VERBS = Map.groupBy(wordPairs('particle-verbs'), ([verb]) => verb);
/** Ambiguous verbs that mean speech only within the quotation's sentence. */
export const WEAK_VERBS = wordSet('weak-speech-verbs');

export type WordGender = 'female' | 'male' | 'neuter';

const genderMap = (lists: Readonly<Partial<Record<WordGender, WordList>>>): ReadonlyMap<string, WordGender> =>
  new Map(
    (['female', 'male', 'neuter'] as const).flatMap((gender) => {
      const list = lists[gender];
      return list === undefined ? [] : wordsOf(list).map((word) => [word, gender] as const);
    }),
  );

export const PRONOUNS = genderMap({ female: 'pronouns-female', male: 'pronouns-male', neuter: 'pronouns-neuter' });
/** English pronouns in all cases. */
export const PRONOUN_FORMS = genderMap({
  female: 'pronoun-forms-female',
  male: 'pronoun-forms-male',
  neuter: 'pronoun-forms-neuter',
});
export const FIRST_PERSON = wordSet('narrator-pronouns');
/** `they`, `everybody`, `a voice` */
export const UNNAMED_SUBJECTS = wordSet('unnamed-subjects');
export const POSSESSIVES = wordSet('possessives');
/** `his wife` is a `mrs`. */
export const KINSHIP_TITLES = new Map(wordPairs('kinship-titles'));
/** Not names, even if they are capitalised. */
export const FUNCTION_WORDS = wordSet('function-words');
export const PREPOSITIONS = wordSet('prepositions');

export const TITLES: ReadonlyMap<string, WordGender | null> = new Map([
  ...wordsOf('titles-of-either-gender').map((title) => [title, null] as const),
  ...genderMap({ female: 'titles-female', male: 'titles-male' }),
]);
export const GIVEN_TITLES = wordSet('titles-before-given-names');
export const NOUNS = genderMap({ female: 'person-nouns-female', male: 'person-nouns-male' });
/** `sir` */
export const VOCATIVES = genderMap({ female: 'vocatives-female', male: 'vocatives-male' });
