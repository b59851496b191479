import { type Block, type Section, type SectionKind, SKIPPED_SECTION_KINDS } from '../../../shared/model/manuscript.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import { countNames } from '../layout/layout-names.ts';
import { headingEvidence } from '../layout/name-evidence.ts';
import { findHeadings } from '../sections/find-headings.ts';
import { isHeadingName, type ProseBlock, type ProseHeading, readHeading } from '../sections/prose-headings.ts';
import { type FrontMatter, frontMatter, withoutLicence } from '../sections/prose-matter.ts';
import { claimsRights, kindOfSection, kindOfTitle } from '../sections/section-kinds.ts';
import { documentError } from './importable-file.ts';

interface SectionedDocument {
  readonly title: string | null;
  readonly sections: readonly Section[];
}

/** If there are fewer real headings than this, chapter titles may be paragraphs that only look like headings. */
const MIN_HEADINGS = 2;
const RIGHTS_NOTICE = /©|\bcopyright\b|\ball rights reserved\b|\bISBN\b/i;
const BY_AUTHOR = /^(?:by|von|par|por|di)\s/i;
/** In blocks. */
const MAX_RIGHTS_LENGTH = 40;

const CHAPTER_RANK = 3;

type Heading = Extract<Block, { kind: 'heading' }>;

/**
 * Starts sections at marked headings or, if none are marked, at detected headings.
 * @param knownTitle title from the metadata
 */
export function splitIntoSections(blocks: readonly Block[], knownTitle: string | null): SectionedDocument {
  const licence = withoutLicence(blocks.map(textOfBlock));
  const end = blocks.length - licence.after;
  const marked = blocks.slice(licence.before, end);
  const body = promoteHeadings(marked);
  const front = findFrontMatter(body, licence.marked, knownTitle);
  const sections = [
    ...partSection('copyright', blocks.slice(0, licence.before)),
    ...partSection('title-page', body.slice(0, front.titleEnd)),
    ...splitAtHeadings(body.slice(front.titleEnd, front.contentsStart)),
    ...partSection('contents', body.slice(front.contentsStart, front.contentsEnd)),
    ...splitAtHeadings(body.slice(front.contentsEnd)),
    ...partSection('copyright', blocks.slice(end)),
  ];
  return { title: licence.title ?? front.title, sections: sections.map(markFrontMatter) };
}

const isHeading = (block: Block | undefined): block is Heading => block?.kind === 'heading';

/** Never returns an empty string, so that each block corresponds to one prose block. */
const textOfBlock = (block: Block): string => ('text' in block && block.text.trim() !== '' ? block.text : '*');

const proseBlock = (block: Block): ProseBlock => ({ rows: textOfBlock(block).split('\n') });

function partSection(kind: SectionKind, blocks: readonly Block[]): Section[] {
  return blocks.length === 0 ? [] : [{ title: firstHeading(blocks), kind, blocks }];
}

function promoteHeadings(blocks: readonly Block[]): readonly Block[] {
  const marked = blocks.filter(isHeading);
  if (marked.length < MIN_HEADINGS) return markFoundHeadings(blocks, 1);
  // If only parts are marked, chapter numbers may continue across parts or restart in each part.
  const areParts = marked.every((heading) => (readHeading(proseBlock(heading))?.rank ?? CHAPTER_RANK) < CHAPTER_RANK);
  if (!areParts) return promoteTitles(blocks);
  const continued = markFoundHeadings(blocks, 2);
  const starts = blocks.flatMap((block, at) => (isHeading(block) ? [at] : []));
  const parts = [0, ...starts].map((start, at) => blocks.slice(start, starts[at] ?? blocks.length));
  const perPart = parts.flatMap((part) => markFoundHeadings(part, 2));
  return perPart.filter(isHeading).length > continued.filter(isHeading).length ? perPart : continued;
}

const NON_PARAGRAPH: ProseBlock = { rows: ['*'] };

/** Turns paragraphs that are worded like headings into headings. @param top level of the highest heading */
function markFoundHeadings(blocks: readonly Block[], top: 1 | 2): readonly Block[] {
  const prose = blocks.map(proseBlock);
  const headings = findHeadings(
    prose.map((block, index) => (blocks[index]?.kind === 'paragraph' ? block : NON_PARAGRAPH)),
  );
  const ranks = [...headings.values()].map(({ rank }) => rank);
  const highest = smallest(ranks);
  const levelOf = (rank: number): 1 | 2 => (rank === highest ? top : 2);
  const times = countNames([...headings.values()].map(({ sign }) => sign ?? 'words'));
  let lettersOf: Heading | null = null;
  return blocks.map((block, index) => {
    const words = prose[index] ?? { rows: [] };
    const heading = headings.get(words);
    const above = lettersOf;
    lettersOf = null;
    if (block.kind !== 'paragraph') return block;
    if (heading) {
      const { sign = 'words', rank, words: title } = heading;
      const evidence = headingEvidence(sign, times.get(sign) ?? 1);
      const made = { kind: 'heading', level: levelOf(rank), text: title, evidence } as const;
      if (heading.bare) lettersOf = made;
      return made;
    }
    const isName = above && index + 1 < blocks.length && isHeadingName(words);
    return isName ? { ...above, text: block.text.replace(/\s+/g, ' ') } : block;
  });
}

