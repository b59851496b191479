// A text as Flite can take it: short pieces of plain English in ASCII. What it has no sounds for is told apart.
import { splitText } from '../../../shared/rules/split-text.ts';
import { sentencesOf } from '../../../shared/rules/text-boundaries.ts';

/** A piece of a text, in order. */
export interface TextPiece {
  readonly text: string;
  /** Whether Flite can say it. Else it is of another script, or emoji: as written. */
  readonly isSayable: boolean;
  /** Whether a sentence ends with the piece before it, if there is one: a pause belongs between them. */
  readonly isAfterSentence: boolean;
}

/**
 * Most characters of a piece: time and memory grow with the square of what is said at once, and the first sound of a stream
 * comes after the first piece.
 */
const MOST_CHARACTERS = 240;

/** Currencies, which are written before the sum and said after it. Dollars are read by Flite itself. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['£', 'pounds'],
  ['€', 'euros'],
  ['¥', 'yen'],
]);
const CURRENCY_SIGN = /[£€¥]/g;
const SUM = /([£€¥])\s?(\d[\d,]*)(?:\.(\d\d))?(\s(?:hundred|thousand|million|billion)\b)?/g;

/** Signs and what is said of them, where that isn't left to Flite. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts may have them, and a NUL would end one
  [/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g, ' '],
  [/\s+/g, ' '],
  [/[‘’‛ʼ′´`]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  // A range of numbers, else a break of the thought.
  [/(?<=\d)[‐‑‒–−](?=\d)/g, '-'],
  [/(?<=\p{L})[‐‑](?=\p{L})/gu, '-'],
  [/(?<!\S)[‐‑‒–−](?=\d)/g, ' minus '],
  [/ ?(?:[–—―‒]|--+) ?| [-‐‑]+ /g, ', '],
  [/…/g, '...'],
  [/(?<=\d)\s*(?=[¼-¾⅐-⅞])/g, ' and '],
  [/²/g, ' squared '],
  [/³/g, ' cubed '],
  [/°\s?C\b/g, ' degrees Celsius '],
  [/°\s?F\b/g, ' degrees Fahrenheit '],
  [/°/g, ' degrees '],
  [/[™®]/g, ' '],
  [/©/g, ' copyright '],
  [/§/g, ' section '],
  [/×/g, ' times '],
  [/÷/g, ' divided by '],
  [/±/g, ' plus or minus '],
  [/¢/g, ' cents '],
  [/&/g, ' and '],
  [/@/g, ' at '],
  [/\+/g, ' plus '],
  [/=/g, ' equals '],
  [/</g, ' less than '],
  [/>/g, ' greater than '],
  [/#(?=\d)/g, ' number '],
  [/[•·‣]/g, ', '],
];

/** Letters of the Latin script that are no letter of ours with a mark. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'Ae'],
  ['œ', 'oe'],
  ['Œ', 'Oe'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ð', 'th'],
  ['Ð', 'Th'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ı', 'i'],
  ['⁄', '/'],
]);

/** Rows of one sign mean no more than a few of it, and long ones break Flite. */
const REPEATED = /([^\p{L}\p{N}\s])\1{3,}/gu;

const FOREIGN = /[^\p{ASCII}]+(?:[\s\p{P}]+[^\p{ASCII}]+)*/gu;
/** What may be heard of a stretch. */
const SPOKEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const SPOKEN_ASCII = /[A-Za-z0-9$%*/^~#|_\\]/;

function withSums(text: string): string {
  const nameOf = (sign: string): string => CURRENCIES.get(sign) ?? sign;
  return text
    .replace(SUM, (_, sign: string, whole: string, part: string | undefined, size: string | undefined) =>
      part === undefined ? `${whole}${size ?? ''} ${nameOf(sign)}` : `${whole} ${nameOf(sign)} ${part}${size ?? ''}`,
    )
    .replace(CURRENCY_SIGN, (sign) => ` ${nameOf(sign)} `);
}

/** In ASCII as far as it goes. */
function plain(text: string): string {
  let spoken = withSums(text);
  for (const [signs, words] of SIGNS) spoken = spoken.replace(signs, words);
  const letters = spoken.normalize('NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '');
  return letters.replace(/[^\p{ASCII}]/gu, (letter) => LETTERS.get(letter) ?? letter).replace(REPEATED, '$1$1$1');
}

/** A sentence, or a part of one, in stretches that Flite can say and others. What has no sound is left out. */
function stretchesOf(text: string): Omit<TextPiece, 'isAfterSentence'>[] {
  const found: Omit<TextPiece, 'isAfterSentence'>[] = [];
  const keep = (stretch: string, isSayable: boolean): void => {
    if ((isSayable ? SPOKEN_ASCII : SPOKEN).test(stretch)) found.push({ text: stretch.trim(), isSayable });
  };
  const spoken = plain(text);
  let from = 0;
  let sayable = '';
  for (const { 0: stretch, index } of spoken.matchAll(FOREIGN)) {
    sayable += spoken.slice(from, index);
    from = index + stretch.length;
    if (SPOKEN.test(stretch)) {
      keep(sayable, true);
      sayable = '';
      keep(stretch.normalize('NFC'), false);
    } else sayable += ' ';
  }
  keep(sayable + spoken.slice(from), true);
  return found;
}

/** Sentences; what goes on in small letters, as “Oh!” said Alice, belongs to the one before. */
function wholeSentences(text: string): string[] {
  const whole: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (whole.length > 0 && /^\p{Ll}/u.test(sentence)) whole.push(`${whole.pop() ?? ''}${sentence}`);
    else whole.push(sentence);
  }
  return whole;
}

/** A text in pieces to be spoken one after the other: sentences, and parts of long ones; none where nothing can be said. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const sentence of wholeSentences(text)) {
    let isAfterSentence = pieces.length > 0;
    for (const part of splitText(sentence, MOST_CHARACTERS)) {
      for (const stretch of stretchesOf(part)) {
        pieces.push({ ...stretch, isAfterSentence });
        isAfterSentence = false;
      }
    }
  }
  return pieces;
}
