// Where the paragraphs of a saved range stand: their order and their chapters.
import type { Paragraph } from '../../../../shared/model/script.ts';
import { longestRising } from '../../../../shared/rules/align-matching.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

// Numbers that put paragraphs in order, with room between them, so that an insertion renumbers no other paragraph.

/** Between paragraphs that were imported together. 2^23 of them fit. */
const STEP = 2 ** 30;
/** Between a paragraph and one that is typed after it: small, so that many can follow one another. */
const TYPING_STEP = 2 ** 15;

/**
 * Gives every paragraph its number. Those that have one keep it wherever the order allows: as few as possible change.
 *
 * @param present the numbers in the order wanted; null: it has none yet
 * @param low the number before all, or null where nothing comes before
 * @param high the number after all, or null where nothing comes after
 * @returns rising numbers, strictly between `low` and `high`; null where there is no room
 */
export function putInOrder(
  present: readonly (number | null)[],
  low: number | null,
  high: number | null,
): number[] | null {
  const result = new Array<number | null>(present.length).fill(null);
  const numbered = present.flatMap((ord, at) =>
    ord !== null && (low === null || ord > low) && (high === null || ord < high) ? [{ ord, at }] : [],
  );
  for (const index of longestRising(numbered.map(({ ord }) => ord))) {
    const kept = numbered[index];
    if (kept) result[kept.at] = kept.ord;
  }
  for (let at = 0; at < result.length; at += 1) {
    if (result[at] !== null) continue;
    let end = at;
    while (end < result.length && result[end] === null) end += 1;
    const ords = between(
      (at === 0 ? low : result[at - 1]) ?? null,
      (end === result.length ? high : result[end]) ?? null,
      end - at,
    );
    if (!ords) return null;
    for (const ord of ords) result[at++] = ord;
  }
  return result.map((ord) => ord ?? 0);
}

function between(low: number | null, high: number | null, count: number): number[] | null {
  if (low === null || high === null) {
    const first = low !== null ? low + STEP : high !== null ? high - count * STEP : 0;
    return Array.from({ length: count }, (_, index) => first + index * STEP);
  }
  const room = Math.floor((high - low) / (count + 1));
  if (room < 1) return null;
  const step = Math.min(room, TYPING_STEP);
  return Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}

/** Numbers spread evenly between two others; null where there is no room. */
export function spreadEvenly(count: number, low: number | null, high: number | null): number[] | null {
  if (low === null || high === null) return between(low, high, count);
  const step = Math.floor((high - low) / (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}

/** A range of whole chapters, and what of it is to be replaced. */
export interface ParagraphRange {
  /** Untouched, before and after what is replaced. */
  readonly before: readonly ParagraphRow[];
  readonly after: readonly ParagraphRow[];
  readonly old: readonly ParagraphRow[];
  readonly next: readonly Paragraph[];
  /** For each of `next` who it is, of `old` or deleted, as an editor followed it; null where only its words can tell. */
  readonly known?: readonly (number | null)[];
  /** The chapter in which the range begins, or null. */
  readonly chapterId: number | null;
  /** The order numbers around the range; null at the ends of the script. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Where a paragraph stands. */
export interface ParagraphPosition {
  readonly id: number;
  readonly ord: number;
  readonly chapterId: number | null;
}

export interface ParagraphLayout {
  /** Of what replaces the old, in order. */
  readonly slice: readonly ParagraphPosition[];
  /** Untouched paragraphs that stand elsewhere now, or in another chapter. */
  readonly moved: readonly ParagraphPosition[];
}

interface SlicedParagraph {
  readonly id: number;
  readonly stored: ParagraphRow | null;
  readonly paragraph: Paragraph;
}

/** There is no room left between two paragraphs: everything must be renumbered. */
export class NoOrderLeftError extends Error {}

const SHAPES_CHAPTERS: ReadonlySet<Paragraph['kind']> = new Set(['blank', 'title', 'heading']);

/**
 * The layout where only the slice is concerned, as in most edits: no heading comes, goes or follows at once, and there
 * is room. Null where that is not so.
 */
export function layOutSlice(slice: readonly SlicedParagraph[], range: ParagraphRange): ParagraphLayout | null {
  const before = range.before.at(-1);
  if (before && before.kind !== 'heading' && SHAPES_CHAPTERS.has(before.kind)) return null;
  if (range.old.some(({ kind }) => SHAPES_CHAPTERS.has(kind))) return null;
  if (slice.some(({ paragraph }) => SHAPES_CHAPTERS.has(paragraph.kind))) return null;
  const ords = orderOf(slice, range);
  const chapterId = before ? before.chapter_id : range.chapterId;
  return ords && { slice: slice.map(({ id }, at) => ({ id, ord: ords[at] ?? 0, chapterId })), moved: [] };
}

/** The layout of the whole range. @throws NoOrderLeftError where order numbers have run out */
export function layOut(slice: readonly SlicedParagraph[], range: ParagraphRange): ParagraphLayout {
  const { before, after, low, high } = range;
  const rows = [...before, ...slice.map(({ id, paragraph }) => ({ id, kind: paragraph.kind })), ...after];
  const chapters = chaptersOf(rows, range.chapterId);
  const own = orderOf(slice, range);
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

function orderOf(slice: readonly SlicedParagraph[], { before, after, low, high }: ParagraphRange): number[] | null {
  const present = slice.map(({ stored }) => stored?.ord ?? null);
  return putInOrder(present, before.at(-1)?.ord ?? low, after[0]?.ord ?? high);
}

/** The chapter of each paragraph: the heading above it; for a title, or a blank, the one that follows it at once. */
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