/** Raises a title below a chapter number to the number's level, unless more headings at the title's level follow. */
function promoteTitles(blocks: readonly Block[]): readonly Block[] {
  const levels = blocks.flatMap((block, at) => (isHeading(block) ? [{ at, level: block.level }] : []));
  const next = new Map(levels.map(({ at }, index) => [at, levels[index + 1]?.level ?? 1]));
  return blocks.map((block, at) => {
    const above = blocks[at - 1];
    if (!isHeading(block) || !isHeading(above) || block.level <= above.level) return block;
    const number = readHeading(proseBlock(above));
    const isName = number?.bare && number.rank === CHAPTER_RANK && readHeading(proseBlock(block)) === null;
    return isName && (next.get(at) ?? 1) <= above.level ? { ...block, level: above.level } : block;
  });
}

function findFrontMatter(blocks: readonly Block[], isTrusted: boolean, knownTitle: string | null): FrontMatter {
  const [first] = blocks;
  const opens = isHeading(first) && knownTitle !== null && lettersOf(first.text) === lettersOf(knownTitle);
  // The title may be a heading on the title page, or the work's only heading.
  const below = opens ? frontMatterAfter(blocks, 1, isTrusted) : null;
  return below && below.titleEnd > 1 ? below : frontMatterAfter(blocks, 0, isTrusted);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** @param from index of the first block to consider */
function frontMatterAfter(blocks: readonly Block[], from: number, isTrusted: boolean): FrontMatter {
  const prose = blocks.map(proseBlock);
  const headings = new Map<ProseBlock, ProseHeading>();
  blocks.forEach((block, index) => {
    const words = prose[index];
    if (!words || index < from || !isHeading(block)) return;
    const isBare = readHeading({ rows: [block.text] })?.bare ?? false;
    headings.set(words, { words: block.text, rank: block.level === 1 ? 2 : 3, bare: isBare });
  });
  return frontMatter(prose, headings, isTrusted);
}

/** Blocks before the first heading become a section without a title. */
export function splitAtHeadings(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let open: Block[] = [];
  const close = (): void => {
    if (open.length > 0) sections.push(createSection({ title: firstHeading(open), blocks: open }));
    open = [];
  };
  for (const block of blocks) {
    if (isHeading(block) && !isNameOfHeading(block, open.at(-1))) close();
    open.push(block);
  }
  close();
  // A work title above chapters at the same level is not an empty chapter.
  const [first, second] = sections;
  const title = first?.blocks.length === 1 ? first.blocks[0] : undefined;
  const next = second?.blocks[0];
  if (
    first &&
    isHeading(title) &&
    isHeading(next) &&
    title.level >= next.level &&
    readHeading(proseBlock(title)) === null
  )
    sections[0] = { ...first, kind: 'title-page' };
  return sections;
}

/** “Down the Rabbit-Hole” below “Chapter I”. */
function isNameOfHeading(block: Heading, above: Block | undefined): boolean {
  if (!isHeading(above) || above.level < block.level || kindOfTitle(above.text) !== null) return false;
  const isBare = /^[\dIVXLC]{1,8}\.?$/.test(above.text) || readHeading(proseBlock(above))?.bare === true;
  return isBare && readHeading(proseBlock(block)) === null;
}

export const createSection = ({ title, blocks }: Pick<Section, 'title' | 'blocks'>): Section => ({
  title,
  kind: title === null ? 'other' : (kindOfSection(title, paragraphTexts(blocks)) ?? 'chapter'),
  blocks,
});

export const firstHeading = (blocks: readonly Block[]): string | null => {
  const first = blocks[0];
  return isHeading(first) ? first.text : null;
};

export const paragraphTexts = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' || block.kind === 'speech' ? [block.text] : []));

function markFrontMatter(section: Section, index: number, all: readonly Section[]): Section {
  if (section.kind === 'other') {
    if (all.length === 1) return { ...section, kind: 'chapter' };
    const isRights =
      section.blocks.length <= MAX_RIGHTS_LENGTH &&
      section.blocks.some((block) => RIGHTS_NOTICE.test(textOfBlock(block)));
    return index === 0 && isRights ? { ...section, kind: 'copyright' } : section;
  }
  if (index === 0 && all.length > 1 && isTitleAndAuthor(section)) return { ...section, kind: 'title-page' };
  const isByline = section.blocks.every(isHeading) && BY_AUTHOR.test(section.title ?? '') && index < 5;
  return isByline ? { ...section, kind: 'title-page' } : section;
}

const PERSON_NAME = /^(?:\p{Lu}[\p{L}’'-]{0,20}\.?\s){1,3}\p{Lu}[\p{L}’'-]{1,20}$/u;
const MAX_TITLE_PAGE_BLOCKS = 4;

function isTitleAndAuthor({ kind, blocks }: Section): boolean {
  const [heading, ...others] = blocks;
  if (kind !== 'chapter' || !isHeading(heading) || readHeading(proseBlock(heading)) !== null) return false;
  const words = others.flatMap((block) => ('text' in block ? [block.text] : []));
  const isName = (text: string): boolean => PERSON_NAME.test(text) || BY_AUTHOR.test(text);
  return (
    words.length > 0 &&
    words.length <= MAX_TITLE_PAGE_BLOCKS &&
    words.some(isName) &&
    words.every((text) => isName(text) || claimsRights(text))
  );
}

/**
 * Checks that the sections to be read contain text besides headings.
 * @throws ImportError `empty`, or `no-text` if there are images
 */
export function checkHasWords(sections: readonly Section[], pictures: number, file: string): void {
  const isEmpty = sections.every(({ blocks }) => blocks.length === 0);
  const isHeard = sections.some(({ kind, blocks }) => !SKIPPED_SECTION_KINDS.has(kind) && blocks.some(hasWords));
  if (pictures > 0 && !isHeard) throw documentError('no-text', file);
  if (isEmpty) throw documentError('empty', file);
}

const hasWords = (block: Block): boolean =>
  block.kind !== 'heading' && block.kind !== 'scene-break' && /\p{L}/u.test(block.text);
