// Order numbers have gaps, so that inserting a paragraph doesn't renumber others.
import type { Paragraph } from '../../../../shared/model/script.ts';
import { longestIncreasing } from '../../../../shared/rules/align-matching.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

/** Distance between imported paragraphs, which leaves room for 2^23 paragraphs in the script. */
const STEP = 2 ** 30;
/** Distance to a newly typed paragraph. It is small, so that there is room for many in a row. */
const TYPING_STEP = 2 ** 15;

/**
 * Assigns ascending numbers between `low` and `high`, keeping as many as possible. Returns null if there is no room.
 */
export function assignOrder(
  present: readonly (number | null)[],
  low: number | null,
  high: number | null,
): number[] | null {
  const result = new Array<number | null>(present.length).fill(null);
  const numbered = present.flatMap((ord, at) =>
    ord !== null && (low === null || ord > low) && (high === null || ord < high) ? [{ ord, at }] : [],
  );
  for (const index of longestIncreasing(numbered.map(({ ord }) => ord))) {
    const kept = numbered[index];
    if (kept) result[kept.at] = kept.ord;
  }
  for (let at = 0; at < result.length; at += 1) {
    if (result[at] !== null) continue;
    let end = at;
    while (end < result.length && result[end] === null) end += 1;
    const ords = numbersBetween(
      (at === 0 ? low : result[at - 1]) ?? null,
      (end === result.length ? high : result[end]) ?? null,
      end - at,
    );
    if (!ords) return null;
    for (const ord of ords) result[at++] = ord;
  }
  return result.map((ord) => ord ?? 0);
}

function numbersBetween(low: number | null, high: number | null, count: number): number[] | null {
  if (low === null || high === null) {
    const first = low !== null ? low + STEP : high !== null ? high - count * STEP : 0;
    return Array.from({ length: count }, (_, index) => first + index * STEP);
  }
  const room = Math.floor((high - low) / (count + 1));
  if (room < 1) return null;
  const step = Math.min(room, TYPING_STEP);
  return Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}

/** Returns evenly spaced order numbers; null if there is no room. */
export function spreadEvenly(count: number, low: number | null, high: number | null): number[] | null {
  if (low === null || high === null) return numbersBetween(low, high, count);
  const step = Math.floor((high - low) / (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}

/** A range of whole chapters, and the part of it to replace. */
export interface ParagraphRange {
  readonly before: readonly ParagraphRow[];
  readonly after: readonly ParagraphRow[];
  readonly old: readonly ParagraphRow[];
  readonly next: readonly Paragraph[];
  /** For each paragraph in `next`, its id if the editor knows it; null to match the paragraph by its text. */
  readonly known?: readonly (number | null)[];
  readonly chapterId: number | null;
  /** The order numbers around the range; null at either end of the script. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface ParagraphPosition {
  readonly id: number;
  readonly ord: number;
  readonly chapterId: number | null;
}

export interface ParagraphLayout {
  readonly slice: readonly ParagraphPosition[];
  readonly moved: readonly ParagraphPosition[];
}

interface SlicedParagraph {
  readonly id: number;
  readonly stored: ParagraphRow | null;
  readonly paragraph: Paragraph;
}

/** There is no room between two paragraphs, so all have to be renumbered. */
export class NoOrderLeftError extends Error {}

const SHAPES_CHAPTERS: ReadonlySet<Paragraph['kind']> = new Set(['blank', 'title', 'heading']);

/**
 * Lays out a range without headings. Returns null if the range contains or precedes a heading, or if there is no room.
 * In that case, use `layOut`.
 */
export function layOutSlice(slice: readonly SlicedParagraph[], range: ParagraphRange): ParagraphLayout | null {
  const before = range.before.at(-1);
  if (before && before.kind !== 'heading' && SHAPES_CHAPTERS.has(before.kind)) return null;
  if (range.old.some(({ kind }) => SHAPES_CHAPTERS.has(kind))) return null;
  if (slice.some(({ paragraph }) => SHAPES_CHAPTERS.has(paragraph.kind))) return null;
  const ords = assignRangeOrder(slice, range);
  const chapterId = before ? before.chapter_id : range.chapterId;
  return ords && { slice: slice.map(({ id }, at) => ({ id, ord: ords[at] ?? 0, chapterId })), moved: [] };
}

export function layOut(slice: readonly SlicedParagraph[], range: ParagraphRange): ParagraphLayout {
  const { before, after, low, high } = range;
  const rows = [...before, ...slice.map(({ id, paragraph }) => ({ id, kind: paragraph.kind })), ...after];
  const chapters = chaptersOf(rows, range.chapterId);
  const own = assignRangeOrder(slice, range);
  const ords = own
    ? [...before.map(({ ord }) => ord), ...own, ...after.map(({ ord }) => ord)]
    : spreadEvenly(rows.length, low, high);
  if (!ords) throw new NoOrderLeftError('no room between two paragraphs');
  const places = rows.map(({ id }, at) => ({ id, ord: ords[at] ?? 0, chapterId: chapters[at] ?? null }));
  const end = before.length + slice.length;
  const moved = [...before.map((row, at) => ({ row, at })), ...after.map((row, at) => ({ row, at: at + end }))];
  return {
    slice: places.slice(before.length, end),
    moved: moved.flatMap(({ row, at }) => {
      const place = places[at];
      return place && (place.ord !== row.ord || place.chapterId !== row.chapter_id) ? [place] : [];
    }),
  };
}

function assignRangeOrder(
  slice: readonly SlicedParagraph[],
  { before, after, low, high }: ParagraphRange,
): number[] | null {
  const present = slice.map(({ stored }) => stored?.ord ?? null);
  return assignOrder(present, before.at(-1)?.ord ?? low, after[0]?.ord ?? high);
}

/**
 * A title or blank paragraph directly before a heading belongs to that heading; other paragraphs belong to the heading
 * above.
 */
function chaptersOf(
  rows: readonly { readonly id: number; readonly kind: Paragraph['kind'] }[],
  first: number | null,
): (number | null)[] {
  const chapters = new Array<number | null>(rows.length).fill(null);
  let following: number | null = null;
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'heading') following = row.id;
    else if (row?.kind !== 'title' && row?.kind !== 'blank') following = null;
    chapters[at] = following;
  }
  let current = first;
  return chapters.map((own) => {
    current = own ?? current;
    return current;
  });
}
