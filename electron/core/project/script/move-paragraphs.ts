import { at } from '../../../../shared/rules/at.ts';
import { SEPARATOR } from './script-document.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

export interface Placing {
  /** In the order of insertion. `after` is null at the start of the script. */
  readonly places: readonly { readonly id: number; readonly after: number | null }[];
  /** White space after paragraphs, to be changed to `then` if it is still `now`. */
  readonly gaps: readonly { readonly id: number; readonly now: string; readonly then: string }[];
}

export interface RearrangedParagraphs {
  readonly rows: readonly ParagraphRow[];
  readonly former: Placing;
}

const OPENS_CHAPTERS: ReadonlySet<ParagraphRow['kind']> = new Set(['title', 'heading', 'blank']);
const BLANK_LINE = /\n[^\S\n]*\n/;

const isText = (row: ParagraphRow | undefined): row is ParagraphRow =>
  row !== undefined && !OPENS_CHAPTERS.has(row.kind);

/** Moves paragraphs to a chapter, except headings. Returns null if they are already there. @throws RangeError */
export function placeInChapter(
  rows: readonly ParagraphRow[],
  ids: ReadonlySet<number>,
  chapterId: number | null,
  side: 'start' | 'end',
): RearrangedParagraphs | null {
  const own = rows.filter(({ id }) => ids.has(id));
  if (own.length < ids.size) throw new RangeError('there is no paragraph with this id');
  if (!rows.some((row) => row.chapter_id === chapterId)) throw new RangeError(`there is no chapter ${chapterId}`);
  const moved = new Set(own.filter(isText));
  const staying = rows.filter((row) => !moved.has(row));
  const index = insertionIndex(staying, chapterId, side);
  const order = [...staying.slice(0, index), ...moved, ...staying.slice(index)];
  if (order.every(({ id }, place) => id === rows[place]?.id)) return null;
  const movedIds = new Set(Array.from(moved, ({ id }) => id));
  return withInverse(rows, order, movedIds, movedGaps(rows, order, moved));
}

function insertionIndex(rows: readonly ParagraphRow[], chapterId: number | null, side: 'start' | 'end'): number {
  const isOwn = (row: ParagraphRow) => row.chapter_id === chapterId;
  if (side === 'end') return rows.findLastIndex(isOwn) + 1;
  if (chapterId !== null) return rows.findIndex(({ id }) => id === chapterId) + 1;
  const first = rows.findIndex(({ kind }) => kind !== 'blank');
  return first < 0 ? rows.length : first;
}

/**
 * Returns the white space after each paragraph: unchanged after chapters and at the end of the script, ordinary after
 * moved paragraphs.
 */
function movedGaps(
  rows: readonly ParagraphRow[],
  order: readonly ParagraphRow[],
  moved: ReadonlySet<ParagraphRow>,
): Map<number, string> {
  const gaps = new Map<number, string>();
  const gapOf = (row: ParagraphRow): string => gaps.get(row.id) ?? row.gap;
  const swap = (one: ParagraphRow, other: ParagraphRow): void => {
    const [former, latter] = [gapOf(one), gapOf(other)];
    gaps.set(one.id, latter);
    gaps.set(other.id, former);
  };
  let staying: ParagraphRow | undefined;
  for (const [index, row] of rows.entries()) {
    if (!moved.has(row)) staying = row;
    else if (!isText(rows[index + 1]) && isText(staying)) swap(staying, row);
  }
  const place = order.findLastIndex((row) => moved.has(row));
  const last = order[place];
  const before = order[place - moved.size];
  if (last !== undefined && isText(before) && !isText(order[place + 1])) swap(before, last);
  return gaps;
}

/**
 * Moves paragraphs back. Returns null if one of them no longer exists, or if its former predecessor no longer exists.
 */
export function restorePlacing(rows: readonly ParagraphRow[], { places, gaps }: Placing): RearrangedParagraphs | null {
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = new Set(places.map(({ id }) => id));
  if (places.some(({ id }) => !known.has(id))) return null;
  const behind = new Map(places.map(({ id, after }) => [after, known.get(id)]));
  const order: ParagraphRow[] = [];
  const appendFollowers = (after: number | null): void => {
    for (let row = behind.get(after); row !== undefined; row = behind.get(row.id)) order.push(row);
  };
  appendFollowers(null);
  for (const row of rows) {
    if (ids.has(row.id)) continue;
    order.push(row);
    appendFollowers(row.id);
  }
  if (order.length < rows.length) return null;
  const next = gaps.flatMap(({ id, now, then }) => (known.get(id)?.gap === now ? [[id, then] as const] : []));
  return withInverse(rows, order, ids, new Map(next));
}

/** @param gaps changed white space after paragraphs. It is extended if paragraphs would otherwise run together */
function withInverse(
  rows: readonly ParagraphRow[],
  order: readonly ParagraphRow[],
  ids: ReadonlySet<number>,
  gaps: ReadonlyMap<number, string>,
): RearrangedParagraphs {
  const formerIndex = new Map(rows.map(({ id }, index) => [id, index]));
  const next = order.map((row, index) => {
    const follower = order[index + 1];
    const isSame = follower?.id === rows[(formerIndex.get(row.id) ?? 0) + 1]?.id && !gaps.has(row.id);
    const gap = gaps.get(row.id) ?? row.gap;
    return isSame ? row : { ...row, gap: follower === undefined ? gap : separatingGap(row, gap, follower) };
  });
  const places = rows.flatMap((row, index) =>
    ids.has(row.id) ? [{ id: row.id, after: index === 0 ? null : at(rows, index - 1).id }] : [],
  );
  const changed = next.flatMap(({ id, gap }) => {
    const then = rows[formerIndex.get(id) ?? -1]?.gap ?? gap;
    return then === gap ? [] : [{ id, now: gap, then }];
  });
  return { rows: next, former: { places, gaps: changed } };
}

function separatingGap(row: ParagraphRow, gap: string, follower: ParagraphRow): string {
  const isEnough = isText(row) && isText(follower) ? BLANK_LINE.test(gap) : row.kind === 'blank' || gap.includes('\n');
  return isEnough ? gap : SEPARATOR;
}
