// How many times something is found in a chapter, counted beside the work so that typing never waits for it.
import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

export interface MatchCount {
  readonly total: number;
  /** Which of them is selected, 1-based; null where none is. */
  readonly current: number | null;
  /** There are more than were counted. */
  readonly isMore: boolean;
}

/** Counting ends there. */
const MOST = 20_000;
/** It counts without a pause for this long. Milliseconds. */
const SLICE_MS = 4;

/** Counts, and calls `done` unless the returned function was called before. */
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
      if (match.done || total === MOST) {
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
