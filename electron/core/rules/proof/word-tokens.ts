// Splits written text and a recogniser's words into comparable tokens, by writing numbers out and folding both in the same
// way.
import { at } from '../../../../shared/rules/at.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import { UNSPACED } from '../../../../shared/rules/word-edges.ts';
import { normaliseTextTraced } from '../../../../shared/speech-text/normalise-text.ts';
import { commonSpelling } from './spelling-variants.ts';

export type TokenKind = 'word' | 'number' | 'ideograph' | 'syllable' | 'symbol';

/** A word, number or sign, or a single character in scripts without spaces. */
export interface WordToken {
  /** Without case, accents, apostrophes and differences in spelling. */
  readonly text: string;
  readonly kind: TokenKind;
  /** The first word that it comes from. */
  readonly fromWord: number;
  /** One past the last word that it comes from. */
  readonly toWord: number;
  /** Whether it, or a word that it comes from, is written in digits. */
  readonly isFromDigits: boolean;
  /** Whether it starts with a capital. */
  readonly isCapitalised: boolean;
}

const TOKEN = new RegExp(
  [
    String.raw`\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?!\p{L})`,
    String.raw`\d+(?:[.,]\d+)*`,
    // The scripts' punctuation isn't spoken.
    String.raw`(?=[\p{L}\p{M}\p{N}])[${UNSPACED}]`,
    String.raw`(?:(?![${UNSPACED}])[\p{L}\p{M}])+(?:['’](?:(?![${UNSPACED}])[\p{L}\p{M}])+)*['’]?`,
    String.raw`[\p{Sc}%‰&+=§°@#]`,
  ].join('|'),
  'giu',
);
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

export const primaryLanguage = (languageCode: string): string => languageCode.toLowerCase().split('-')[0] ?? '';

/** `toWord` maps a position in the text, in code units, to a word. */
function tokensOf(text: string, languageCode: string, wordAt: (position: number) => number): WordToken[] {
  const language = primaryLanguage(languageCode);
  const composed = text.normalize('NFC');
  // Keeps the text's positions.
  const traced = normaliseTextTraced(composed.length === text.length ? composed : text, languageCode);
  const tokens: WordToken[] = [];
  for (const match of traced.text.matchAll(TOKEN)) {
    const [written, start] = [match[0], match.index];
    const folded = foldWord(written, language);
    if (folded === '') continue;
    const [from, to] = [at(traced.from, start), at(traced.to, start + written.length - 1)];
    tokens.push({
      text: folded,
      kind: kindOf(written),
      fromWord: wordAt(from),
      toWord: wordAt(to - 1) + 1,
      isFromDigits: /\d|^[IVXLC]+$/.test(text.slice(from, to)),
      isCapitalised: /^\p{Lu}/u.test(written),
    });
  }
  return tokens;
}

function kindOf(written: string): TokenKind {
  if (/^\p{N}/u.test(written)) return 'number';
  if (/^\p{Script=Han}/u.test(written)) return 'ideograph';
  if (IS_UNSPACED.test(written)) return 'syllable';
  return /^[\p{L}\p{M}]/u.test(written) ? 'word' : 'symbol';
}

/** Returns the tokens of a text. Their words are those of `spokenWords`. */
export function writtenTokens(text: string, languageCode: string): WordToken[] {
  const words = spokenWords(text);
  return words.length === 0 ? [] : tokensOf(text, languageCode, wordFinder(words));
}

/** Recognisers describe music, noises and silence in brackets. */
const IS_REMARK = /^[[(<*♪♫].*[\])>*♪♫]$/u;

export const isRemark = (heard: string): boolean => IS_REMARK.test(heard.trim());

/** Returns the tokens of a recogniser's words, which are joined so that `twenty` and `one` become a single number. */
export function heardTokens(heard: readonly { readonly text: string }[], languageCode: string): WordToken[] {
  const places: { readonly from: number; readonly to: number }[] = [];
  let text = '';
  for (const { text: word } of heard) {
    const spoken = word.trim();
    const isJoined = text === '' || (IS_UNSPACED.test(spoken) && IS_UNSPACED.test(text.slice(-1)));
    if (spoken !== '' && !isJoined) text += ' ';
    places.push({ from: text.length, to: text.length + spoken.length });
    text += spoken;
  }
  return places.length === 0 ? [] : tokensOf(text, languageCode, wordFinder(places));
}

/** Returns a function that finds the word at a position, or the next word if the position is between words. */
function wordFinder(words: readonly { readonly to: number }[]): (position: number) => number {
  return (position) => {
    let [low, high] = [0, words.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(words, middle).to > position) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

const KATAKANA_TO_HIRAGANA = 0x60;

/** Removes inaudible differences: case, accents, apostrophes, scripts and spelling variants. */
export function foldWord(written: string, language: string): string {
  let word = written.normalize('NFKC').toLowerCase().replace(/['’]/g, '');
  if (/^\d/.test(word)) return word;
  if (language === 'de') word = word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
  word = word
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{M}])\p{M}+/gu, '')
    .replace(/[\u064b-\u0655\u0670\u0591-\u05c7]/g, '')
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replace(/[æœøłđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA))
    .replace(/[ー〜]/g, '');
  return language === 'en' ? commonSpelling(word) : word;
}

const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };
