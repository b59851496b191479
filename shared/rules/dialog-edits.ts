// Grouping turns into dialogs, and taking dialogs apart, as changes of a text.
import type { Paragraph } from '../model/script.ts';
import { groupDialogs, ungroupDialogs } from './dialogs.ts';
import type { ScriptOptions } from './script-options.ts';
import { parseScript } from './script-text.ts';

/** What stands from one place of the text up to another, in UTF-16 code units, gives way to something else. */
export interface DialogChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What grouping, or taking apart, would do. */
export interface DialogEdits {
  /** Rising, without overlaps; nothing else of the text changes. */
  readonly changes: readonly DialogChange[];
  /** How many lines the paragraphs of the range become, before and after. */
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/**
 * The changes that group the turns of two roles into dialogs, or take dialogs apart.
 *
 * @param range only paragraphs that it touches, in UTF-16 code units; all where it is left out
 */
export function dialogEdits(
  text: string,
  options: ScriptOptions,
  action: 'group' | 'ungroup',
  range: { readonly from: number; readonly to: number } = { from: 0, to: text.length },
): DialogEdits {
  const all = parseScript(text, options);
  let start = 0;
  let first = 0;
  const concerned = all.filter((paragraph) => {
    const end = start + paragraph.source.length;
    const isConcerned = start <= range.to && end >= range.from;
    if (end < range.from) first = end + paragraph.gap.length;
    start = end + paragraph.gap.length;
    return isConcerned;
  });
  const after = action === 'group' ? groupDialogs(concerned, options) : ungroupDialogs(concerned, options);
  return {
    changes: changesOf(concerned, after, first),
    linesBefore: countLines(concerned),
    linesAfter: countLines(after),
  };
}

/** Paragraphs that stay are the same objects on both sides; between them one run gives way to another. */
function changesOf(before: readonly Paragraph[], after: readonly Paragraph[], start: number): DialogChange[] {
  const stays = new Set<Paragraph>(before);
  const changes: DialogChange[] = [];
  let position = start;
  let at = 0;
  for (let next = 0; next < after.length; ) {
    const run: Paragraph[] = [];
    for (let paragraph = after[next]; paragraph && !stays.has(paragraph); paragraph = after[next]) {
      run.push(paragraph);
      next += 1;
    }
    const anchor = after[next];
    const from = position;
    while (at < before.length && before[at] !== anchor) position += lengthOf(before[at++]);
    if (run.length > 0) changes.push(withoutLastGap(from, position, run));
    if (anchor) position += lengthOf(before[at++]);
    next += 1;
  }
  return changes;
}

/** The white space behind the last paragraph of a run is as it was: it stays untouched. */
function withoutLastGap(from: number, to: number, run: readonly Paragraph[]): DialogChange {
  const insert = run.map(({ source, gap }) => source + gap).join('');
  const gap = run.at(-1)?.gap.length ?? 0;
  return { from, to: to - gap, insert: insert.slice(0, insert.length - gap) };
}

const lengthOf = (paragraph: Paragraph | undefined): number =>
  paragraph ? paragraph.source.length + paragraph.gap.length : 0;

const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines }) => sum + lines.length, 0);
