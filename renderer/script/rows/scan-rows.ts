import type { Text } from '@codemirror/state';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import type { ParagraphBlock, RowMark } from './read-block.ts';

/** Longer paragraphs are parsed in pieces, so that no paragraph can make the editor slow. */
const MAX_ROWS = 400;

/** 1-based and inclusive. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface ShownBlock extends RowRange {
  readonly from: number;
  readonly to: number;
  readonly block: ParagraphBlock;
}

export const isBlankRow = (text: string): boolean => text.trim() === '';

export function rowsOfBlock(doc: Text, row: number): RowRange | null {
  const own = doc.line(row).text;
  if (isBlankRow(own)) return null;
  if (isHeadingRow(own)) return { first: row, last: row };
  let first = row;
  while (first > 1 && row - first < MAX_ROWS && continuesParagraph(doc.line(first - 1).text)) first--;
  let last = row;
  while (last < doc.lines && last - row < MAX_ROWS && continuesParagraph(doc.line(last + 1).text)) last++;
  return { first, last };
}

export function blocksIn(doc: Text, rows: RowRange, read: (text: string) => ParagraphBlock): ShownBlock[] {
  const blocks: ShownBlock[] = [];
  for (let row = rows.first; row <= rows.last; row++) {
    const range = rowsOfBlock(doc, row);
    if (range === null) continue;
    const from = doc.line(range.first).from;
    const to = doc.line(range.last).to;
    blocks.push({ ...range, from, to, block: read(doc.sliceString(from, to, '\n')) });
    row = range.last;
  }
  return blocks;
}

/**
 * Blank rows that only separate paragraphs are small. The last row isn't, because the producer continues writing there.
 */
export function isSpacer(doc: Text, row: number): boolean {
  if (row === doc.lines || !isBlankRow(doc.line(row).text)) return false;
  const hasWords = (other: number) => other >= 1 && other <= doc.lines && !isBlankRow(doc.line(other).text);
  return hasWords(row - 1) || hasWords(row + 1);
}

const continuesParagraph = (text: string): boolean => !isBlankRow(text) && !isHeadingRow(text);

/** Caches parsed paragraphs, so that only one paragraph is parsed per keystroke. */
export function cached(read: (text: string) => ParagraphBlock, maxEntries = 2_000): (text: string) => ParagraphBlock {
  const known = new Map<string, ParagraphBlock>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const block = read(text);
    if (known.size >= maxEntries) known.clear();
    known.set(text, block);
    return block;
  };
}

interface DocumentRange {
  readonly role: string | null;
  readonly text: string;
  /** Document offset of the paragraph's first row. */
  readonly paragraphFrom: number;
}

/** Returns the text that each role speaks in a range, without names, directions, pauses and marks. */
export function spokenRanges(
  doc: Text,
  from: number,
  to: number,
  read: (text: string) => ParagraphBlock,
): DocumentRange[] {
  const rows = { first: doc.lineAt(from).number, last: doc.lineAt(to).number };
  return blocksIn(doc, rows, read).flatMap((shown) => {
    if (shown.block.kind === 'direction' || shown.block.kind === 'pause') return [];
    const text = doc.sliceString(shown.from, shown.to, '\n');
    return inBlock(text, shown.block, Math.max(0, from - shown.from), Math.min(text.length, to - shown.from)).map(
      (stretch) => ({ ...stretch, paragraphFrom: shown.from }),
    );
  });
}

function inBlock(
  text: string,
  block: ParagraphBlock,
  start: number,
  end: number,
): Omit<DocumentRange, 'paragraphFrom'>[] {
  const stretches: { role: string | null; text: string }[] = [];
  let current = { role: null as string | null, text: '' };
  let position = 0;
  const addRange = (until: number) => {
    current.text += text.slice(Math.max(position, start), Math.max(start, Math.min(until, end)));
  };
  for (const mark of block.marks) {
    if (!IS_SILENT[mark.kind]) continue;
    addRange(mark.start);
    position = mark.end;
    if (mark.kind !== 'role') continue;
    stretches.push(current);
    current = { role: mark.role ?? null, text: '' };
  }
  addRange(text.length);
  stretches.push(current);
  return stretches.flatMap((stretch) => {
    const words = stretch.text.replace(/\s+/g, ' ').trim();
    return words === '' ? [] : [{ role: stretch.role, text: words }];
  });
}

/** Whether text with this mark is silent. */
export const IS_SILENT: Readonly<Record<RowMark['kind'], boolean>> = {
  role: true,
  colon: true,
  direction: true,
  pause: true,
  escape: true,
  hash: true,
  prefix: false,
  bracket: false,
  emphasis: false,
  spelling: false,
};
