// Numbers are counted as English words in all languages (“1984” as “nineteen eighty-four”). Words in other languages
// have about the same length, and takes are only compared with takes by the same voice in the same language.
import { at } from '../../../shared/rules/at.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';

const ONES = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const THOUSANDS = ['', 'thousand', 'million', 'billion'];
const MAX_DIGITS = 12;

const SYMBOL_WORDS: Readonly<Record<string, string>> = {
  '%': ' percent',
  '&': 'and',
  '+': ' plus ',
  '=': ' equals ',
  '@': ' at ',
  '#': 'number ',
  '§': 'section ',
  '°': ' degrees',
  '½': 'one half',
  '¼': 'a quarter',
  '¾': 'three quarters',
  '×': ' times ',
  '€': ' euros ',
  $: ' dollars ',
  '£': ' pounds ',
  '¥': ' yen ',
};

/** Keys are in lower case, without the final full stop. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missis',
  ms: 'miss',
  dr: 'doctor',
  st: 'saint',
  prof: 'professor',
  rev: 'reverend',
  hon: 'honourable',
  capt: 'captain',
  col: 'colonel',
  gen: 'general',
  lt: 'lieutenant',
  sgt: 'sergeant',
  gov: 'governor',
  jr: 'junior',
  sr: 'senior',
  no: 'number',
  vol: 'volume',
  vs: 'versus',
  etc: 'et cetera',
  dept: 'department',
  inc: 'incorporated',
  ltd: 'limited',
  approx: 'approximately',
  'e.g': 'for example',
  'i.e': 'that is',
};
const ABBREVIATION = new RegExp(
  `\\b(${Object.keys(ABBREVIATIONS)
    .map((word) => word.replace('.', '\\.'))
    .join('|')})\\.(?=\\s)`,
  'gi',
);
/** “No.” is only an abbreviation before a number; elsewhere it usually ends a sentence. */
const NUMBER_SIGN = /\bno\.(?=\s\d)/gi;

const LETTER_LENGTH = 3;
/** Matches `U.S.A.`, and capitals without vowels, such as `BBC`. */
const INITIALS = /\b(?:\p{Lu}\.){2,}|\b[BCDFGHJKLMNPQRSTVWXZ]{2,5}\b/gu;
const NUMBER = /\d+(?:[,\u00a0\u202f]\d{3})*(?:\.\d+)?/g;
const NEEDS_EXPANSION = /[\d%&+=@#§°½¼¾×€$£¥]|\p{Lu}[\p{Lu}.]|\p{L}\./u;

export function spokenLength(text: string): number {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (!NEEDS_EXPANSION.test(plain)) return countCharacters(plain);
  const spoken = plain
    .replace(NUMBER_SIGN, 'number')
    .replace(ABBREVIATION, (whole, word: string) =>
      word.toLowerCase() === 'no' ? whole : (ABBREVIATIONS[word.toLowerCase()] ?? whole),
    )
    .replace(INITIALS, (letters) => 'x'.repeat(letters.replaceAll('.', '').length * (LETTER_LENGTH + 1) - 1))
    .replace(NUMBER, (digits) => numberWords(digits))
    .replace(/[%&+=@#§°½¼¾×€$£¥]/gu, (sign) => SYMBOL_WORDS[sign] ?? sign);
  return countCharacters(spoken.replace(/\s+/g, ' ').trim());
}

/** Writes out a number such as `3,000.25`. Four digits that could be a year are read as a year. */
function numberWords(digits: string): string {
  const [whole = '', fraction] = digits.replace(/[,\u00a0\u202f]/g, '').split('.');
  const isYear = fraction === undefined && digits === whole && /^(1[1-9]|20)\d\d$/.test(whole);
  const said = isYear ? yearWords(Number(whole)) : cardinalWords(whole);
  return fraction === undefined ? said : `${said} point ${digitWords(fraction)}`;
}

const digitWords = (digits: string): string => [...digits].map((digit) => at(ONES, Number(digit))).join(' ');

function yearWords(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (century === 20 && rest < 10) return cardinalWords(String(year));
  if (rest === 0) return `${belowThousand(century)} hundred`;
  return `${belowThousand(century)} ${rest < 10 ? 'oh ' : ''}${belowThousand(rest)}`;
}

function cardinalWords(digits: string): string {
  if (digits.length > MAX_DIGITS || /^0\d/.test(digits)) return digitWords(digits);
  const words: string[] = [];
  for (let rest = Number(digits), power = 0; rest > 0; rest = Math.floor(rest / 1_000), power += 1) {
    if (rest % 1_000 > 0) words.unshift(`${belowThousand(rest % 1_000)} ${at(THOUSANDS, power)}`.trim());
  }
  return words.length === 0 ? 'zero' : words.join(' ');
}

function belowThousand(number: number): string {
  if (number >= 100) {
    const rest = number % 100;
    return `${at(ONES, Math.floor(number / 100))} hundred${rest > 0 ? ` and ${belowThousand(rest)}` : ''}`;
  }
  if (number < 20) return at(ONES, number);
  return number % 10 === 0 ? at(TENS, number / 10) : `${at(TENS, Math.floor(number / 10))} ${at(ONES, number % 10)}`;
}
