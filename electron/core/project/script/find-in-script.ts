import vm from 'node:vm';
import { type SearchQuery, searchPattern } from '../../../../shared/rules/search-pattern.ts';
import { isWholeWord } from '../../../../shared/rules/word-edges.ts';
import type { Database } from '../folder/database.ts';
import { chapterTitles } from '../lines/chapters.ts';
import { rowLength, rowText } from './script-document.ts';
import { type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

/** Positions are in UTF-16 code units. */
export interface ScriptMatch {
  readonly chapterId: number | null;
  /** Relative to the chapter's text. */
  readonly from: number;
  readonly to: number;
  /** The paragraph and the position in it. They stay valid if text before the paragraph changes. */
  readonly paragraphId: number;
  readonly fromInParagraph: number;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export type FindProblem =
  | { readonly kind: 'invalid-pattern'; readonly detail: string }
  /** The pattern takes too long, for example because of nested repetitions. */
  | { readonly kind: 'too-slow' };

export interface FindResult {
  readonly matches: readonly ScriptMatch[];
  /** Total number of matches, or the number found before a problem occurred. */
  readonly total: number;
  readonly problem: FindProblem | null;
}

const TIME_LIMIT_MS = 2_000;
const CONTEXT_LENGTH = 40;

/**
 * Searches the script, skipping empty matches.
 * @param limit maximum number of listed matches; others are only counted
 */
export function findInScript(
  db: Database,
  query: SearchQuery,
  limit: number,
  budgetMs: number = TIME_LIMIT_MS,
): FindResult {
  const search = createSearcher(query, budgetMs);
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
  find(text: string, limit: number): { readonly places: readonly Occurrence[]; readonly total: number } | null;
}

function createSearcher(query: SearchQuery, budgetMs: number): Searcher | { readonly problem: FindProblem } {
  let pattern: RegExp;
  try {
    pattern = searchPattern(query);
  } catch (error) {
    return { problem: { kind: 'invalid-pattern', detail: error instanceof Error ? error.message : String(error) } };
  }
  // A plain-text search needs no time limit, because it takes linear time.
  const searcher = query.regexp ? boundedSearcher(pattern, budgetMs) : { find: findMatches(pattern) };
  return query.wholeWord ? wholeWordSearcher(searcher) : searcher;
}

const wholeWordSearcher = (searcher: Searcher): Searcher => ({
  find(text, limit) {
    const found = searcher.find(text, Number.POSITIVE_INFINITY);
    const whole = found?.places.filter(({ from, to }) => isWholeWord(text, from, to));
    return whole ? { places: whole.slice(0, limit), total: whole.length } : null;
  },
});

const findMatches = (pattern: RegExp) => (text: string, limit: number) => {
  const places: Occurrence[] = [];
  let total = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found === '') continue;
    total += 1;
    if (places.length < limit) places.push({ from: index, to: index + found.length });
  }
  return { places, total };
};

/** Runs the search in a separate context, so that a pattern that doesn't terminate can be stopped. */
const SEARCH_SCRIPT = new vm.Script(`(() => {
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
        return SEARCH_SCRIPT.runInContext(context, { timeout: Math.ceil(left) });
      } catch (error) {
        if (isTimeout(error)) return null;
        throw error;
      } finally {
        left -= performance.now() - start;
      }
    },
  };
}

// Don't use `instanceof`, because the error might be an instance of the context's own `Error` class.
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

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
      before: singleLine(text.slice(Math.max(0, from - CONTEXT_LENGTH), from)),
      match: singleLine(text.slice(from, to)),
      after: singleLine(text.slice(to, to + CONTEXT_LENGTH)),
    };
  });
}

const singleLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');
