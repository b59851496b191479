// Script text to paragraphs and back.
import type { Paragraph } from '../model/script.ts';
import type { ParagraphContent } from './paragraph-content.ts';
import { paragraphLines } from './paragraph-lines.ts';
import { isHeadingRow, readParagraph } from './parse-paragraph.ts';
import { roleMarkReader } from './role-marks.ts';
import type { ScriptOptions } from './script-options.ts';

/** The rows of one paragraph, as positions in the text, in UTF-16 code units. */
interface Block {
  readonly start: number;
  /** After the last row, its line break not included. */
  end: number;
  readonly isHeading: boolean;
}

/**
 * Reads script text. Rows end at `\n`, `\r\n` or `\r`; blank rows separate paragraphs; a heading's row is a paragraph
 * of its own. White space before the first paragraph, and a byte order mark, become a paragraph of kind `blank`.
 *
 * @param text any string
 * @param options the project's settings
 * @returns paragraphs of which `formatScript` makes exactly the text again; none for an empty text
 */
export function parseScript(text: string, options: ScriptOptions): Paragraph[] {
  const readMark = roleMarkReader(options);
  const blocks = blocksOf(text);
  const contents = blocks.map((block) => readParagraph(text.slice(block.start, block.end), readMark));
  const paragraphs: Paragraph[] = [];
  const firstStart = blocks[0]?.start ?? text.length;
  if (firstStart > 0) paragraphs.push({ kind: 'blank', source: '', gap: text.slice(0, firstStart), lines: [] });
  contents.forEach((content, index) => {
    const block = blocks[index];
    if (block === undefined) return;
    const source = text.slice(block.start, block.end);
    const gap = text.slice(block.end, blocks[index + 1]?.start ?? text.length);
    paragraphs.push(paragraphOf(content, source, gap, contents[index + 1], options));
  });
  return paragraphs;
}

/** The exact text of which the paragraphs were read. */
export function formatScript(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map((paragraph) => paragraph.source + paragraph.gap).join('');
}

/**
 * One paragraph from its structure.
 * @param next what follows it: a heading of level 2 makes one of level 1 the book's title
 */
export function paragraphOf(
  content: ParagraphContent,
  source: string,
  gap: string,
  next: ParagraphContent | undefined,
  options: ScriptOptions,
): Paragraph {
  switch (content.kind) {
    case 'direction':
      return { kind: 'direction', source, gap, lines: [] };
    case 'pause':
      return { kind: 'pause', source, gap, lines: [], pauseSeconds: content.seconds };
    case 'speech':
      return { kind: 'speech', source, gap, ...paragraphLines(content.parts, options) };
    case 'heading': {
      const isTitle = content.level === 1 && next?.kind === 'heading' && next.level === 2;
      // The pauses of a silent heading stay.
      const parts = options.speakHeadings ? content.parts : content.parts.filter((part) => !('text' in part));
      const spoken = paragraphLines(parts, options);
      return { kind: isTitle ? 'title' : 'heading', source, gap, level: content.level, ...spoken };
    }
  }
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let current: Block | undefined;
  // A byte order mark belongs to the file, not to its first row.
  let start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < text.length) {
    const end = rowEnd(text, start);
    const first = firstWord(text, start, end);
    if (first === end) {
      current = undefined;
    } else {
      const isHeading = text.charCodeAt(first) === NUMBER_SIGN && isHeadingRow(text.slice(start, end));
      if (current === undefined || isHeading || current.isHeading) {
        current = { start, end, isHeading };
        blocks.push(current);
      }
      current.end = end;
    }
    start = end + (text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
  }
  return blocks;
}

function rowEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === LINE_FEED || character === CARRIAGE_RETURN) return index;
  }
  return text.length;
}

/** The first place of a row that is not white space, or the row's end. */
function firstWord(text: string, start: number, end: number): number {
  let index = start;
  while (index < end && isWhiteSpace(text, index)) index++;
  return index;
}

function isWhiteSpace(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  if (character < 0x80) return character === 32 || (character >= 9 && character <= 13);
  return text.charAt(index).trim() === '';
}

const BYTE_ORDER_MARK = 0xfeff;
const NUMBER_SIGN = 35;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
