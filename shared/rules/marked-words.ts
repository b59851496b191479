// Two texts side by side, with the words marked in which they differ.

/** A stretch of a text; marked where the other text has something else. */
export interface Stretch {
  readonly text: string;
  readonly marked: boolean;
}

const WORDS = /\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
/** Beyond so many pairs of words to compare, what lies between the first and the last difference is marked whole. */
const MOST_PAIRS = 60_000;
/** Characters that are shown of what stayed, on each side of a difference. */
const AROUND = 36;
/** Characters that are shown of what is different. */
const MOST_MARKED = 2_000;

/** What both texts have, shortened where nothing differs for long, with what is different marked. */
export function markedWords(before: string, after: string): { readonly before: Stretch[]; readonly after: Stretch[] } {
  const old = before.match(WORDS) ?? [];
  const now = after.match(WORDS) ?? [];
  const stays = sameWords(old, now);
  return { before: stretches(old, stays.old), after: stretches(now, stays.now) };
}

/** Which words of each text stay, by their index. */
function sameWords(old: readonly string[], now: readonly string[]) {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const stays = { old: new Set<number>(), now: new Set<number>() };
  for (let at = 0; at < start; at += 1) keep(stays, at, at);
  for (let at = 1; at <= end; at += 1) keep(stays, old.length - at, now.length - at);
  const rows = old.length - start - end;
  const columns = now.length - start - end;
  if (rows * columns > MOST_PAIRS) return stays;
  // The longest row of words that both have, in order: lengths from each pair of places to the end.
  const longest = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const lengthAt = (row: number, column: number): number => longest[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isSame = old[start + row] === now[start + column];
      const length = isSame
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      (longest[row] ?? [])[column] = length;
    }
  }
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (old[start + row] === now[start + column]) {
      keep(stays, start + row, start + column);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return stays;
}

function keep({ old, now }: { readonly old: Set<number>; readonly now: Set<number> }, inOld: number, inNow: number) {
  old.add(inOld);
  now.add(inNow);
}

function stretches(words: readonly string[], stays: ReadonlySet<number>): Stretch[] {
  const found: { text: string; marked: boolean }[] = [];
  words.forEach((word, at) => {
    const marked = !stays.has(at);
    const last = found.at(-1);
    if (last?.marked === marked) last.text += word;
    else found.push({ text: word, marked });
  });
  return found.map(({ text, marked }, at) => ({
    text: marked ? cut(text) : shortened(text, at > 0, at < found.length - 1),
    marked,
  }));
}

/** The beginning of what is different, where that is too long to be compared by eye. */
function cut(text: string): string {
  if (text.length <= MOST_MARKED) return text;
  return `${[...text.slice(0, 2 * MOST_MARKED)].slice(0, MOST_MARKED).join('')}…`;
}

/** @param left whether something marked stands before it; `right`: after it */
function shortened(text: string, left: boolean, right: boolean): string {
  const characters = [...text];
  const most = AROUND * (Number(left) + Number(right) || 2);
  if (characters.length <= most + 1) return text;
  const head = left || !right ? characters.slice(0, most - (right ? AROUND : 0)).join('') : '';
  const tail = right ? characters.slice(-AROUND).join('') : '';
  return `${head}…${tail}`;
}
