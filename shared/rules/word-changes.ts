// Which words of a text are new, and which are gone, since an earlier version of it.

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
  const isSame = (at: number, to: number): boolean => old[at]?.trim() === now[to]?.trim();
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && isSame(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(old.length - 1 - end, now.length - 1 - end)) end += 1;
  const stretches: WordStretch[] = now.slice(0, start).map((text) => ({ kind: 'same', text }));
  stretches.push(...middleChanges(old.slice(start, old.length - end), now.slice(start, now.length - end)));
  stretches.push(...now.slice(now.length - end).map((text) => ({ kind: 'same' as const, text })));
  return joined(stretches);
}

/** By the longest common subsequence of words. */
function middleChanges(old: readonly string[], now: readonly string[]): WordStretch[] {
  if (old.length * now.length > MOST_PAIRS) {
    return [
      ...old.map((text) => ({ kind: 'removed' as const, text })),
      ...now.map((text) => ({ kind: 'added' as const, text })),
    ];
  }
  const [before, after] = [old.map((word) => word.trim()), now.map((word) => word.trim())];
  const width = now.length + 1;
  /** At `at * width + to`: how many words are common from there on. */
  const common = new Uint32Array((old.length + 1) * width);
  const commonAt = (at: number, to: number): number => common[at * width + to] ?? 0;
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      common[at * width + to] =
        before[at] === after[to] ? commonAt(at + 1, to + 1) + 1 : Math.max(commonAt(at + 1, to), commonAt(at, to + 1));
    }
  }
  const stretches: WordStretch[] = [];
  let at = 0;
  let to = 0;
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && before[at] === after[to]) {
      stretches.push({ kind: 'same', text: now[to] ?? '' });
      at += 1;
      to += 1;
    } else if (at < old.length && (to === now.length || commonAt(at + 1, to) >= commonAt(at, to + 1))) {
      stretches.push({ kind: 'removed', text: old[at] ?? '' });
      at += 1;
    } else {
      stretches.push({ kind: 'added', text: now[to] ?? '' });
      to += 1;
    }
  }
  return stretches;
}

/** Puts like beside like together. What was removed is set off by white space, which its text may not have had. */
function joined(stretches: readonly WordStretch[]): WordStretch[] {
  const found: WordStretch[] = [];
  for (const [at, { kind, text }] of stretches.entries()) {
    const last = found.at(-1);
    const isGlued = kind === 'removed' && last !== undefined && !/\s$/.test(last.text);
    const own = kind === 'removed' && at < stretches.length - 1 ? `${text.trimEnd()} ` : text;
    const shown = isGlued ? ` ${own}` : own;
    if (last?.kind === kind) found[found.length - 1] = { kind, text: last.text + shown };
    else found.push({ kind, text: shown });
  }
  return found;
}
