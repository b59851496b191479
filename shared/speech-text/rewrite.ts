import type { MarkedRange, MarkedText } from '@lectern/tts-protocol';
import { at } from '../rules/at.ts';

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

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

function editsOf({ text, marks }: MarkedText, { pattern, words }: ReadingRule): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!canReplace(start, end, marks)) continue;
    const said = words(match);
    if (said !== null && said !== match[0]) edits.push({ start, end, words: said });
  }
  return edits;
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let rewritten = '';
  let from = 0;
  for (const edit of edits) {
    rewritten += text.slice(from, edit.start) + edit.words;
    from = edit.end;
  }
  return rewritten + text.slice(from);
}

/** Applies a rule to a whole text. If emphasis covers part of the replaced text, extends the emphasis to all of it. */
function applyRule({ text, marks }: MarkedText, rule: ReadingRule): MarkedText {
  const edits = editsOf({ text, marks }, rule);
  if (edits.length === 0) return { text, marks };
  const rewritten = applyEdits(text, edits);
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

/** A rewritten text. Each of its code units comes from a range of the original text, from `from[i]` up to `to[i]`. */
export interface TracedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export const untouchedText = (text: string): TracedText => ({
  text,
  from: Array.from({ length: text.length }, (_unit, unit) => unit),
  to: Array.from({ length: text.length }, (_unit, unit) => unit + 1),
});

/** Like `rewrite`, but also returns where each part of the result comes from. */
export const rewriteTraced = (text: string, rules: readonly ReadingRule[]): TracedText =>
  rules.reduce(applyRuleTraced, untouchedText(text));

function applyRuleTraced({ text, from, to }: TracedText, rule: ReadingRule): TracedText {
  const edits = editsOf({ text, marks: [] }, rule);
  if (edits.length === 0) return { text, from, to };
  const moved = { from: [] as number[], to: [] as number[] };
  let kept = 0;
  const keep = (end: number): void => {
    for (; kept < end; kept += 1) {
      moved.from.push(at(from, kept));
      moved.to.push(at(to, kept));
    }
  };
  for (const { start, end, words } of edits) {
    keep(start);
    // An insertion belongs to the text after it or, at the end, before it.
    const [first, last] = [at(from, Math.min(start, text.length - 1)), at(to, Math.max(start, end - 1))];
    for (let unit = 0; unit < words.length; unit += 1) {
      moved.from.push(first);
      moved.to.push(last);
    }
    kept = end;
  }
  keep(text.length);
  return { text: applyEdits(text, edits), ...moved };
}
