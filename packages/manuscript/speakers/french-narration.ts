// Where French goes on behind the narrator's insertion, in a paragraph that begins with a dash: `— Oui, dit Jean. Il se leva.`
// No mark tells there whether somebody still speaks.

import { wordSet } from '../../../shared/rules/words/word-lists.ts';

/** How the narrator's sentence goes on behind a comma. */
const GOES_ON = wordSet('narration-openings');
const FIRST_AND_SECOND_PERSON = wordSet('dialogue-pronouns');
/** Tales are told in the past. */
const PRESENT = wordSet('present-tense-verbs');
const SUBJECTS = wordSet('narrated-subjects');
/** What stands between a subject and its verb. */
const CLITICS = wordSet('clitics');
const DETERMINERS = wordSet('narrated-determiners');
const PAST_ENDING = /(?:a|ait|it|ut|int|èrent|irent|urent|inrent|aient)$/;
/** Words that end as verbs of the past do, and are none. */
const NO_PAST = wordSet('words-like-past-verbs');
/** A noun has few words between its determiner and its verb. */
const LONGEST_NOUN = 7;

const isPast = (word = ''): boolean => word.length > 2 && PAST_ENDING.test(word) && !NO_PAST.has(word);

function isTold(sentence: string): boolean {
  const all = sentence.match(/\p{L}+/gu) ?? [];
  const lower = all.map((word) => word.toLowerCase());
  const isSubject = (at: number): boolean => SUBJECTS.has(lower[at] ?? '') || /^\p{Lu}\p{Ll}/u.test(all[at] ?? '');
  const verbAt = (subject: number): string | undefined =>
    lower.slice(subject + 1, subject + 5).find((word) => !CLITICS.has(word));
  if (lower.some((_, at) => isSubject(at) && isPast(verbAt(at)))) return true;
  return DETERMINERS.has(lower[0] ?? '') && lower.slice(1, LONGEST_NOUN).some(isPast);
}

/** Whether the words of somebody who speaks are among those of a sentence. */
const isAddressed = (sentence: string): boolean => /[?!…]/.test(sentence) || has(sentence, FIRST_AND_SECOND_PERSON);

const has = (sentence: string, some: ReadonlySet<string>): boolean =>
  sentence.match(/\p{L}+/gu)?.some((word) => some.has(word.toLowerCase())) === true;

function goesOn(sentence: string): boolean {
  const [first = '', second = ''] = sentence.match(/\p{L}+/gu) ?? [];
  return GOES_ON.has(first) || (first === 'en' && second.endsWith('ant'));
}

const SENTENCE = /[^.!?…]+(?:[.!?…]+["”’»)]*|$)\s*/g;

/**
 * Finds what somebody goes on saying behind an insertion. Only what reads as speech is: the rest is the narrator's.
 *
 * @param rest what stands behind the sign that ends the insertion @param sign that sign
 * @returns where the speech ends in `rest`, at whose start it begins; 0 where all of it is the narrator's
 */
export function speechBehindInsertion(rest: string, sign: string): number {
  let end = 0;
  for (const [at, [sentence]] of Array.from(rest.matchAll(SENTENCE)).entries()) {
    const addressed = isAddressed(sentence);
    const isNarrated = !addressed && (isTold(sentence) || (sign !== ',' && at === 0 && !has(sentence, PRESENT)));
    if (isNarrated || (at === 0 && sign === ',' && goesOn(sentence) && !addressed)) break;
    end += sentence.length;
  }
  return rest.slice(0, end).trimEnd().length;
}
