// Where French goes on behind the narrator's insertion, in a paragraph that begins with a dash: `— Oui, dit Jean. Il se leva.`
// No mark tells there whether somebody still speaks.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** How the narrator's sentence goes on behind a comma. */
const GOES_ON = words('qui dont sans avec tout puis tandis pendant d une les la le');
const FIRST_AND_SECOND_PERSON = words('je j me m moi mon ma mes tu te t toi ton ta tes nous notre nos vous votre vos');
/** Tales are told in the past. */
const PRESENT = words(
  'est sont suis es sommes êtes ai as a ont avons avez va vas vais vont peut peuvent veut faut doit sait',
);
const SUBJECTS = words('il ils elle elles on qui');
/** What stands between a subject and its verb. */
const CLITICS = words('ne n se s le la l les lui leur y en');
const DETERMINERS = words('le la l les un une des son sa ses leur leurs ce cette ces');
const PAST_ENDING = /(?:a|ait|it|ut|int|èrent|irent|urent|inrent|aient)$/;
/** Words that end as verbs of the past do, and are none. */
const NO_PAST = words(`
  la ma ta sa cela voilà faut peut veut sait fait dit doit voit croit tout surtout partout début salut nuit minuit petit
  esprit lit huit bruit fruit droit toit lait trait portrait défaut haut debout bout endroit profit
`);
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
