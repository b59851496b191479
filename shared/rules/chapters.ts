// The chapters of a script: which there are, and which move together.
import type { Paragraph } from '../model/script.ts';
import { isBracketed } from './brackets.ts';
import { parseParagraph } from './parse-paragraph.ts';

/** A chapter as far as its place is concerned. */
interface PlacedChapter {
  /** Null: what stands before the first heading, which can't be moved. */
  readonly id: number | null;
  readonly level: number | null;
}

/**
 * Where the chapters end that a chapter takes along: one of the first level takes those of the second level behind it.
 *
 * @param chapters in script order
 * @param at its index
 * @returns the index of the first chapter that stays
 */
export function blockEnd(chapters: readonly PlacedChapter[], at: number): number {
  let end = at + 1;
  if (chapters[at]?.level !== 1) return end;
  while (end < chapters.length && chapters[end]?.level === 2) end += 1;
  return end;
}

/**
 * Before which chapter one stands after a step up or down; null: at the end. Undefined where it can't go further. One of
 * the first level steps over the next one of its level, with all that this one takes along.
 */
export function stepOf(chapters: readonly PlacedChapter[], id: number, by: -1 | 1): number | null | undefined {
  const at = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[at];
  if (!chapter) return undefined;
  if (by === -1) {
    let above = at - 1;
    if (chapter.level === 1) while (above > 0 && chapters[above]?.level === 2) above -= 1;
    return chapters[above]?.id ?? undefined;
  }
  const end = blockEnd(chapters, at);
  if (end >= chapters.length) return undefined;
  const after = chapter.level === 1 ? blockEnd(chapters, end) : end + 1;
  return chapters[after]?.id ?? null;
}

/** A chapter of a script: a stretch of its paragraphs. */
export interface ChapterRange {
  /** The heading's words; null for text before the first heading, empty for a bare `#`. */
  readonly title: string | null;
  /** Index of the heading paragraph, or null where there is none. The book's title before it is not the heading. */
  readonly heading: number | null;
  /** Index of the first paragraph; the book's title and the blank before everything belong to the chapter they precede. */
  readonly first: number;
  /** Index after the last paragraph. */
  readonly end: number;
}

/**
 * Groups a script's paragraphs into chapters. A heading starts one, and so does a title, which is spoken before its
 * chapter. Anything but white space before them is a first chapter without a title.
 *
 * @returns ranges that follow each other and cover every paragraph; none where there is nothing but white space
 */
export function chaptersOf(paragraphs: readonly Paragraph[]): ChapterRange[] {
  const starts: number[] = [];
  paragraphs.forEach((paragraph, index) => {
    if (paragraph.kind === 'blank') return;
    const previous = paragraphs[index - 1]?.kind;
    const opens = paragraph.kind === 'title' || (paragraph.kind === 'heading' && previous !== 'title');
    if (opens || starts.length === 0) starts.push(index);
  });
  return starts.map((start, chapter) => {
    const heading = paragraphs[start]?.kind === 'title' ? start + 1 : start;
    const paragraph = paragraphs[heading];
    const isHeading = paragraph?.kind === 'heading';
    return {
      title: isHeading ? headingWords(paragraph) : null,
      heading: isHeading ? heading : null,
      first: chapter === 0 ? 0 : start,
      end: starts[chapter + 1] ?? paragraphs.length,
    };
  });
}

type TitleParagraph = Pick<Paragraph, 'kind' | 'source' | 'level'>;

/**
 * The title of the book: the words of its title paragraph, else of a heading of the first level that comes first, where all
 * others are of the second level. Null where there is neither. Headings in brackets, which are not read aloud, are none.
 */
export function bookTitleOf(paragraphs: readonly TitleParagraph[]): string | null {
  const headings = paragraphs
    .filter(({ kind }) => kind === 'title' || kind === 'heading')
    .map((heading) => ({ ...heading, words: headingWords(heading) }))
    .filter(({ words }) => words !== '' && !isBracketed(words));
  const title = headings.find(({ kind }) => kind === 'title');
  if (title) return title.words;
  const [first, ...others] = headings;
  const isAbove = first?.level === 1 && others.length > 0 && others.every(({ level }) => level === 2);
  return isAbove ? first.words : null;
}

function headingWords(paragraph: Pick<Paragraph, 'source'>): string {
  const content = parseParagraph(paragraph.source, { roleMarks: 'confirmed', confirmedRoles: [] });
  if (content.kind !== 'heading') return '';
  return content.parts.flatMap((part) => ('text' in part ? [part.text] : [])).join(' ');
}
