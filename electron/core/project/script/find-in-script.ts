// Finding words in the whole script.
import vm from 'node:vm';
import { type SearchQuery, searchPattern } from '../../../../shared/rules/search-pattern.ts';
import { isWholeWord } from '../../../../shared/rules/word-edges.ts';
import type { Database } from '../folder/database.ts';
import { chapterTitles } from '../lines/chapters.ts';
import { rowLength, rowText } from './script-document.ts';
import { type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

/** A place where something was found. Positions are UTF-16 code units. */
export interface ScriptMatch {
  /** Null: before the first heading. */
  readonly chapterId: number | null;
  /** In the chapter's text. */
  readonly from: number;
  readonly to: number;
  /** The paragraph in which it begins, and where in that, for a text in which it stands elsewhere by now. */
  readonly paragraphId: number;
  readonly fromInParagraph: number;
  /** What was found, with some of the words before and behind it, in one row. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Why a search could not be done. */
export type FindProblem =
  /** `detail` says what is wrong, in the words of the language that reads it. */
  | { readonly kind: 'invalid-pattern'; readonly detail: string }
  /** The pattern takes too long, as patterns can that repeat what repeats. */
  | { readonly kind: 'too-slow' };

export interface FindResult {
  /** In script order; at most as many as were asked for. */
  readonly matches: readonly ScriptMatch[];
  /** How many there are in all; as far as it came where there is a problem. */
  readonly total: number;
  readonly problem: FindProblem | null;
}

/** Milliseconds that the patterns of one search may take. */
const BUDGET_MS = 2_000;
/** Characters on each side of what was found. */
const AROUND = 40;

/**
 * Finds all places in the script. Empty matches do not count.
 *
 * @param limit at most this many places are listed; the others are only counted
 */
export function findInScript(
  db: Database,
  query: SearchQuery,
  limit: number,
  budgetMs: number = BUDGET_MS,
): FindResult {
  const search = searcherOf(query, budgetMs);
  if ('problem' in search) return { matches: [], total: 0, problem: search.problem };
  const matches: ScriptMatch[] = [];
  let total = 0;
  for (const chapterId of [null, ...chapterTitles(db).keys()]) {
    const rows = paragraphsOfChapter(db, chapterId);
    const text = rows.map(rowText).join('');
    const found = search.find(text, limit - matches.length);
    if (found === null) return { matches, total, problem: { kind: 'too-slow' } };
    total += found.total;
    for (const match of matchesAt(rows, text, found.places)) matches.push({ chapterId, ...match });
  }
  return { matches, total, problem: null };
}

interface Occurrence {
  readonly from: number;
  readonly to: number;
}

interface Searcher {
  /** Null: the time is over. */
  find(text: string, limit: number): { readonly places: readonly Occurrence[]; readonly total: number } | null;
}

function searcherOf(query: SearchQuery, budgetMs: number): Searcher | { readonly problem: FindProblem } {
  let pattern: RegExp;
  try {
    pattern = searchPattern(query);
  } catch (error) {
    return { problem: { kind: 'invalid-pattern', detail: error instanceof Error ? error.message : String(error) } };
  }
  // Bare words are found in time that grows with the text alone.
  const searcher = query.regexp ? boundedSearcher(pattern, budgetMs) : { find: placesOf(pattern) };
  return query.wholeWord ? wholeWordsOf(searcher) : searcher;
}

const wholeWordsOf = (searcher: Searcher): Searcher => ({
  find(text, limit) {
    const found = searcher.find(text, Number.POSITIVE_INFINITY);
    const whole = found?.places.filter(({ from, to }) => isWholeWord(text, from, to));
    return whole ? { places: whole.slice(0, limit), total: whole.length } : null;
  },
});

const placesOf = (pattern: RegExp) => (text: string, limit: number) => {
  const places: Occurrence[] = [];
  let total = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found === '') continue;
    total += 1;
    if (places.length < limit) places.push({ from: index, to: index + found.length });
  }
  return { places, total };
};

/** The same in a context of its own, where a pattern that never ends can be stopped. */
const SEARCH = new vm.Script(`(() => {
  const places = [];
  let total = 0;
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (match[0] === '') continue;
    total += 1;
    if (places.length < limit) places.push({ from: match.index, to: match.index + match[0].length });
  }
  return { places, total };
})()`);

function boundedSearcher({ source, flags }: RegExp, budgetMs: number): Searcher {
  let left = budgetMs;
  const context = vm.createContext({ source, flags, text: '', limit: 0 });
  return {
    find(text, limit) {
      if (left < 1) return null;
      const start = performance.now();
      Object.assign(context, { text, limit });
      try {
        return SEARCH.runInContext(context, { timeout: Math.ceil(left) });
      } catch (error) {
        if (isTimeout(error)) return null;
        throw error;
      } finally {
        left -= performance.now() - start;
      }
    },
  };
}

// The error may come from the context in which the pattern ran, where `Error` is another one.
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** @param places rising */
function matchesAt(
  rows: readonly ParagraphRow[],
  text: string,
  places: readonly Occurrence[],
): Omit<ScriptMatch, 'chapterId'>[] {
  let at = 0;
  let start = 0;
  return places.map(({ from, to }) => {
    for (let row = rows[at]; row && from >= start + rowLength(row); row = rows[at]) {
      start += rowLength(row);
      at += 1;
    }
    return {
      from,
      to,
      paragraphId: rows[at]?.id ?? 0,
      fromInParagraph: from - start,
      before: inOneRow(text.slice(Math.max(0, from - AROUND), from)),
      match: inOneRow(text.slice(from, to)),
      after: inOneRow(text.slice(to, to + AROUND)),
    };
  });
}

const inOneRow = (text: string): string => text.replaceAll(/\s+/gu, ' ');
