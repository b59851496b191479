// Finds where speech ends after a French reporting clause. No mark closes the speech: `— Oui, dit Jean. Il se leva.`
import { wordSet } from '../../../shared/rules/words/word-lists.ts';

/** Words that continue the narrator's sentence after a comma. */
const NARRATION_OPENINGS = wordSet('narration-openings');
const DIALOGUE_PRONOUNS = wordSet('dialogue-pronouns');
const PRESENT_VERBS = wordSet('present-tense-verbs');
const NARRATED_SUBJECTS = wordSet('narrated-subjects');
const CLITICS = wordSet('clitics');
const DETERMINERS = wordSet('narrated-determiners');
const PAST_ENDING = /(?:a|ait|it|ut|int|èrent|irent|urent|inrent|aient)$/;
/** Words that have past-tense endings but aren't verbs. */
const WORDS_LIKE_PAST_VERBS = wordSet('words-like-past-verbs');
const MAX_SUBJECT_LENGTH = 7;
const WORD = /\p{L}+/gu;
const SENTENCE = /[^.!?…]+(?:[.!?…]+["”’»)]*|$)\s*/g;

/**
 * Returns the length of the speech after a reporting clause, or 0 if narration follows.
 * @param mark punctuation that ends the clause
 */
export function speechLengthAfterClause(rest: string, mark: string): number {
  let end = 0;
  for (const [sentence] of rest.matchAll(SENTENCE)) {
    if (isNarrated(sentence, end === 0 ? mark : null)) break;
    end += sentence.length;
  }
  return rest.slice(0, end).trimEnd().length;
}

/** @param mark punctuation before the first sentence; null for later sentences */
function isNarrated(sentence: string, mark: string | null): boolean {
  const words = sentence.match(WORD) ?? [];
  const has = (some: ReadonlySet<string>): boolean => words.some((word) => some.has(word.toLowerCase()));
  if (/[?!…]/.test(sentence) || has(DIALOGUE_PRONOUNS)) return false;
  if (isPastNarration(words)) return true;
  if (mark !== ',') return mark !== null && !has(PRESENT_VERBS);
  const [first = '', second = ''] = words;
  return NARRATION_OPENINGS.has(first) || (first === 'en' && second.endsWith('ant'));
}

const isPastVerb = (word = ''): boolean =>
  word.length > 2 && PAST_ENDING.test(word) && !WORDS_LIKE_PAST_VERBS.has(word);

function isPastNarration(words: readonly string[]): boolean {
  const lower = words.map((word) => word.toLowerCase());
  const verbAfter = (subject: number): string | undefined =>
    lower.slice(subject + 1, subject + 5).find((word) => !CLITICS.has(word));
  const isSubject = (word: string): boolean => NARRATED_SUBJECTS.has(word.toLowerCase()) || /^\p{Lu}\p{Ll}/u.test(word);
  if (words.some((word, at) => isSubject(word) && isPastVerb(verbAfter(at)))) return true;
  return DETERMINERS.has(lower[0] ?? '') && lower.slice(1, MAX_SUBJECT_LENGTH).some(isPastVerb);
}
