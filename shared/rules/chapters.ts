import type { Paragraph } from '../model/script.ts';
import { isBracketed } from './brackets.ts';
import { parseParagraph } from './parse-paragraph.ts';

interface ChapterLevel {
  /** Null for the text before the first heading, which can't be moved. */
  readonly id: number | null;
  readonly level: number | null;
}

/**
 * Returns the index after the block that moves with a chapter. A level 1 chapter's block includes the level 2
 * chapters that follow.
 */
export function blockEnd(chapters: readonly ChapterLevel[], at: number): number {
  let end = at + 1;
  if (chapters[at]?.level !== 1) return end;
  while (end < chapters.length && chapters[end]?.level === 2) end += 1;
  return end;
}

/**
 * Returns the chapter before which to insert a chapter in order to move it by one step, past another block at its
 * level. Null means the end of the script; undefined means that the chapter can't be moved further.
 */
export function chapterMoveTarget(
  chapters: readonly ChapterLevel[],
  id: number,
  by: -1 | 1,
): number | null | undefined {
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

export interface ChapterRange {
  readonly title: string | null;
  readonly heading: number | null;
  /** Index of the first paragraph. The book title and leading white space belong to the chapter that follows. */
  readonly first: number;
  readonly end: number;
}

/** Groups paragraphs into contiguous chapters. A chapter starts at a heading, or at the book title before a heading. */
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
 * Returns the title paragraph. If there is none, returns the first heading if it is level 1 and all others are level
 * 2. Ignores headings in brackets.
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
