import type { HeadingCue } from '../../../shared/model/block-evidence.ts';
import { at } from '../../../shared/rules/at.ts';
import { ROMAN_NUMERAL as ROMAN } from '../../../shared/rules/roman-numerals.ts';
import { wordAlternation, wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { type HyphenatedWord, hyphenatedWord } from './hyphenated-words.ts';
import {
  ACT,
  CARDINAL,
  CARDINAL_WORDS,
  CHAPTER,
  HAN_NUMERALS,
  NUMBER,
  ORDINAL,
  PART,
  PART_WITHOUT_NUMBER,
  PICTURE,
  SCENE,
  VOLUME,
} from './part-words.ts';

export interface ProseBlock {
  /** One or more lines, none of them blank. Trailing white space is trimmed; leading white space marks verse. */
  readonly rows: readonly string[];
  /** Number of blank lines before the block; absent if unknown. */
  readonly gap?: number;
}

/** In UTF-16 code units. Longer lines aren't hard-wrapped, so each is a paragraph. */
const MAX_WRAPPED_ROW_LENGTH = 120;
/** In lines. In longer blocks with indented lines, each indent begins a paragraph. */
const MAX_PLAIN_BLOCK_LENGTH = 40;

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

export function proseRows(text: string): string[] {
  return text.split(/\r\n?|\n|\f/).map((row) => row.trimEnd());
}

/** Splits at blank lines. If there are none, splits at unwrapped lines or indented first lines. */
export function proseBlocks(rows: readonly string[]): ProseBlock[] {
  const stanzas: { readonly rows: string[]; readonly gap: number }[] = [];
  let gap = 1;
  for (const row of rows) {
    if (row === '') gap += 1;
    else if (gap > 0) stanzas.push({ rows: [row], gap });
    else stanzas.at(-1)?.rows.push(row);
    if (row !== '') gap = 0;
  }
  const cut = stanzaSplitter(stanzas.map((stanza) => stanza.rows));
  return stanzas.flatMap(({ rows: stanza, gap: before }) =>
    cut(stanza).map((block, index) => ({ rows: block, gap: index === 0 ? before : 0 })),
  );
}

const SENTENCE_END = /[.!?…:。！？]["'”’»«“)\]」』）]*$|[」』]$/u;
const MIN_MATCHING_SHARE = 0.8;

const share = <Item>(items: readonly Item[], matches: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(matches).length / items.length;

type Stanza = readonly string[];

function stanzaSplitter(stanzas: readonly Stanza[]): (stanza: Stanza) => Stanza[] {
  const rows = stanzas.flat();
  const stacked = stanzas.filter((stanza) => stanza.length > 1);
  const isUnwrapped =
    share(rows, (row) => row.length > MAX_WRAPPED_ROW_LENGTH) >= 0.05 ||
    areCompleteSentences(stacked.flat().slice(0, MAX_ROWS_READ));
  if (isUnwrapped) return (stanza) => stanza.map((row) => [row]);
  const mixed = stacked.filter((stanza) => isIndented(stanza[0] ?? '') && stanza.some((row) => !isIndented(row)));
  // Verse and addresses are also indented, so most of the book's blocks must have indents.
  const areIndented = mixed.length * 2 > stacked.length && share(mixed, hasIndentedParagraphs) >= MIN_MATCHING_SHARE;
  return (stanza) => {
    const indented = stanza.filter(isIndented).length;
    const isParted = stanza.length > MAX_PLAIN_BLOCK_LENGTH && indented > 0 && indented * 2 <= stanza.length;
    const isAtIndents = isParted || (areIndented && isIndented(stanza[0] ?? ''));
    return splitStanza(
      stanza,
      (row, before) => (isAtIndents && isIndented(row)) || startsJapaneseParagraph(row, before),
    );
  };
}

/** Japanese paragraphs begin with a wide space or a quotation instead of a blank line. */
const startsJapaneseParagraph = (row: string, before: string): boolean =>
  /^[「『\u3000]/.test(row) && SENTENCE_END.test(before);

const MIN_SENTENCES = 4;
const MAX_ROWS_READ = 2_000;

function areCompleteSentences(rows: readonly string[]): boolean {
  const others = rows.filter((row) => readHeading({ rows: [row] }) === null);
  return others.length >= MIN_SENTENCES && share(others, (row) => SENTENCE_END.test(row)) >= MIN_MATCHING_SHARE;
}

/** Verse may be indented after any line. Paragraphs are indented only after complete sentences. */
const hasIndentedParagraphs = (stanza: Stanza): boolean =>
  stanza.every((row, index) => {
    const before = stanza[index - 1];
    return before === undefined || !isIndented(row) || SENTENCE_END.test(before);
  });

function splitStanza(stanza: Stanza, startsParagraph: (row: string, before: string) => boolean): Stanza[] {
  const blocks: string[][] = [];
  for (const row of stanza) {
    const last = blocks[blocks.length - 1];
    if (last === undefined || startsParagraph(row, last.at(-1) ?? '')) blocks.push([row]);
    else last.push(row);
  }
  return blocks;
}

export function isIndented(row: string): boolean {
  return /^\s/.test(row);
}

export function isVerse(block: ProseBlock): boolean {
  return block.rows.length > 1 && block.rows.every(isIndented);
}

/**
 * Joins lines without a space after a hyphen or between Chinese or Japanese characters. Removes the hyphen if
 * `isOneWord` returns true.
 */
export function joinRows({ rows }: ProseBlock, isOneWord?: (word: HyphenatedWord) => boolean): string {
  const parts: string[] = [];
  // Keep only the end, so that the growing text isn't scanned again for each line.
  let end = '';
  for (const row of rows) {
    const words = row.trim();
    const word = isOneWord ? hyphenatedWord(end, words) : null;
    if (word !== null && isOneWord?.(word)) {
      parts.push((parts.pop() ?? '').slice(0, -1));
      end = end.slice(0, -1);
    }
    const added = end === '' || word !== null || joinsWithoutSpace(end, words) ? words : ` ${words}`;
    parts.push(added);
    end = (end + added).slice(-MAX_END_LENGTH);
  }
  return parts.join('');
}

const MAX_END_LENGTH = 64;

function joinsWithoutSpace(before: string, after: string): boolean {
  if (/[\p{L}\p{N}]-$/u.test(before.slice(-3)) && /^\p{Ll}/u.test(after)) return true;
  const last = before.slice(-1);
  return HAN_OR_KANA.test(last) && HAN_OR_KANA.test(after.slice(0, 1));
}

export interface ProseHeading {
  readonly words: string;
  /** 1 for a volume, 2 for a part or book, 3 for a chapter. */
  readonly rank: 1 | 2 | 3;
  /** Whether the heading is only a label such as `CHAPTER I`; the chapter's title may follow on the next line. */
  readonly bare: boolean;
  readonly sign?: HeadingCue;
}

const MAX_HEADING_LENGTH = 120;
const MAX_ROWS = 3;

const NUMBERED_PICTURE = String.raw`${PICTURE}(?=\s+(?:${ORDINAL})(?!\p{L}))`;
const NUMBERED_LABEL = `(${VOLUME})|(${PART}|${ACT})|(${CHAPTER}|${SCENE}|${NUMBERED_PICTURE})`;
const NUMBERED = new RegExp(String.raw`^(?:${NUMBERED_LABEL})\s+(?:THE )?${NUMBER}(?![\p{L}\p{N}])(.*)$`, 'iu');
const NUMBER_FIRST = String.raw`(?:THE |DAS |DER |DIE )?(?:${ORDINAL}|[0-9]{1,3}\.)`;
const ORDERED_LABEL = `(${VOLUME})|(${PART}|${ACT}|EPILOGUE)|(${CHAPTER}|${SCENE}|${PICTURE}|PROLOGUE)`;
const ORDERED = new RegExp(String.raw`^${NUMBER_FIRST} ?(?:${ORDERED_LABEL})(?!\p{L})(.*)$`, 'iu');
const NUMBER_AFTER_BOOK =
  "AUTHOR['’]S NOTE|A NOTE (?:ON|FROM) THE \\p{L}{3,12}|ABOUT THE AUTHOR|ACKNOWLEDGE?MENTS|DANKSAGUNG|REMERCIEMENTS";
const UNNUMBERED_PART = new RegExp(
  `^(?:(?:THE |AUTHOR['’]S |AN )?${wordAlternation('parts-named-alone')}|${NUMBER_AFTER_BOOK})[.:]?$`,
  'iu',
);
const EAST_ASIAN = new RegExp(
  `^第\\s*[${HAN_NUMERALS}\\p{Nd}]+\\s*([部卷巻編篇]|幕(?![^\\s:：—])|[章回話话節节]|[場场景集](?![^\\s:：—]))(.*)$`,
  'u',
);
const EAST_ASIAN_ALONE = new RegExp(
  `^(?:${PART_WITHOUT_NUMBER})[${HAN_NUMERALS}\\p{Nd}]{0,3}(?:[\\s:：][^。！？.!?]{1,20})?$`,
  'u',
);
/** `【第一章】` */
const BRACKETED_HEADING = /^[【〖《〈〔［](.{1,60})[】〗》〉〕］](.{0,60})$/u;
const KOREAN = /^제\s*[0-9]+\s*([부권막]|[장화회])(.*)$/u;
/** In Arabic and Hebrew, numbers come after the word. */
const ARABIC_OR_HEBREW: readonly RegExp[] = [
  wordPattern('^', 'arabic-parts', String.raw`\s(?:ال\p{L}{2,10}|\p{Nd}{1,3})(?:\s\p{L}{2,8})?[.:]?$`, 'u'),
  wordPattern('^', 'hebrew-parts', String.raw`\s(?:\p{L}{1,3}['’׳״"]?\p{L}?|\p{Nd}{1,3})[.:]?$`, 'u'),
  wordPattern('^', 'hebrew-parts', String.raw`\s${wordAlternation('hebrew-ordinals')}[.:]?$`, 'u'),
];
const BARE_NUMBER = new RegExp(
  `^(?:(${ROMAN}|[0-9０-９]{1,3})[.．]?|(${CARDINAL}|[一二三四五六七八九十百]{1,5}))$`,
  'iu',
);
const NUMBERED_NAME = new RegExp(`^(${ROMAN}|[0-9]{1,3})(?:[.)]|\\s*[–—:-])?\\s+(?=[\\p{Lu}“‘„«])[^\\n]{1,80}$`, 'u');

/** `Tom 0:09` is a time, not a number and a name. */
const PUNCTUATION_AFTER_NUMBER = /^\s*(?!:\d)[.:;)\]—–-]/;

export function readHeading(block: ProseBlock): ProseHeading | null {
  const typed = block.rows[0]?.trim() ?? '';
  const first = typed.replace(BRACKETED_HEADING, '$1 $2').trim();
  if (first.length > MAX_HEADING_LENGTH || block.rows.length > MAX_ROWS) return null;
  const words = joinRows(block);
  if (words.length > MAX_HEADING_LENGTH) return null;
  if (UNNUMBERED_PART.test(words)) return { words, rank: /EPILOG/i.test(words) ? 2 : 3, bare: false };
  const match = NUMBERED.exec(first) ?? ORDERED.exec(first) ?? null;
  if (match) {
    const rest = at(match, 4);
    if (!isPlausibleHeading(first, rest, block.rows.length)) return null;
    return {
      words,
      rank: match[1] ? 1 : match[2] ? 2 : 3,
      bare: block.rows.length === 1 && /^[.:]?$/.test(rest.trim()),
    };
  }
  if (ARABIC_OR_HEBREW.some((heading) => heading.test(words)))
    return { words, rank: /^(?:الجزء|الباب|الفصل|חלק|מערכה)/u.test(words) ? 2 : 3, bare: true };
  if (EAST_ASIAN_ALONE.test(first)) return { words, rank: 3, bare: true };
  const eastern = EAST_ASIAN.exec(first) ?? KOREAN.exec(first);
  if (!eastern || /[。!?]$/u.test(words)) return null;
  return { words, rank: /[部卷巻編篇幕부권막]/u.test(at(eastern, 1)) ? 2 : 3, bare: at(eastern, 2).trim() === '' };
}

const PLAY_PART = new RegExp(`(?<!\\p{L})(?:${ACT}|${SCENE}|${PICTURE})(?!\\p{L})|[幕場场]`, 'iu');

export const isPartOfPlay = (words: string): boolean => PLAY_PART.test(words);

const LEADING_CAPITAL = /^["“‘'(]?[\p{Lu}\p{N}]/u;
const LEADING_CASELESS_LETTER = /^["“‘'(]?\p{Lo}/u;

/** “Part one of the plan was simple.” is a sentence, not a heading. */
function isPlausibleHeading(row: string, rest: string, rows: number): boolean {
  const name = rest.trim();
  if (/^[.:]?$/.test(name)) return true;
  const isName = LEADING_CAPITAL.test(name) || (LEADING_CASELESS_LETTER.test(name) && !/[।॥.,;!?]$/u.test(name));
  const capitals = /^\P{Ll}*$/u.test(at(row.split(/\s+/), 0)) && isName;
  if (!PUNCTUATION_AFTER_NUMBER.test(rest) && !capitals) return false;
  // A sentence that spans several lines, or has a comma after the number, is prose.
  return rows === 1 || !/[.,;]$/.test(name);
}

/** Returns whether the block may be the title below a bare heading, such as “DOWN THE RABBIT-HOLE”. */
export function isHeadingName(block: ProseBlock): boolean {
  const words = joinRows(block);
  if (block.rows.length > 2 || words.length > 80 || readHeading(block) !== null) return false;
  if (!/^["“‘'(]?[\p{Lu}\p{N}]/u.test(words)) return false;
  if (/^\P{Ll}*$/u.test(words) && /\p{Lu}/u.test(words)) return true;
  const long = words.split(/\s+/).filter((word) => word.length > 3);
  return !/[.,;:!?…”’"']$/.test(words) && long.length > 0 && long.every((word) => /^["“‘'(]?[\p{Lu}\p{N}]/u.test(word));
}

/**
 * Finds headings with ascending numbers: “I”, “II”; “One”, “Two”; “1. The House”; or with any label: “บทที่ 1”, “Bab
 * 2: Pulang”.
 */
export function numberHeadings(blocks: readonly ProseBlock[]): Map<ProseBlock, ProseHeading> {
  const counted = countedHeadings(blocks);
  return counted.size > 0 ? counted : labelledHeadings(blocks);
}

const HEADING_LABEL = String.raw`[\p{L}\p{M}](?:[\p{L}\p{M} ]{0,18}[\p{L}\p{M}])?`;
const LABELLED_NAME = String.raw`(?:\s{0,8}[.:：–—-]\s{0,8}|\s{1,8}(?=[\p{Lu}\p{Lo}]))[^\n]{1,80}`;
const LABELLED_NUMBER = new RegExp(String.raw`^(${HEADING_LABEL}) ?(\p{Nd}{1,3})(?:\.?|${LABELLED_NAME})$`, 'u');
const LABEL_SENTENCE = /[.,;!?…。！？]$/u;

function labelledHeadings(blocks: readonly ProseBlock[]): Map<ProseBlock, ProseHeading> {
  const byLabel = new Map<string, Map<ProseBlock, ProseHeading>>();
  const lists = new Set<string>();
  let before: ProseBlock | undefined;
  for (const block of blocks) {
    const words = block.rows.length === 1 ? at(block.rows, 0).trim() : '';
    const [whole, label = '', number = ''] =
      words.length <= MAX_HEADING_LENGTH ? (LABELLED_NUMBER.exec(words) ?? []) : [];
    if (whole !== undefined && !(LABEL_SENTENCE.test(words) && !/\p{Nd}\.$/u.test(words))) {
      const found = byLabel.get(label) ?? new Map<ProseBlock, ProseHeading>();
      byLabel.set(label, found);
      if (digitsValue(number) === found.size + 1) {
        // Consecutive numbers without text between them are a list or a table of contents.
        if (before !== undefined && found.has(before)) lists.add(label);
        found.set(block, { words, rank: 3, bare: /\p{Nd}\.?$/u.test(words) });
      }
    }
    before = block;
  }
  const likely = [...byLabel].flatMap(([label, found]) => (found.size > 1 && !lists.has(label) ? [found] : []));
  return likely.reduce((most, found) => (found.size > most.size ? found : most), new Map<ProseBlock, ProseHeading>());
}

/** In Unicode, the ten decimal digits of each script are consecutive. */
const digitsValue = (digits: string): number =>
  Array.from(digits).reduce((sum, digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return sum * 10 + value;
  }, 0);

export function countedHeadings(blocks: readonly ProseBlock[]): Map<ProseBlock, ProseHeading> {
  const bare = new Map<ProseBlock, ProseHeading>();
  const named = new Map<ProseBlock, ProseHeading>();
  let isList = false;
  let before: ProseBlock | undefined;
  for (const block of blocks) {
    const words = block.rows.length === 1 ? at(block.rows, 0).trim() : '';
    const match = words.length <= MAX_NUMBER_LENGTH ? BARE_NUMBER.exec(words) : null;
    if (match && numberOf(match[1] ?? at(match, 2)) === bare.size + 1) bare.set(block, { words, rank: 3, bare: true });
    const name = words.length <= MAX_NAME_LENGTH && !/[.,;:!?…]$/.test(words) ? NUMBERED_NAME.exec(words) : null;
    if (name && numberOf(at(name, 1)) === named.size + 1) {
      if (before !== undefined && named.has(before)) isList = true;
      named.set(block, { words, rank: 3, bare: false });
    }
    before = block;
  }
  if (bare.size > 1) return bare;
  return named.size > 1 && !isList ? named : new Map();
}

const MAX_NUMBER_LENGTH = 16;
const MAX_NAME_LENGTH = 80;

const NUMBER_WORDS = CARDINAL_WORDS.map((word) => word.toLowerCase());

const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_TENS: Readonly<Record<string, number>> = { 十: 10, 百: 100 };

/** `十二` is 12, `二十` is 20. */
function hanNumber(words: string): number {
  let [sum, digit] = [0, 0];
  for (const numeral of words) {
    const ten = HAN_TENS[numeral];
    sum += ten === undefined ? 0 : Math.max(1, digit) * ten;
    digit = ten === undefined ? HAN_DIGITS.indexOf(numeral) : 0;
  }
  return sum + digit;
}

export function numberOf(words: string): number {
  const digits = words.normalize('NFKC');
  if (/^\d+$/.test(digits)) return Number(digits);
  if (/^[一-鿿]/u.test(words)) return hanNumber(words);
  const [tens = '', ones = ''] = words.toLowerCase().split(/[- ]/);
  if (NUMBER_WORDS.includes(tens)) {
    const value = NUMBER_WORDS.indexOf(tens) + 1;
    return (value > 19 ? (value - 18) * 10 : value) + (ones === '' ? 0 : NUMBER_WORDS.indexOf(ones) + 1);
  }
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  let total = 0;
  for (const [place, letter] of [...words].entries()) {
    const value = values[letter] ?? 0;
    total += value < (values[words.charAt(place + 1)] ?? 0) ? -value : value;
  }
  return total;
}
