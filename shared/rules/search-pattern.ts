// A search query as a regular expression. Where case does not matter, neither does how a word happens to be written: in full
// or half width, with ß or ss, with a ligature, composed or decomposed, with or without Arabic vowel signs and tatweel.

import { UNSPACED } from './word-edges.ts';

/** What is searched for in a script. */
export interface SearchQuery {
  readonly query: string;
  readonly matchCase: boolean;
  /** Only where no letter, digit or underscore stands directly before or behind; where words stand without spaces, at their edges. */
  readonly wholeWord: boolean;
  /** The query is a regular expression (JavaScript's, with Unicode), in which `^` and `$` are the ends of a row. */
  readonly regexp: boolean;
}

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
/** In scripts without spaces between words a pattern can't tell where these end: `isWholeWord` does. */
const EITHER_UNSPACED = `(?<=[${UNSPACED}])|(?=[${UNSPACED}])`;
const START = `(?:(?<!${WORD})|${EITHER_UNSPACED})`;
const END = `(?:(?!${WORD})|${EITHER_UNSPACED})`;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/** Arabic tatweel and vowel signs, Hebrew points: a word is the same with and without them. */
const OPTIONAL_MARKS = String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670\u06d6-\u06dc`;
const MARKS = new RegExp(`[${OPTIONAL_MARKS}]`, 'gu');
const TAKES_MARKS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** What may stand for several letters, the longest first. */
const LIGATURES: readonly (readonly [letters: string, forms: string])[] = [
  ['ffi', '\ufb03'],
  ['ffl', '\ufb04'],
  ['ff', '\ufb00'],
  ['fi', '\ufb01'],
  ['fl', '\ufb02'],
  ['ss', 'ßẞ'],
];

/** By a character: the forms of it that are as wide or as narrow as another script's, and the spaces that are as good as one. */
const OTHER_WIDTHS = new Map<string, string>();
for (const code of [0xa0, 0x202f, 0x3000, ...Array.from({ length: 0xffa0 - 0xff01 }, (_, at) => 0xff01 + at)]) {
  const form = String.fromCharCode(code);
  const usual = form.normalize('NFKC').toLowerCase();
  OTHER_WIDTHS.set(usual, (OTHER_WIDTHS.get(usual) ?? '') + form);
}

/** Full and half width forms, and spaces that stay together: a run of them is one text, since ｶﾞ are two of them. */
const WIDTHS = /[\u00a0\u202f\u3000\uff01-\uff9f]+/gu;
const FORMS = new RegExp(`[${LIGATURES.map(([, forms]) => forms).join('')}]`, 'gu');
const lettersOf = (form: string): string => LIGATURES.find(([, forms]) => forms.includes(form))?.[0] ?? form;

/** A text as it is compared where neither case nor width nor the like matters: `ＡＢＣ` is `abc`, `Straße` is `strasse`. */
export const folded = (text: string): string =>
  text
    .replace(WIDTHS, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .toLowerCase()
    .replace(FORMS, lettersOf)
    .replace(MARKS, '');

/**
 * Tells of texts whether they have every word of a query, anywhere in them and however they are written.
 *
 * @param query as it was typed; without words every text has them
 */
export function wordsFinder(query: string): (text: string) => boolean {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const own = folded(text);
    return words.every((word) => own.includes(word));
  };
}

const escaped = (text: string): string => text.replace(SPECIAL, String.raw`\$&`);

/** One character in each width. */
function inEachWidth(character: string): string {
  const forms = OTHER_WIDTHS.get(character);
  return forms === undefined ? escaped(character) : `(?:${escaped(character)}|[${forms}])`;
}

/** One character of folded words in every way in which it may be written. */
function inEveryWay(character: string): string {
  const parts = [...character.normalize('NFD')];
  const whole = inEachWidth(character);
  const ways = parts.length > 1 ? `(?:${whole}|${parts.map(inEachWidth).join('')})` : whole;
  return TAKES_MARKS.test(character) ? `${ways}[${OPTIONAL_MARKS}]*` : ways;
}

/** The source of a pattern that finds words however they are written. */
function looseSource(words: string): string {
  const text = folded(words);
  // What consists of marks alone is meant as it is.
  if (text === '') return escaped(words);
  let source = '';
  for (let at = 0; at < text.length; ) {
    const ligature = LIGATURES.find(([letters]) => text.startsWith(letters, at));
    const [letters, forms] = ligature ?? [String.fromCodePoint(text.codePointAt(at) ?? 0), ''];
    const plain = Array.from(letters, inEveryWay).join('');
    source += ligature ? `(?:${plain}|[${forms}])` : plain;
    at += letters.length;
  }
  return source;
}

/** Bare words as the source of a pattern. */
export const plainSource = ({ query, matchCase }: Pick<SearchQuery, 'query' | 'matchCase'>): string =>
  matchCase ? escaped(query) : looseSource(query);

/**
 * The pattern that finds all places of a query; of whole words, those that `isWholeWord` still has to look at.
 *
 * @throws SyntaxError where the query is no regular expression; its message says why
 */
export function searchPattern({ query, matchCase, wholeWord, regexp }: SearchQuery): RegExp {
  const words = regexp ? query : plainSource({ query, matchCase });
  // Alone first: brackets that close nothing would otherwise pair with those around the word.
  const flags = matchCase ? 'gmu' : 'gmiu';
  const bare = new RegExp(words, flags);
  return wholeWord ? new RegExp(`${START}(?:${words})${END}`, flags) : bare;
}
