// Which words of a text are new, and which are gone or stay, since an earlier version of it.
import { at } from './at.ts';
import { append } from './lists.ts';

/** The words that stay, as pairs of their indexes in the earlier and in the later text, in order. */
type SameWords = readonly (readonly [old: number, now: number])[];

/**
 * The longest row of words that both texts have, in order.
 *
 * @param mostPairs with more pairs to compare than these, only what begins and ends both texts alike stays
 */
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
    /** At `row * width + column`: how many words are common from there on. */
    const common = new Uint32Array((rows + 1) * width);
    // Up to `mostPairs` of these are read: not by `at`, which is slower for the many kinds of lists that it reads.
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

/** A stretch of words: in both texts, only in the later one, or only in the earlier one. */
export interface WordStretch {
  readonly kind: 'same' | 'added' | 'removed';
  /** With the white space that follows its words. */
  readonly text: string;
}

/** Above this many pairs of words to compare, the differing middle is one change. */
const MOST_PAIRS = 1_000_000;

/** A word with the white space after it; white space at the start of a text stands alone. */
const WORDS = /\S+\s*|^\s+/gu;

/**
 * The later text word by word, with what was removed in its place. The texts of all stretches but the removed ones are
 * the later text; a change of white space alone is none.
 */
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
  for (const [same, there] of sameWords(trimmed(old), trimmed(now), MOST_PAIRS)) {
    goTo(same, there);
    stretches.push({ kind: 'same', text: at(now, there) });
    [from, to] = [same + 1, there + 1];
  }
  goTo(old.length, now.length);
  return joined(stretches);
}

/** Puts like beside like together. What was removed is set off by white space, which its text may not have had. */
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
