// Counts matches in slices, so that typing is never blocked. Replaces them with one undo step per chapter.
import { isolateHistory } from '@codemirror/commands';
import { SearchQuery } from '@codemirror/search';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { FindQuery } from '../../../shared/ipc/script-requests.ts';
import { literalSource } from '../../../shared/rules/search-pattern.ts';
import { isWholeWord } from '../../../shared/rules/word-edges.ts';
import type { DocumentSnapshot, ScriptSession } from '../document/script-session.ts';
import { undoLatestEdit } from '../undo-edit.ts';

export interface MatchCount {
  readonly total: number;
  readonly current: number | null;
  readonly isMore: boolean;
}

const MAX_MATCHES = 20_000;
const SLICE_MS = 4;

export function countMatches(query: SearchQuery, state: EditorState, done: (count: MatchCount) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let total = 0;
  let current: number | null = null;
  const count = () => {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const match = cursor.next();
      if (match.done || total === MAX_MATCHES) {
        done({ total, current, isMore: !match.done });
        return;
      }
      total++;
      if (match.value.from === from && match.value.to === to) current = total;
    }
    timer = setTimeout(count, 0);
  };
  timer = setTimeout(count, 0);
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

export interface Replacement {
  readonly count: number;
  readonly chapters: number;
  /** Undoes the replacement in chapters that haven't been edited since. */
  undo(): { readonly changedSince: number };
}

/**
 * Converts the query to CodeMirror's format. Plain text matches the same spelling variants as the search in the whole
 * script, and its replacement is inserted literally. The replacement for a regular expression can use `$1`.
 */
export const searchQueryOf = (
  { query, matchCase, wholeWord, regexp }: FindQuery,
  replacement = '',
  isWithin: ((state: EditorState, from: number) => boolean) | null = null,
): SearchQuery =>
  new SearchQuery({
    search: regexp ? query : literalSource({ query, matchCase }),
    replace: regexp ? replacement : replacement.replaceAll('$', '$$$$'),
    caseSensitive: matchCase,
    ...(wholeWord || isWithin
      ? {
          test: (match: string, state: EditorState, from: number, to: number) =>
            (!wholeWord || isWholeInRow(match, state, from, to)) && (isWithin?.(state, from) ?? true),
        }
      : {}),
    regexp: true,
    literal: !regexp,
  });

/**
 * The same rule as for the search in the whole script. CodeMirror's own rule would treat a row without spaces as a
 * single word.
 */
function isWholeInRow(_match: string, { doc }: EditorState, from: number, to: number): boolean {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  if (first.number === last.number) return isWholeWord(first.text, from - first.from, to - first.from);
  const start = from - first.from;
  const end = to - last.from;
  return isWholeWord(first.text, start, start) && isWholeWord(last.text, end, end);
}

/** If a chapter can't be opened, earlier replacements are kept and can be undone. */
export async function replaceInScript(
  query: SearchQuery,
  chapterIds: readonly (number | null)[],
  open: (chapterId: number | null) => Promise<ScriptSession>,
): Promise<Replacement> {
  const seen = new Set<ScriptSession>();
  const replaced: DocumentSnapshot[] = [];
  let count = 0;
  for (const chapterId of chapterIds) {
    const session = await open(chapterId);
    if (seen.has(session)) continue;
    seen.add(session);
    const here = replaceInDocument(query, session);
    if (here === 0) continue;
    replaced.push(session.snapshot(session.state.doc));
    count += here;
  }
  return { count, chapters: replaced.length, undo: () => ({ changedSince: undoAll(replaced) }) };
}

export function replaceInDocument(query: SearchQuery, session: ScriptSession): number {
  const changes = replacementsIn(query, session.state);
  if (changes.length === 0 || session.state.readOnly) return 0;
  session.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.replace.all' });
  return changes.length;
}

function replacementsIn(query: SearchQuery, state: EditorState): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const cursor = query.getCursor(state);
  for (let match = cursor.next(); !match.done; match = cursor.next()) {
    const { from, to } = match.value;
    const insert = query.literal ? query.replace.replaceAll('$$', '$') : expandReplacement(query.replace, match.value);
    if (state.sliceDoc(from, to) !== insert) changes.push({ from, to, insert });
  }
  return changes;
}

/** Replaces `$1` to `$9` and `$&` with the groups of a regular-expression match, and also expands `$$` and `\n`. */
function expandReplacement(replacement: string, match: object): string {
  const groups = 'match' in match && Array.isArray(match.match) ? (match.match as readonly (string | undefined)[]) : [];
  return replacement
    .replace(/\\([nrt\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
    .replace(/\$([$&]|\d)/g, (whole, key: string) => {
      if (key === '$') return '$';
      const group = key === '&' ? groups[0] : groups[Number(key)];
      return group ?? (key === '&' || Number(key) < groups.length ? '' : whole);
    });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

const undoAll = (replaced: readonly DocumentSnapshot[]): number =>
  replaced.filter((moment) => !undoLatestEdit(moment)).length;
