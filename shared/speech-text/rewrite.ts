import type { MarkedRange, MarkedText } from '@lectern/tts-protocol';

/** `words` returns a match's replacement, or null to keep the match. */
export interface ReadingRule {
  readonly pattern: RegExp;
  readonly words: (match: RegExpExecArray) => string | null;
}

export const createRule = (pattern: RegExp, words: ReadingRule['words']): ReadingRule => ({ pattern, words });

export const namedGroup = (match: RegExpExecArray, name: string): string => match.groups?.[name] ?? '';

const escapeRegExp = (text: string): string => text.replace(/[/.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns the source of a pattern that matches any of the words. Longer words come first, so that their prefixes
 * don't match early.
 */
export const alternationOf = (words: Iterable<string>): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map(escapeRegExp)
    .join('|');

/** Returns whether a match can be replaced without affecting words that have a spelling or phoneme mark. */
const canReplace = (start: number, end: number, marks: readonly MarkedRange[]): boolean =>
  marks.every((mark) => {
    if (mark.end <= start || mark.start >= end) return true;
    if (mark.mark !== 'emphasis') return false;
    return (mark.start <= start && mark.end >= end) || (mark.start >= start && mark.end <= end);
  });

/** Applies a rule to a whole text. If emphasis covers part of the replaced text, extends the emphasis to all of it. */
function applyRule({ text, marks }: MarkedText, { pattern, words }: ReadingRule): MarkedText {
  const edits: { readonly start: number; readonly end: number; readonly words: string }[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!canReplace(start, end, marks)) continue;
    const said = words(match);
    if (said !== null && said !== match[0]) edits.push({ start, end, words: said });
  }
  if (edits.length === 0) return { text, marks };
  let rewritten = '';
  let from = 0;
  for (const edit of edits) {
    rewritten += text.slice(from, edit.start) + edit.words;
    from = edit.end;
  }
  rewritten += text.slice(from);
  if (marks.length === 0) return { text: rewritten, marks };
  const moved = (place: number, isEnd: boolean): number => {
    let shift = 0;
    for (const { start, end, words: said } of edits) {
      if (place >= end && (isEnd || place > start)) shift += said.length - (end - start);
      else if (place > start && place < end) return start + shift + (isEnd ? said.length : 0);
      else break;
    }
    return place + shift;
  };
  return {
    text: rewritten,
    marks: marks.map((mark) => ({ ...mark, start: moved(mark.start, false), end: moved(mark.end, true) })),
  };
}

export const rewrite = (marked: MarkedText, rules: readonly ReadingRule[]): MarkedText =>
  rules.reduce(applyRule, marked);
