import {
  type Block,
  type Section,
  type SectionKind,
  SKIPPED_SECTION_KINDS,
} from '../../../../shared/model/manuscript.ts';
import { readHeading } from '../../sections/prose-headings.ts';
import type { HtmlPage } from './page-blocks.ts';

/** EPUB structural semantics vocabulary and DPUB-ARIA, whose terms start with `doc-`. */
const KIND_PATTERNS: readonly (readonly [RegExp, SectionKind])[] = [
  [/^(?:half-?)?title-?page$|^(?:doc-)?cover$|^frontispiece$/, 'title-page'],
  [/^copyright-page$|^imprint$|^(?:doc-)?colophon$|^(?:other-)?credits?$|^doc-credits?$/, 'copyright'],
  [/^(?:doc-)?(?:dedication|epigraph)$/, 'dedication'],
  [/^(?:doc-)?toc$|^landmarks$|^lo[itav]$/, 'contents'],
  [/dramatis-personae$/, 'cast-list'],
  [/^(?:doc-)?(?:foreword|preface|introduction|prologue)$/, 'foreword'],
  [/^(?:notes|footnotes|rearnotes|(?:doc-)?endnotes)$/, 'notes'],
  [/^(?:doc-)?bibliography$/, 'bibliography'],
  [/^(?:doc-)?index$/, 'index'],
  [/^contributors$|^(?:doc-)?acknowledge?ments$/, 'about-author'],
  [/^(?:doc-)?(?:chapter|part|epilogue|afterword|conclusion|appendix)$/, 'chapter'],
];

export function kindOfTypes(types: Iterable<string>): SectionKind | null {
  const all = [...types];
  return KIND_PATTERNS.find(([pattern]) => all.some((type) => pattern.test(type)))?.[1] ?? null;
}

const KINDS_WITHOUT_CHAPTERS: ReadonlySet<SectionKind> = new Set(['title-page', 'copyright', 'dedication', 'contents']);

/** Prefers the types stated in the page over the book's landmarks or guide. */
export function kindOfPage(
  { types, blocks }: Pick<HtmlPage, 'types' | 'blocks'>,
  landmark: string | undefined,
): SectionKind | null {
  const kind = kindOfTypes(types);
  const named = landmark === undefined ? null : kindOfTypes([...types, landmark]);
  if (named === null || named === kind) return kind;
  // A landmark such as the title page may cover only the start of a page that also contains chapters.
  return KINDS_WITHOUT_CHAPTERS.has(named) && blocks.some(isChapterHeading) ? kind : named;
}

export interface TypedElement {
  readonly types: readonly string[];
  /** Index of the first block; `end` is exclusive. */
  readonly start: number;
  end: number;
}

const KINDS_TITLED_OUTSIDE: ReadonlySet<SectionKind> = new Set(['notes', 'bibliography', 'index', 'contents']);

/** Returns the types of elements that span the whole page. */
export function pageTypes(elements: readonly TypedElement[], blocks: readonly Block[]): Set<string> {
  const headings = blocks.findIndex(({ kind }) => kind !== 'heading');
  const isNamed = blocks.slice(0, Math.max(headings, 0)).some((block) => isChapterHeading(block));
  const covering = elements.filter(({ types, start, end }) => {
    if (end < blocks.length) return false;
    const kind = kindOfTypes(types);
    return start === 0 || (!isNamed && start <= headings && kind !== null && KINDS_TITLED_OUTSIDE.has(kind));
  });
  return new Set(covering.flatMap(({ types }) => types));
}

const isChapterHeading = (block: Block): boolean =>
  block.kind === 'heading' && readHeading({ rows: [block.text] }) !== null;

/**
 * Moves parts that are not read aloud into separate sections, before or after the rest. Notes without a heading stay
 * in place.
 */
export function separateParts(section: Section): Section[] {
  const rest: Block[] = [];
  const before: Section[] = [];
  const after: Section[] = [];
  for (const run of splitByKind(section.blocks)) {
    const kind = run[0]?.markedAs;
    const heading = run.find((block) => block.kind === 'heading');
    const isApart =
      kind !== undefined && kind !== section.kind && SKIPPED_SECTION_KINDS.has(kind) && (kind !== 'notes' || heading);
    if (!isApart) for (const block of run) rest.push(block);
    else (rest.length === 0 ? before : after).push({ title: heading?.text ?? null, kind, blocks: run });
  }
  const [only, ...others] = after;
  const isTitleAlone = rest.every(({ kind }) => kind === 'heading' || kind === 'scene-break');
  if (isTitleAlone && only && others.length === 0 && (only.kind !== 'dedication' || !rest.some(isChapterHeading)))
    return [...before, { ...section, kind: only.kind, blocks: [...rest, ...only.blocks] }];
  return [...before, ...(rest.length > 0 ? [{ ...section, blocks: rest }] : []), ...after];
}

function splitByKind(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last && (block.kind === 'scene-break' || last[0]?.markedAs === block.markedAs)) last.push(block);
    else runs.push([block]);
  }
  return runs;
}
