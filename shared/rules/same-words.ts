// Which words of a text stay in a later version of it: the longest row of words that both have, in order.

/** The words that stay, as pairs of their indexes in the earlier and in the later text, in order. */
export type SameWords = readonly (readonly [old: number, now: number])[];

/** @param mostPairs with more pairs to compare than these, only what begins and ends both texts alike stays */
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
