import type { Block } from '../../../../shared/model/manuscript.ts';
import { append, largest, smallest } from '../../../../shared/rules/lists.ts';
import { headingEvidence } from '../../layout/name-evidence.ts';
import { HyphenatedWords, hyphenatedWord } from '../../sections/hyphenated-words.ts';
import { isSymbolsOnly } from '../../sections/scene-breaks.ts';
import type { Omissions } from '../omissions.ts';
import type { Line } from './pdf-lines.ts';
import { withoutNotes } from './pdf-notes.ts';
import {
  beginsWithName,
  findSpeakers,
  fitsOnLineAbove,
  isNameAlone,
  nameInLine,
  type PdfSpeakers,
  withNameAbove,
} from './pdf-speakers.ts';

const EDGE_LINES = 2;
/** How often a running head must recur, and within how many pages. */
const MIN_REPEATS = 3;
const MAX_REPEAT_DISTANCE = 8;
/** In points. */
const MAX_HEIGHT_DIFFERENCE = 4;
const PAGE_NUMBER = /^\W{0,3}(?:page |p\. ?|seite )?(\d{1,4})(?: ?(?:of|\/|von) ?\d{1,4})?\W{0,3}$/i;
const ROMAN_NUMBER = /^\W{0,3}[ivxl]{1,7}\W{0,3}$/;
const MIN_HEADING_SIZE = 1.12;
const MAX_HEADING_LENGTH = 160;
const MAX_NOTE_SIZE = 0.9;
/** Minimum gap between paragraphs, as a multiple of the usual line spacing. */
const MIN_PARAGRAPH_GAP = 1.25;
/** Relative to the font size. */
const MIN_HEADING_GAP = 1.8;
const MAX_INDENT_DIFFERENCE = 2;
const MIN_INDENT = 0.7;
const SPEECH_START = /^\p{Lu}[\p{Lu} .’'-]{0,40}:\s|^[“‘«„]/u;
const SPEECH_END = /[”’»)]$|[.!?…][”’»)"\]]*$/;
const SENTENCE_END = /[.!?…:]["”’»)\]]*$/;

export function buildParagraphs(
  pages: readonly (readonly Line[])[],
  body: number,
  raised: readonly (readonly string[])[],
  leftOut: Omissions,
): Block[] {
  // Find notes first, because note numbers look like page numbers.
  const { text, notes } = withoutNotes(pages, detectLayout(pages).gap, raised);
  const isNote = new Set(notes.flat());
  const lines = removeRunningHeads(text, body, leftOut).map((page, at) => [...page, ...(notes[at] ?? [])]);
  const layout = detectLayout(lines);
  const levels = headingLevels(lines.flat(), body);
  const joiner = new LineJoiner(lines.flat());
  const speakers = findSpeakers(lines, layout.gap * MIN_PARAGRAPH_GAP);
  const blocks: Block[] = [];
  let open: OpenBlock | null = null;
  let heldBack: Block[] = [];
  const close = (): void => {
    if (open) pushBlock(blocks, open, levels);
    append(blocks, heldBack.splice(0));
    open = null;
  };
  lines.forEach((page) => {
    page.forEach((line, at) => {
      const kind = isNote.has(line) ? 'footnote' : kindOf(line, levels, body);
      if (kind === 'footnote') {
        // A paragraph interrupted by a note may continue on the next page.
        heldBack = addNoteLine(heldBack, line, joiner);
        return;
      }
      const above = open?.last;
      if (!open || !above || open.kind !== kind || startsBlock(line, above, page[at - 1], { layout, speakers, kind })) {
        close();
        open = { kind, text: withNameAbove(line, speakers), size: line.size, last: line };
      } else {
        const isName = open.text === withNameAbove(above, speakers) && isNameAlone(above, speakers);
        open = {
          ...open,
          text: isName ? `${open.text}\n${line.text.trim()}` : joiner.join(open.text, line.text),
          last: line,
        };
      }
    });
  });
  close();
  append(blocks, heldBack);
  return withEvidence(blocks);
}

function withEvidence(blocks: readonly Block[]): Block[] {
  const evidence = headingEvidence('look', blocks.filter(({ kind }) => kind === 'heading').length);
  return blocks.map((block) => (block.kind === 'heading' ? { ...block, evidence } : block));
}

interface OpenBlock {
  readonly kind: 'paragraph' | 'heading';
  readonly text: string;
  readonly size: number;
  readonly last: Line;
}

const roundSize = (size: number): number => Math.round(size * 2) / 2;

function pushBlock(blocks: Block[], { kind, text, size }: OpenBlock, levels: ReadonlyMap<number, 1 | 2 | null>): void {
  const words = (/\s\s|[^\S \n]/.test(text) ? text.replace(/[^\S\n]+/g, ' ') : text).trim();
  if (words === '') return;
  const level = kind === 'heading' ? (levels.get(roundSize(size)) ?? null) : null;
  if (isSymbolsOnly(words)) blocks.push({ kind: 'scene-break' });
  else if (level !== null) blocks.push({ kind: 'heading', level, text: words });
  else blocks.push({ kind: 'paragraph', text: words });
}

function addNoteLine(notes: readonly Block[], line: Line, joiner: LineJoiner): Block[] {
  const last = notes.at(-1);
  const text = line.text.trim().replace(/^(\d{1,3})(?=\p{L})/u, '$1 ');
  if (!last || !('text' in last) || /^(?:\d{1,3}\b|[*†‡§])/.test(text)) return [...notes, { kind: 'footnote', text }];
  return [...notes.slice(0, -1), { kind: 'footnote', text: joiner.join(last.text, text) }];
}

interface LineContext {
  readonly layout: PdfLayout;
  readonly speakers: PdfSpeakers;
  readonly kind: OpenBlock['kind'];
}

function startsBlock(
  line: Line,
  above: Line,
  before: Line | undefined,
  { layout, speakers, kind }: LineContext,
): boolean {
  const isBelow = before === above && line.column === above.column;
  const gap = above.y - line.y;
  if (kind === 'heading') {
    return !isBelow || roundSize(line.size) !== roundSize(above.size) || gap > line.size * MIN_HEADING_GAP;
  }
  if (isBelow && gap > layout.gap * MIN_PARAGRAPH_GAP) return true;
  const indent = line.x - line.left;
  const isIndented = indent > line.size * MIN_INDENT;
  if (layout.isHanging) return !isIndented;
  const isEnd = SENTENCE_END.test(above.text.trim());
  if (layout.parting === 'indent' && Math.abs(indent - layout.indent) < MAX_INDENT_DIFFERENCE) return true;
  if (isIndented && (isBelow ? Math.abs(indent - (above.x - above.left)) > line.size * 0.3 : isEnd)) return true;
  const hasRoom = fitsOnLineAbove(above, line);
  if (isBelow) return layout.parting === 'room' && hasRoom && (isEnd || isIndented);
  if (layout.parting === 'indent') return hasRoom && isEnd;
  if (beginsWithName(line, speakers) || isNameAlone(above, speakers)) return true;
  const text = line.text.trim();
  if (speakers.size > 0) return hasRoom && isEnd && /^[([]/.test(text);
  const startsSpeech = SPEECH_START.test(text) && SPEECH_END.test(above.text.trim());
  return startsSpeech || (hasRoom && (isEnd || /^\P{Ll}/u.test(text)));
}

interface PdfLayout {
  /** In points. */
  readonly gap: number;
  readonly indent: number;
  /** How the document separates paragraphs. `room`: only by the space left at the end of the last line. */
  readonly parting: 'gap' | 'indent' | 'room';
  readonly isHanging: boolean;
}

const MIN_START_SHARE = 0.04;

const USUAL_GAP_SHARE = 0.3;
const MAX_RARE_GAP_SHARE = 0.05;
const MIN_GAPS = 3;

function detectLayout(pages: readonly (readonly Line[])[]): PdfLayout {
  const below = pages.flatMap((page) =>
    page.flatMap((line, at) => {
      const above = page[at - 1];
      const isBelow = above && above.column === line.column && above.y > line.y;
      return isBelow ? [{ gap: above.y - line.y, indent: line.x - line.left, size: line.size }] : [];
    }),
  );
  const gaps = countValues(below.map(({ gap }) => Math.round(gap * 2) / 2));
  // If most paragraphs have only one line, the line spacing is rare but at least as large as the font.
  const size = below.map((line) => line.size).toSorted((a, b) => a - b)[below.length >> 1] ?? 0;
  const most = Math.max(0, largest(gaps.values()));
  const isUsual = ([gap, count]: readonly [number, number]): boolean =>
    count >= most * USUAL_GAP_SHARE || (gap >= size && count >= Math.max(MIN_GAPS, most * MAX_RARE_GAP_SHARE));
  const gap = Math.min(smallest([...gaps].filter(isUsual).map(([gap]) => gap)), 1_000);
  const near = below.filter((line) => line.gap <= gap * MIN_PARAGRAPH_GAP);
  const indented = near.filter(({ indent, size }) => indent > size * MIN_INDENT && indent < size * 5);
  const indents = [...countValues(indented.map(({ indent }) => Math.round(indent)))].toSorted((a, b) => b[1] - a[1]);
  const fewest = Math.max(1, below.length * MIN_START_SHARE);
  const apart = below.length - near.length;
  const parting = apart >= fewest && apart >= indented.length ? 'gap' : indented.length >= fewest ? 'indent' : 'room';
  return { gap, indent: indents[0]?.[0] ?? 0, parting, isHanging: isHanging(pages, gap) };
}

function isHanging(pages: readonly (readonly Line[])[], gap: number): boolean {
  let [hanging, flush] = [0, 0];
  for (const page of pages) {
    page.forEach((line, at) => {
      const above = page[at - 1];
      const isNear = above?.column === line.column && above.y > line.y && above.y - line.y <= gap * MIN_PARAGRAPH_GAP;
      if (!isNear || !/^\P{Lu}/u.test(line.text.trim()) || SENTENCE_END.test(above.text.trim())) return;
      if (above.x - above.left > above.size * MIN_INDENT) return;
      if (line.x - line.left > line.size * MIN_INDENT) hanging += 1;
      else flush += 1;
    });
  }
  return hanging >= MIN_HANGING && hanging > flush * MIN_HANGING;
}

const MIN_HANGING = 3;

function countValues<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function kindOf(line: Line, levels: ReadonlyMap<number, 1 | 2 | null>, body: number): OpenBlock['kind'] | 'footnote' {
  if (levels.has(roundSize(line.size)) && line.text.length <= MAX_HEADING_LENGTH) return 'heading';
  return line.size <= body * MAX_NOTE_SIZE && /\p{L}/u.test(line.text) ? 'footnote' : 'paragraph';
}

/** Maps font sizes to heading levels; null for the work's title if it is on a separate page. */
function headingLevels(lines: readonly Line[], body: number): Map<number, 1 | 2 | null> {
  const uses = new Map<number, number>();
  for (const { size, text } of lines) {
    if (size < body * MIN_HEADING_SIZE || text.length > MAX_HEADING_LENGTH || !/[\p{L}\p{N}]/u.test(text)) continue;
    uses.set(roundSize(size), (uses.get(roundSize(size)) ?? 0) + 1);
  }
  const sizes = [...uses.keys()].toSorted((a, b) => b - a);
  const [largest] = sizes;
  const isTitle =
    sizes.length > 2 &&
    largest !== undefined &&
    (uses.get(largest) ?? 0) <= 2 &&
    roundSize(lines[0]?.size ?? 0) === largest;
  const chapters = isTitle ? sizes.slice(1) : sizes;
  const levels = new Map<number, 1 | 2 | null>(chapters.map((size, at) => [size, at === 0 ? 1 : 2]));
  if (isTitle) levels.set(largest, null);
  return levels;
}

function removeRunningHeads(
  pages: readonly (readonly Line[])[],
  body: number,
  leftOut: Omissions,
): (readonly Line[])[] {
  const edges = pages.map((page) => {
    const byHeight = page.toSorted((a, b) => b.y - a.y);
    return new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)]);
  });
  const offsets = new Map<number, number>();
  edges.forEach((lines, page) => {
    for (const { text } of lines) {
      for (const number of edgeNumbers(text)) offsets.set(number - page, (offsets.get(number - page) ?? 0) + 1);
    }
  });
  const fewest = Math.min(MIN_REPEATS, pages.length);
  const isPageNumber = (number: number, page: number): boolean => (offsets.get(number - page) ?? 0) >= fewest;
  const seen = new Map<string, { readonly page: number; readonly y: number }[]>();
  const headOf = (text: string, page: number): string =>
    edgeNumbers(text).some((number) => isPageNumber(number, page))
      ? text.replace(EDGE_NUMBERS, '').trim()
      : text.trim();
  edges.forEach((lines, page) => {
    for (const { text, y } of lines) {
      const places = seen.get(headOf(text, page));
      if (places) places.push({ page, y });
      else seen.set(headOf(text, page), [{ page, y }]);
    }
  });
  // A running head that occurs on few pages, such as a chapter title, is at the same height as other pages' page
  // numbers.
  const numbered = countValues(
    edges.flatMap((lines, page) =>
      [...lines].flatMap(({ text, y }) =>
        edgeNumbers(text).some((number) => isPageNumber(number, page)) ? [Math.round(y / MAX_HEIGHT_DIFFERENCE)] : [],
      ),
    ),
  );
  // Unlike running heads, names above speeches also occur in the middle of pages.
  const atEdges = new Set(edges.flatMap((lines) => [...lines].map(nameInLine)));
  const inside = countValues(
    pages.flatMap((page, at) =>
      page.flatMap((line) => {
        const name = nameInLine(line);
        return atEdges.has(name) && !edges[at]?.has(line) ? [name] : [];
      }),
    ),
  );
  const isEdge = (line: Line, page: number): boolean => {
    if (line.size >= body * MIN_HEADING_SIZE) return false;
    const text = line.text.trim();
    const number = PAGE_NUMBER.exec(text)?.[1];
    if (number !== undefined && isPageNumber(Number(number), page)) return true;
    if (ROMAN_NUMBER.test(text)) return true;
    const isNumbered = edgeNumbers(text).some((number) => isPageNumber(number, page));
    if (isNumbered && (numbered.get(Math.round(line.y / MAX_HEIGHT_DIFFERENCE)) ?? 0) >= MIN_REPEATS) return true;
    const places = seen.get(headOf(text, page)) ?? [];
    if ((inside.get(nameInLine(line)) ?? 0) >= places.length) return false;
    const near = places.filter(
      (place) =>
        Math.abs(place.y - line.y) < MAX_HEIGHT_DIFFERENCE && Math.abs(place.page - page) <= MAX_REPEAT_DISTANCE,
    );
    return near.length >= MIN_REPEATS;
  };
  const isKept = (line: Line, page: number): boolean => {
    if (!edges[page]?.has(line) || !isEdge(line, page)) return true;
    const isNumber = PAGE_NUMBER.test(line.text.trim()) || ROMAN_NUMBER.test(line.text.trim());
    leftOut.add(isNumber ? 'page-numbers' : 'running-heads', isNumber ? '' : line.text);
    return false;
  };
  return pages.map((page, number) => page.filter((line) => isKept(line, number)));
}

