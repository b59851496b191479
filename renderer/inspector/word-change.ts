// What changed between two texts, in as few words as say it.

export interface WordChange {
  /** The words around it that stayed. */
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Up to this many unchanged words are shown on each side. */
const AROUND = 3;
const WORDS = /\s+|\S+/gu;

/** The stretch of words in which two texts differ, with a few that stayed on each side; null where they are the same. */
export function wordChange(was: string, is: string): WordChange | null {
  if (was === is) return null;
  const [old, now] = [was.match(WORDS) ?? [], is.match(WORDS) ?? []];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return {
    before: shortened(old.slice(0, start), 'start'),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    after: shortened(old.slice(old.length - end), 'end'),
  };
}

/** A word and the space beside it are two pieces. */
function shortened(pieces: readonly string[], cut: 'start' | 'end'): string {
  const kept = cut === 'start' ? pieces.slice(-2 * AROUND) : pieces.slice(0, 2 * AROUND);
  const words = kept.join('');
  if (kept.length === pieces.length) return words;
  return cut === 'start' ? `…${words}` : `${words}…`;
}
