// Which part of a chapter an edit concerns. Paragraphs are read on their own, but for their direct neighbours: so only
// what changed, and one paragraph on each side, is read anew, and the neighbours tell whether that was enough.
import type { Paragraph } from '../../../shared/model/script.ts';
import { type ParagraphRow, readsTheSame } from './paragraph-row.ts';

/** What of a chapter's stored paragraphs is replaced by what. */
export interface ChapterEdit {
  /** From this stored paragraph up to, not including, that one. */
  readonly start: number;
  readonly end: number;
  readonly next: readonly Paragraph[];
}

export interface ChapterToNarrow {
  readonly old: readonly ParagraphRow[];
  readonly text: string;
  /** The paragraphs directly before and after the chapter. */
  readonly previous: ParagraphRow | undefined;
  readonly following: ParagraphRow | undefined;
  readonly parse: (text: string) => Paragraph[];
}

/** The part of the chapter that changed, read; null where the edit reaches beyond the chapter. */
export function narrowEdit(chapter: ChapterToNarrow): ChapterEdit | null {
  return readPart(chapter, changedPart(chapter)) ?? readPart(chapter, wholeChapter(chapter));
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const wholeChapter = ({ old, text }: ChapterToNarrow): Part => ({ start: 0, end: old.length, text });

/**
 * The changed paragraphs with one unchanged paragraph on each side, and with unchanged ones that say the same as one
 * that changed: which of them it is, is to be decided by who knows of takes.
 */
function changedPart({ old, text }: ChapterToNarrow): Part {
  let start = 0;
  let from = 0;
  for (const { source, gap } of old) {
    if (!standsAt(text, from, source) || !standsAt(text, from + source.length, gap)) break;
    from += source.length + gap.length;
    start += 1;
  }
  let end = old.length;
  let to = text.length;
  for (let row = old[end - 1]; row && end > start; row = old[end - 1]) {
    const begin = to - row.source.length - row.gap.length;
    if (begin < from || !standsAt(text, begin, row.source) || !standsAt(text, begin + row.source.length, row.gap))
      break;
    to = begin;
    end -= 1;
  }
  const changed = new Set(old.slice(start, end).map(({ source }) => source));
  for (let more = true; more && start > 0; ) {
    start -= 1;
    from -= lengthOf(old[start]);
    more = changed.has(old[start]?.source ?? '');
  }
  for (let more = true; more && end < old.length; ) {
    to += lengthOf(old[end]);
    more = changed.has(old[end]?.source ?? '');
    end += 1;
  }
  return { start, end, text: text.slice(from, to) };
}

// Comparing a slice is many times quicker than `startsWith`, and a chapter is compared whole at every save.
const standsAt = (text: string, at: number, part: string): boolean => text.slice(at, at + part.length) === part;

const lengthOf = (row: ParagraphRow | undefined): number => (row ? row.source.length + row.gap.length : 0);

/** The part as it reads, where what stands around it still reads as it did. */
function readPart({ old, previous, following, parse }: ChapterToNarrow, part: Part): ChapterEdit | null {
  const next = parse(part.text);
  const before = part.start > 0 ? old[part.start - 1] : previous;
  const after = part.end < old.length ? old[part.end] : following;
  const first = next[0] ?? after;
  const last = next.at(-1) ?? before;
  // An end that reads as it did has no effect beyond; neither has one that still reads so beside its neighbour.
  const startHolds = !before || !first || unchanged(old[part.start], next[0]) || joins(before, first, parse);
  const endHolds =
    !after || !last || (unchanged(old[part.end - 1], next.at(-1)) && old[part.end - 1]?.gap === next.at(-1)?.gap);
  return startHolds && (endHolds || joins(last, after, parse)) ? { start: part.start, end: part.end, next } : null;
}

function unchanged(stored: ParagraphRow | undefined, read: Paragraph | undefined): boolean {
  return stored !== undefined && read !== undefined && readsTheSame(stored, read);
}

/** Whether two paragraphs, one after the other, read as they do on their own. */
function joins(
  left: ParagraphRow | Paragraph,
  right: ParagraphRow | Paragraph,
  parse: (text: string) => Paragraph[],
): boolean {
  // White space at the start of a script belongs to the chapter that follows, and stands nowhere else.
  if (left.kind === 'blank' || right.kind === 'blank') return false;
  const read = parse(left.source + left.gap + right.source + right.gap);
  const [first, second] = read;
  return (
    read.length === 2 &&
    first?.source === left.source &&
    first.gap === left.gap &&
    first.kind === left.kind &&
    second?.source === right.source &&
    second.kind === right.kind
  );
}
