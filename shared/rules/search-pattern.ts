// Case-insensitive search also ignores differences in character width, ß and ss, ligatures, composition and Arabic
// vowel signs.

import { UNSPACED } from './word-edges.ts';

export interface SearchQuery {
  readonly query: string;
  readonly matchCase: boolean;
  /**
   * Whether matches must begin and end at word boundaries, or must have no letter, digit or underscore next to them.
   */
  readonly wholeWord: boolean;
  /** Whether the query is a JavaScript regular expression in which `^` and `$` match at line boundaries. */
  readonly regexp: boolean;
}

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
/** In scripts without spaces, a pattern can't find word boundaries, so `isWholeWord` checks the matches. */
const EITHER_UNSPACED = `(?<=[${UNSPACED}])|(?=[${UNSPACED}])`;
const START = `(?:(?<!${WORD})|${EITHER_UNSPACED})`;
const END = `(?:(?!${WORD})|${EITHER_UNSPACED})`;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/** Arabic tatweel and vowel signs, and Hebrew points, which are optional in writing. */
const OPTIONAL_MARKS = String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670\u06d6-\u06dc`;
const MARKS = new RegExp(`[${OPTIONAL_MARKS}]`, 'gu');
const HAS_OPTIONAL_MARKS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const LIGATURES: readonly (readonly [letters: string, forms: string])[] = [
  ['ffi', '\ufb03'],
  ['ffl', '\ufb04'],
  ['ff', '\ufb00'],
  ['fi', '\ufb01'],
  ['fl', '\ufb02'],
  ['ss', 'ßẞ'],
];

const WIDTH_VARIANTS = new Map<string, string>();
for (const code of [0xa0, 0x202f, 0x3000, ...Array.from({ length: 0xffa0 - 0xff01 }, (_, at) => 0xff01 + at)]) {
  const form = String.fromCharCode(code);
  const usual = form.normalize('NFKC').toLowerCase();
  WIDTH_VARIANTS.set(usual, (WIDTH_VARIANTS.get(usual) ?? '') + form);
}

/** Width variants and no-break spaces. They are matched as runs, because ｶﾞ consists of two characters. */
const WIDTHS = /[\u00a0\u202f\u3000\uff01-\uff9f]+/gu;
const FORMS = new RegExp(`[${LIGATURES.map(([, forms]) => forms).join('')}]`, 'gu');
const lettersOf = (form: string): string => LIGATURES.find(([, forms]) => forms.includes(form))?.[0] ?? form;

/** Folds case, width and similar variants for comparison: `ＡＢＣ` becomes `abc`, `Straße` becomes `strasse`. */
export const foldForSearch = (text: string): string =>
  text
    .replace(WIDTHS, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .toLowerCase()
    .replace(FORMS, lettersOf)
    .replace(MARKS, '');

export function createWordFinder(query: string): (text: string) => boolean {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const own = foldForSearch(text);
    return words.every((word) => own.includes(word));
  };
}

const escapeRegExp = (text: string): string => text.replace(SPECIAL, String.raw`\$&`);

function widthPattern(character: string): string {
  const forms = WIDTH_VARIANTS.get(character);
  return forms === undefined ? escapeRegExp(character) : `(?:${escapeRegExp(character)}|[${forms}])`;
}

function characterPattern(character: string): string {
  const parts = [...character.normalize('NFD')];
  const whole = widthPattern(character);
  const ways = parts.length > 1 ? `(?:${whole}|${parts.map(widthPattern).join('')})` : whole;
  return HAS_OPTIONAL_MARKS.test(character) ? `${ways}[${OPTIONAL_MARKS}]*` : ways;
}

function tolerantSource(words: string): string {
  const text = foldForSearch(words);
  // A query that consists only of optional marks is matched literally.
  if (text === '') return escapeRegExp(words);
  let source = '';
  for (let at = 0; at < text.length; ) {
    const ligature = LIGATURES.find(([letters]) => text.startsWith(letters, at));
    const [letters, forms] = ligature ?? [String.fromCodePoint(text.codePointAt(at) ?? 0), ''];
    const plain = Array.from(letters, characterPattern).join('');
    source += ligature ? `(?:${plain}|[${forms}])` : plain;
    at += letters.length;
  }
  return source;
}

export const literalSource = ({ query, matchCase }: Pick<SearchQuery, 'query' | 'matchCase'>): string =>
  matchCase ? escapeRegExp(query) : tolerantSource(query);

/** Returns a search pattern. Check its matches with `isWholeWord`. Throws a SyntaxError for an invalid query. */
export function searchPattern({ query, matchCase, wholeWord, regexp }: SearchQuery): RegExp {
  const words = regexp ? query : literalSource({ query, matchCase });
  // Compile the query alone first, because an unmatched bracket could otherwise pair with the group added below.
  const flags = matchCase ? 'gmu' : 'gmiu';
  const bare = new RegExp(words, flags);
  return wholeWord ? new RegExp(`${START}(?:${words})${END}`, flags) : bare;
}
