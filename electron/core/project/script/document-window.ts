// Parsing a paragraph depends only on its direct neighbours, so few paragraphs have to be parsed again.
import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { Paragraph } from '../../../../shared/model/script.ts';
import {
  applyTextChanges,
  documentsAttachedTo,
  followingLeadLength,
  type OpenDocument,
  rowLength,
  rowText,
  SEPARATOR,
} from './script-document.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

export interface Strip {
  readonly document: OpenDocument;
  readonly rows: readonly ParagraphRow[];
  readonly first: number;
  readonly low: ParagraphRow | undefined;
  readonly high: ParagraphRow | undefined;
}

/** The paragraphs to parse again: `strip.rows.slice(start, end)`. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** Start of the window's text, relative to the document's text; negative if the window starts before the document. */
  readonly origin: number;
  readonly changes: readonly TextChange[];
}

/** A part of the window's text that belongs to one document, or to none, and extends to the next region. */
export interface Region {
  readonly owner: OpenDocument | null;
  at: number;
  readonly begins: boolean;
  added: number;
}

export interface ReadWindow {
  readonly text: string;
  readonly paragraphs: readonly Paragraph[];
  readonly regions: readonly Region[];
  readonly owners: readonly number[];
  /** Separators to insert between documents, in order. Each position takes the previous separators into account. */
  readonly separators: readonly { readonly at: number; readonly length: number }[];
}

/**
 * Prepended to text that isn't at the start of the script, so that the parser doesn't remove a byte order mark from it.
 */
const TEXT_PREFIX = 'x\n\n';

/**
 * Returns the paragraphs to parse again. Includes those with the same text as a changed one, and an unchanged one on
 * each side.
 */
export function windowOf(documents: readonly OpenDocument[], strip: Strip, changes: readonly TextChange[]): Window {
  const { document, rows } = strip;
  const starts = startsOf(documents, strip);
  const all = [...changes];
  const startOfLast = starts[strip.first + document.rows.length - 1] ?? 0;
  const { length, trailing } = document;
  if (trailing > 0 && (all.at(-1)?.to ?? -1) >= startOfLast) {
    // Remove the separator. It is inserted again if it is still needed.
    all.push({ from: length, to: length + trailing, insert: '' });
  }
  const from = all[0]?.from ?? 0;
  const to = all.at(-1)?.to ?? 0;
  let start = 0;
  while (start < rows.length && (starts[start + 1] ?? 0) < from) start += 1;
  let end = start;
  while (end < rows.length && (starts[end] ?? 0) <= to) end += 1;
  const touched = new Set(rows.slice(start, end).map(({ source }) => source));
  for (let more = true; more && start > 0; ) {
    start -= 1;
    more = touched.has(rows[start]?.source ?? '');
  }
  for (let more = true; more && end < rows.length; ) {
    const row = rows[end];
    // Include the paragraph after a title, because a title is only recognised before a heading. Also include the
    // paragraph after a blank one, because a blank paragraph doesn't separate its neighbours.
    more = touched.has(row?.source ?? '') || row?.kind === 'title' || rows[end - 1]?.kind === 'blank';
    end += 1;
  }
  return { start, end, origin: starts[start] ?? 0, changes: all };
}

function startsOf(documents: readonly OpenDocument[], { document, rows, first }: Strip): Int32Array {
  const starts = new Int32Array(rows.length + 1);
  const inEmpty = document.rows.length === 0 ? followingLeadLength(documents, document) : 0;
  let position = document.lead.length + inEmpty;
  for (let at = first; at < rows.length; at += 1) {
    starts[at] = position;
    const row = rows[at];
    if (row) position += rowLength(row);
  }
  starts[rows.length] = position;
  position = document.lead.length + inEmpty;
  for (let at = first - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row) position -= rowLength(row);
    starts[at] = position;
  }
  return starts;
}

/** Parses the window after the edit. Inserts a separator where a paragraph would span two documents. */
export function readWindow(
  documents: readonly OpenDocument[],
  strip: Strip,
  window: Window,
  parse: (text: string) => Paragraph[],
): ReadWindow {
  const { origin, changes } = window;
  const shifted = changes.map(({ from, to, insert }) => ({ from: from - origin, to: to - origin, insert }));
  const before = strip.rows.slice(window.start, window.end).map(rowText).join('');
  let text = applyTextChanges(before, shifted);
  const regions = regionsOf(documents, strip, window, text.length - before.length);
  const separators: { at: number; length: number }[] = [];
  const isStart = window.start === 0 && !strip.low;
  for (;;) {
    const paragraphs = isStart ? parse(text) : parse(TEXT_PREFIX + text).slice(1);
    const torn = regions.findIndex(({ at }, index) => index > 0 && spansPosition(paragraphs, at));
    const region = regions[torn];
    const previous = regions[torn - 1];
    if (!region || !previous) {
      return { text, paragraphs, regions, owners: ownersOf(paragraphs, regions), separators };
    }
    text = text.slice(0, region.at) + SEPARATOR + text.slice(region.at);
    previous.added += SEPARATOR.length;
    separators.push({ at: region.at, length: SEPARATOR.length });
    for (const later of regions.slice(torn)) later.at += SEPARATOR.length;
  }
}

function ownersOf(paragraphs: readonly Paragraph[], regions: readonly Region[]): number[] {
  let start = 0;
  return paragraphs.map(({ source, gap }) => {
    const owner = regions.findLastIndex(({ at }) => at <= start);
    start += source.length + gap.length;
    return owner;
  });
}

function spansPosition(paragraphs: readonly Paragraph[], position: number): boolean {
  let start = 0;
  for (const { source, gap } of paragraphs) {
    if (start >= position) return false;
    if (start + source.length > position) return true;
    start += source.length + gap.length;
  }
  return false;
}

function regionsOf(documents: readonly OpenDocument[], strip: Strip, window: Window, growth: number): Region[] {
  const { document, rows, low } = strip;
  const regions: Region[] = [];
  let isBehind = false;
  const begin = (owner: OpenDocument | null, at: number, begins: boolean): void => {
    regions.push({ owner, at: isBehind ? at + growth : at, begins, added: 0 });
    if (owner === document) isBehind = true;
  };
  const beginAttached = (rowId: number | null, end: number): void => {
    const attached = documentsAttachedTo(documents, rowId);
    let at = end - attached.reduce((sum, { lead }) => sum + lead.length, 0);
    for (const each of attached) {
      begin(each, at, true);
      at += each.lead.length;
    }
  };
  if (window.start === 0 && !low) beginAttached(null, 0);
  let position = 0;
  for (let at = window.start; at < window.end; at += 1) {
    const row = rows[at];
    if (!row) break;
    const owner = ownerOf(documents, row);
    const current = regions.at(-1);
    // The edit moves everything after the document's own paragraphs, including the start of the document that owns this
    // row.
    if (!current || current.owner !== owner) begin(owner, position, false);
    position += rowLength(row);
    beginAttached(row.id, position);
  }
  return regions;
}

function ownerOf(documents: readonly OpenDocument[], row: ParagraphRow): OpenDocument | null {
  return (
    documents.find(({ rows }) => {
      const first = rows[0];
      const last = rows.at(-1);
      return first !== undefined && last !== undefined && first.ord <= row.ord && row.ord <= last.ord;
    }) ?? null
  );
}
