import { splitText } from '../../../../shared/rules/split-text.ts';
import { splitSentences } from '../../../../shared/rules/text-boundaries.ts';

export interface TextPiece {
  readonly text: string;
  readonly isSayable: boolean;
  /** Whether the previous piece ended a sentence, so that a pause follows it. */
  readonly isAfterSentence: boolean;
}

/**
 * Maximum characters per piece. Flite's time and memory grow quadratically, and a stream starts only after the first
 * piece.
 */
const MAX_CHARACTERS = 240;

/** Currency symbols, written before the amount but spoken after it. Flite handles dollars itself. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['£', 'pounds'],
  ['€', 'euros'],
  ['¥', 'yen'],
]);
const CURRENCY_SYMBOL = /[£€¥]/g;
const SUM = /([£€¥])\s?(\d[\d,]*)(?:\.(\d\d))?(\s(?:hundred|thousand|million|billion)\b)?/g;

const SYMBOL_WORDS: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts may contain them, and NUL would end the text
  [/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g, ' '],
  [/\s+/g, ' '],
  [/[‘’‛ʼ′´`]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
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

/** Latin letters that don't decompose into an ASCII letter and a diacritic. */
const ASCII_LETTERS: ReadonlyMap<string, string> = new Map([
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

/** Long runs of one symbol crash Flite, so shorten them. */
const REPEATED_SYMBOLS = /([^\p{L}\p{N}\s])\1{3,}/gu;

const NON_ASCII = /[^\p{ASCII}]+(?:[\s\p{P}]+[^\p{ASCII}]+)*/gu;
const SPEAKABLE = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const SPEAKABLE_ASCII = /[A-Za-z0-9$%*/^~#|_\\]/;

function writeOutAmounts(text: string): string {
  const nameOf = (sign: string): string => CURRENCIES.get(sign) ?? sign;
  return text
    .replace(SUM, (_, sign: string, whole: string, part: string | undefined, size: string | undefined) =>
      part === undefined ? `${whole}${size ?? ''} ${nameOf(sign)}` : `${whole} ${nameOf(sign)} ${part}${size ?? ''}`,
    )
    .replace(CURRENCY_SYMBOL, (sign) => ` ${nameOf(sign)} `);
}

function toPlainAscii(text: string): string {
  let spoken = writeOutAmounts(text);
  for (const [signs, words] of SYMBOL_WORDS) spoken = spoken.replace(signs, words);
  const letters = spoken.normalize('NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '');
  return letters
    .replace(/[^\p{ASCII}]/gu, (letter) => ASCII_LETTERS.get(letter) ?? letter)
    .replace(REPEATED_SYMBOLS, '$1$1$1');
}

function splitByScript(text: string): Omit<TextPiece, 'isAfterSentence'>[] {
  const found: Omit<TextPiece, 'isAfterSentence'>[] = [];
  const keep = (stretch: string, isSayable: boolean): void => {
    if ((isSayable ? SPEAKABLE_ASCII : SPEAKABLE).test(stretch)) found.push({ text: stretch.trim(), isSayable });
  };
  const spoken = toPlainAscii(text);
  let from = 0;
  let sayable = '';
  for (const { 0: stretch, index } of spoken.matchAll(NON_ASCII)) {
    sayable += spoken.slice(from, index);
    from = index + stretch.length;
    if (SPEAKABLE.test(stretch)) {
      keep(sayable, true);
      sayable = '';
      keep(stretch.normalize('NFC'), false);
    } else sayable += ' ';
  }
  keep(sayable + spoken.slice(from), true);
  return found;
}

/**
 * Splits text into sentences. A sentence that starts with a lower-case letter, as in “Oh!” said Alice, is joined to the
 * previous sentence.
 */
function joinedSentences(text: string): string[] {
  const whole: string[] = [];
  for (const sentence of splitSentences(text)) {
    if (whole.length > 0 && /^\p{Ll}/u.test(sentence)) whole.push(`${whole.pop() ?? ''}${sentence}`);
    else whole.push(sentence);
  }
  return whole;
}

/** Splits text into pieces to speak in order: sentences, or parts of long ones. Empty if there is nothing to speak. */
export function splitIntoPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const sentence of joinedSentences(text)) {
    let isAfterSentence = pieces.length > 0;
    for (const part of splitText(sentence, MAX_CHARACTERS)) {
      for (const stretch of splitByScript(part)) {
        pieces.push({ ...stretch, isAfterSentence });
        isAfterSentence = false;
      }
    }
  }
  return pieces;
}