const EDGE_NUMBERS = /^\W{0,3}\d{1,4}(?!\d)|(?<!\d)\d{1,4}\W{0,3}$/g;
const edgeNumbers = (text: string): number[] =>
  /\d/.test(text) ? [...text.trim().matchAll(EDGE_NUMBERS)].map(([found]) => Number(found.replace(/\D/g, ''))) : [];

const DASH_AT_END = /[^\s-](?:--|[—–])$/;

class LineJoiner {
  readonly #words: HyphenatedWords;
  readonly #hasCloseDashes: boolean;

  constructor(lines: readonly Line[]) {
    this.#words = new HyphenatedWords(lines.map(({ text }) => text.trim()));
    let closeDashes = 0;
    for (const { text } of lines) {
      for (const [dash] of text.matchAll(/(?:[^\s—]|\s)—/g)) closeDashes += /\s/.test(dash) ? -1 : 1;
    }
    this.#hasCloseDashes = closeDashes > 0;
  }

  join(before: string, after: string): string {
    const next = after.trim();
    if (DASH_AT_END.test(before.slice(-3)) || (next.startsWith('—') && this.#hasCloseDashes)) return before + next;
    if (before.endsWith('-') && next.startsWith('-')) return before + next;
    const word = hyphenatedWord(before, next);
    if (word === null)
      return before + (/\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) && /^\p{Lu}/u.test(next) ? '' : ' ') + next;
    const balance = this.#words.balance(word);
    const isParted = word.sign !== '-' || balance > 0 || (balance === 0 && this.#words.isHyphenated);
    return (isParted ? before.slice(0, -1) : before) + next;
  }
}
