import { at } from './at.ts';
import { append } from './lists.ts';

type SameWords = readonly (readonly [old: number, now: number])[];

/**
 * Returns the longest common subsequence. If that takes more than `maxPairs` comparisons, returns only the common
 * start and end.
 */
export function commonWords(before: readonly string[], after: readonly string[], maxPairs: number): SameWords {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  const rows = before.length - start - end;
  const columns = after.length - start - end;
  if (rows * columns <= maxPairs) {
    const width = columns + 1;
    /** The element at `row * width + column` is the number of common words from that position on. */
    const common = new Uint32Array((rows + 1) * width);
    // Avoids the `at` helper, which is slower here because other code calls it with many types of lists.
    const commonAt = (row: number, column: number): number => {
      const count = common[row * width + column];
      if (count === undefined) throw new RangeError(`No count at row ${row}, column ${column}.`);
      return count;
    };
    for (let row = rows - 1; row >= 0; row -= 1) {
      for (let column = columns - 1; column >= 0; column -= 1) {
        common[row * width + column] =
          before[start + row] === after[start + column]
            ? commonAt(row + 1, column + 1) + 1
            : Math.max(commonAt(row + 1, column), commonAt(row, column + 1));
      }
    }
    let [row, column] = [0, 0];
    while (row < rows && column < columns) {
      if (before[start + row] === after[start + column]) {
        pairs.push([start + row, start + column]);
        row += 1;
        column += 1;
      } else if (commonAt(row + 1, column) >= commonAt(row, column + 1)) row += 1;
      else column += 1;
    }
  }
  for (let at = end; at >= 1; at -= 1) pairs.push([before.length - at, after.length - at]);
  return pairs;
}

export interface WordSegment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** If there are more word pairs than this, the differing middle is treated as one change. */
const MAX_PAIRS = 1_000_000;

const WORDS = /\S+\s*|^\s+/gu;

/** Returns the new text with the removed words at their old positions. Ignores changes in white space. */
export function wordChanges(before: string, after: string): WordSegment[] {
  const [oldWords, newWords] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const trimmed = (words: readonly string[]) => words.map((word) => word.trim());
  const segments: WordSegment[] = [];
  let from = 0;
  let to = 0;
  const addChanges = (oldEnd: number, newEnd: number) => {
    append(
      segments,
      oldWords.slice(from, oldEnd).map((text) => ({ kind: 'removed' as const, text })),
    );
    append(
      segments,
      newWords.slice(to, newEnd).map((text) => ({ kind: 'added' as const, text })),
    );
    [from, to] = [oldEnd, newEnd];
  };
  for (const [same, newIndex] of commonWords(trimmed(oldWords), trimmed(newWords), MAX_PAIRS)) {
    addChanges(same, newIndex);
    segments.push({ kind: 'same', text: at(newWords, newIndex) });
    [from, to] = [same + 1, newIndex + 1];
  }
  addChanges(oldWords.length, newWords.length);
  return mergeSegments(segments);
}

/** Merges adjacent segments. Adds white space around removed segments that have none. */
function mergeSegments(segments: readonly WordSegment[]): WordSegment[] {
  const found: WordSegment[] = [];
  for (const [index, { kind, text }] of segments.entries()) {
    const last = found.at(-1);
    const needsSpace = kind === 'removed' && last !== undefined && !/\s$/.test(last.text);
    const spaced = kind === 'removed' && index < segments.length - 1 ? `${text.trimEnd()} ` : text;
    const shown = needsSpace ? ` ${spaced}` : spaced;
    if (last?.kind === kind) found[found.length - 1] = { kind, text: last.text + shown };
    else found.push({ kind, text: shown });
  }
  return found;
}
