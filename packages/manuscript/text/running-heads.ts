import { append } from '../../../shared/rules/lists.ts';
import type { UnmarkedText } from '../script/inline-markup.ts';
import { countLeftOutWords } from '../script/omitted-words.ts';
import { readHeading } from '../sections/prose-headings.ts';

interface EdgeRow {
  readonly row: string;
  readonly page: number;
  readonly edge: 'top' | 'bottom';
  /** The line with its numbers removed. */
  readonly key: string;
  /** Each number in the line minus the number of the page. */
  readonly offsets: readonly number[];
}

const MIN_PAGES = 2;
const MAX_HEAD_ROWS = 3;
const MIN_PAGE_ROWS = 25;
const MAX_HEAD_LENGTH = 90;
const MAX_TITLES = 8;
/** A running head recurs on at least this many pages, or on a third of all pages if that is fewer. */
const MIN_REPEATS = 3;
const MIN_REPEAT_SHARE = 1 / 3;
const SENTENCE_END = /[.!?…。！？]["'”’»«“)\]」』]*$/u;
/** `THE LAMP    2.`, as in screenplays */
const NUMBER_AT_END = /(?<!\s)\s{2,}\d{1,4}\.$/;
const SPEECH_ROW = /^[^:：]{1,40}[:：]\s*\S/u;
/** Minimum width, as a share of the widest line, of a line that continues on the next page. */
const MIN_FULL_WIDTH = 0.75;

/** Joins pages at form feeds, and removes running heads and page numbers. */
export function removeRunningHeadsFromText(text: string): UnmarkedText {
  const pages = text.split('\f').map((page) => page.split('\n'));
  if (pages.filter(hasWords).length < MIN_PAGES) return { text, notices: [] };
  const widest = pages.reduce((most, rows) => Math.max(most, widthOf(rows)), 0);
  const edges = pages.map(findEdges);
  const heads = findHeads(edges.flat(), pages, widest);
  const removed: string[] = [];
  const bodies = pages.map((rows, page) => {
    const headsAt = (edge: EdgeRow['edge']): readonly string[] => {
      const own = (edges[page] ?? []).filter((row) => row.edge === edge);
      const end = own.findIndex((row) => !heads.has(row));
      return own.slice(0, end < 0 ? own.length : end).map(({ row }) => row);
    };
    const top = headsAt('top');
    const bottom = headsAt('bottom').slice(0, rows.filter((row) => row.trim() !== '').length - top.length);
    append(removed, [...top, ...bottom.toReversed()]);
    return withoutEdges(rows, top.length, bottom.length);
  });
  const filled = bodies.filter(hasWords);
  if (removed.length === 0 || !(splitsSentences(filled) || areFullPages(pages))) {
    const whole = pages.filter(hasWords).map((rows) => withoutEdges(rows, 0, 0));
    return { text: joinPages(whole, widest), notices: [] };
  }
  return {
    text: joinPages(filled, widest),
    notices: [{ kind: 'running-heads', rows: removed.length, ...countLeftOutWords(removed) }],
  };
}

function joinPages(pages: readonly (readonly string[])[], widest: number): string {
  const joined = pages.flatMap((rows, at) =>
    at === 0 ? rows : [...joinBetween(pages[at - 1] ?? [], rows, widest), ...rows],
  );
  return `${joined.join('\n')}\n`;
}

/** Form feeds between chapters don't split sentences. */
const splitsSentences = (bodies: readonly (readonly string[])[]): boolean =>
  bodies.some((rows, at) => {
    const last = bodies[at - 1]?.at(-1)?.trim() ?? '.';
    return /^\p{Ll}/u.test(rows[0]?.trim() ?? '') && !SENTENCE_END.test(last);
  });

/** Returns whether most pages have about as many lines as the longest page. */
function areFullPages(pages: readonly (readonly string[])[]): boolean {
  const most = pages.reduce((longest, rows) => Math.max(longest, rows.length), 0);
  return (
    most >= MIN_PAGE_ROWS && pages.filter(({ length }) => length >= most * MIN_FULL_WIDTH).length * 2 > pages.length
  );
}

const widthOf = (rows: readonly string[]): number => rows.reduce((most, row) => Math.max(most, row.trim().length), 0);

const hasWords = (rows: readonly string[]): boolean => rows.some((row) => row.trim() !== '');

function findEdges(rows: readonly string[], page: number): EdgeRow[] {
  const filled = rows.map((row) => row.trim()).filter((row) => row !== '');
  const most = Math.max(0, Math.min(MAX_HEAD_ROWS, filled.length - 1));
  const edgeRow = (row: string, edge: EdgeRow['edge']): EdgeRow => ({ row, page, edge, ...numbersIn(row, page) });
  return [
    ...filled.slice(0, most).map((row) => edgeRow(row, 'top')),
    ...filled
      .slice(filled.length - most)
      .reverse()
      .map((row) => edgeRow(row, 'bottom')),
  ];
}

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const ROMAN = '(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})';
/** Roman numerals count only at the start or end of a line, because `il` and `l’` are words. */
const NUMBERS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\d{1,4}(?![\p{L}\p{N}])|^[^\p{L}\p{N}]*${ROMAN}(?=[^\p{L}\p{N}'’]*$|\s{2})|(?<=\s{2}|page )${ROMAN}(?=[^\p{L}\p{N}]*$)`,
  'giu',
);

function numbersIn(row: string, page: number): Pick<EdgeRow, 'key' | 'offsets'> {
  const offsets = Array.from(
    row.matchAll(NUMBERS),
    ([number]) => numberOf(number.replace(/[^\p{L}\p{N}]+/gu, '')) - page,
  );
  const key = row.replace(NUMBERS, ' ').replace(/[^\p{L}]+/gu, ' ');
  return { key: key.trim().toLowerCase(), offsets };
}

function numberOf(number: string): number {
  if (/^\d/.test(number)) return Number(number);
  const values = Array.from(number.toLowerCase(), (digit) => ROMAN_DIGITS[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function findHeads(
  edges: readonly EdgeRow[],
  pages: readonly (readonly string[])[],
  widest: number,
): ReadonlySet<EdgeRow> {
  const short = edges.filter(({ row }) => row.length <= MAX_HEAD_LENGTH);
  const least = (count: number): boolean =>
    count >= MIN_REPEATS || (count > 1 && count >= pages.length * MIN_REPEAT_SHARE);
  const counting = groupPages(short, ({ edge, offsets }) => offsets.map((offset) => `${edge} ${offset}`));
  const alikeOn = groupPages(short, (edge) => [similarityKey(edge)]);
  const inText = rowsInText(pages);
  return new Set(
    short.filter(({ row, page, edge, key, offsets }) => {
      const heading = key === '' ? null : readHeading({ rows: [row] });
      const isCounted = offsets.some((offset) => least(counting.get(`${edge} ${offset}`)?.size ?? 0));
      if (isCounted && !heading?.bare && !(key !== '' && SENTENCE_END.test(row.replace(NUMBER_AT_END, ''))))
        return true;
      const similar = alikeOn.get(similarityKey({ row, edge }));
      const isTitle =
        similar?.values().next().value === page && (heading !== null || isTitlePage(pages[page] ?? [], widest));
      const isOften = key !== '' && least(similar?.size ?? 0) && !isTitle;
      return isOften && !SPEECH_ROW.test(row) && !inText.has(withoutBrackets(row));
    }),
  );
}

const similarityKey = ({ row, edge }: Pick<EdgeRow, 'row' | 'edge'>): string =>
  `${edge} ${row
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()}`;

function isTitlePage(rows: readonly string[], widest: number): boolean {
  const filled = rows.map((row) => row.trim()).filter((row) => row !== '');
  return filled.length <= MAX_TITLES && widthOf(filled) < widest * MIN_FULL_WIDTH;
}

function groupPages(rows: readonly EdgeRow[], keysOf: (row: EdgeRow) => readonly string[]): Map<string, Set<number>> {
  const pages = new Map<string, Set<number>>();
  for (const row of rows)
    for (const key of keysOf(row)) pages.set(key, (pages.get(key) ?? new Set<number>()).add(row.page));
  return pages;
}

/** Lines inside pages, such as speakers' names. */
function rowsInText(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  const inText = new Set<string>();
  for (const rows of pages) {
    const filled = rows.map((row) => row.trim()).filter((row) => row !== '');
    for (const row of filled.slice(MAX_HEAD_ROWS, -MAX_HEAD_ROWS)) inText.add(withoutBrackets(row));
  }
  return inText;
}

const withoutBrackets = (row: string): string => row.replace(/\([^()]*\)/g, '').trim();

function withoutEdges(rows: readonly string[], top: number, bottom: number): readonly string[] {
  const filled = rows.flatMap((row, at) => (row.trim() === '' ? [] : [at]));
  return rows.slice(filled[top] ?? rows.length, (filled.at(-1 - bottom) ?? -1) + 1);
}

/** Returns a blank line, unless a sentence or paragraph continues. */
function joinBetween(before: readonly string[], after: readonly string[], widest: number): readonly string[] {
  const [last = '', next = ''] = [before.at(-1)?.trim(), after[0]?.trim()];
  const isFull = last.length >= widest * MIN_FULL_WIDTH;
  const isEnded = SENTENCE_END.test(last);
  const begins = readHeading({ rows: [next] }) !== null || !/\p{Ll}|\p{Lo}/u.test(next);
  if (/^\p{Ll}/u.test(next) && !isEnded) return [];
  return begins || !isFull ? [''] : [];
}
