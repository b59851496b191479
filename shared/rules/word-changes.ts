import { at } from './at.ts';
import { append } from './lists.ts';

type SameWords = readonly (readonly [old: number, now: number])[];

/** Returns the longest common subsequence, or only the common start and end above `mostPairs` comparisons. */
export function sameWords(old: readonly string[], now: readonly string[], mostPairs: number): SameWords {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  const rows = old.length - start - end;
  const columns = now.length - start - end;
  if (rows * columns <= mostPairs) {
    const width = columns + 1;
    /** At `row * width + column`: the number of common words from there on. */
    const common = new Uint32Array((rows + 1) * width);
    // Avoids `at`, which is slower here because it is called with many types of lists.
    const commonAt = (row: number, column: number): number => {
      const count = common[row * width + column];
      if (count === undefined) throw new RangeError(`No count at row ${row}, column ${column}.`);
      return count;
    };
    for (let row = rows - 1; row >= 0; row -= 1) {
      for (let column = columns - 1; column >= 0; column -= 1) {
        common[row * width + column] =
          old[start + row] === now[start + column]
            ? commonAt(row + 1, column + 1) + 1
            : Math.max(commonAt(row + 1, column), commonAt(row, column + 1));
      }
    }
    let [row, column] = [0, 0];
    while (row < rows && column < columns) {
      if (old[start + row] === now[start + column]) {
        pairs.push([start + row, start + column]);
        row += 1;
        column += 1;
      } else if (commonAt(row + 1, column) >= commonAt(row, column + 1)) row += 1;
      else column += 1;
    }
  }
  for (let at = end; at >= 1; at -= 1) pairs.push([old.length - at, now.length - at]);
  return pairs;
}

export interface WordStretch {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this number of word pairs, the differing middle is treated as one change. */
const MAX_PAIRS = 1_000_000;

const WORDS = /\S+\s*|^\s+/gu;

/** Returns the new text, with removed words where they were. White space changes are ignored. */
export function wordChanges(was: string, is: string): WordStretch[] {
  const [old, now] = [was.match(WORDS) ?? [], is.match(WORDS) ?? []];
  const trimmed = (words: readonly string[]) => words.map((word) => word.trim());
  const stretches: WordStretch[] = [];
  let from = 0;
  let to = 0;
  const goTo = (oldEnd: number, nowEnd: number) => {
    append(
      stretches,
      old.slice(from, oldEnd).map((text) => ({ kind: 'removed' as const, text })),
    );
    append(
      stretches,
      now.slice(to, nowEnd).map((text) => ({ kind: 'added' as const, text })),
    );
    [from, to] = [oldEnd, nowEnd];
  };
  for (const [same, there] of sameWords(trimmed(old), trimmed(now), MAX_PAIRS)) {
    goTo(same, there);
    stretches.push({ kind: 'same', text: at(now, there) });
    [from, to] = [same + 1, there + 1];
  }
  goTo(old.length, now.length);
  return joined(stretches);
}

/** Merges adjacent segments and separates removed ones with white space, which their text may lack. */
function joined(stretches: readonly WordStretch[]): WordStretch[] {
  const found: WordStretch[] = [];
  for (const [index, { kind, text }] of stretches.entries()) {
    const last = found.at(-1);
    const isGlued = kind === 'removed' && last !== undefined && !/\s$/.test(last.text);
    const own = kind === 'removed' && index < stretches.length - 1 ? `${text.trimEnd()} ` : text;
    const shown = isGlued ? ` ${own}` : own;
    if (last?.kind === kind) found[found.length - 1] = { kind, text: last.text + shown };
    else found.push({ kind, text: shown });
  }
  return found;
}
