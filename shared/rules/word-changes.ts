// Which words of a text are new, and which are gone, since an earlier version of it.
import { at } from './at.ts';
import { sameWords } from './same-words.ts';

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
    stretches.push(...old.slice(from, oldEnd).map((text) => ({ kind: 'removed' as const, text })));
    stretches.push(...now.slice(to, nowEnd).map((text) => ({ kind: 'added' as const, text })));
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
