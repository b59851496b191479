// Script text to paragraphs and back.
import type {
  LineContent,
  LineProblem,
  Paragraph,
  ParagraphContent,
  ScriptDocument,
  SpeechPart,
  StatedSpeech,
  Turn,
} from '../model/script.ts';
import type { RoleMarkOptions, ScriptOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { isHeadingRow, parseSpeech, readParagraph } from './parse-paragraph.ts';
import { markFor, type RoleMarkReader, roleMarkReader } from './role-marks.ts';
import { packBalanced, splitText } from './split-text.ts';
import { isSpeakable, silentRanges, writtenWords } from './spoken-text.ts';
import { fitsJob, sentCharacters, speakerOf, turnOverhead } from './turn-prefix.ts';

// Lines: what a paragraph's words and pauses become, cut so that a job can take it.

/** The least that a turn is cut to, in characters, however long its prefix is. */
const SMALLEST_PIECE = 10;

/** A turn, or a piece of one that was too long. */
interface TurnPiece {
  readonly turn: number;
  readonly role: string | null;
  readonly text: string;
  /** Characters that it adds to a line as sent. */
  readonly cost: number;
}

/**
 * Makes lines of the turns of one or two roles. Turns that together fit into a job stay one line; else they are cut
 * between turns, and a turn that is too long by itself at its sentence ends, into lines of like length. Text counts as
 * it is sent: directions left out, prefixes included where two roles speak.
 *
 * @param options `lineCharacters`: the longest text of a line as sent, in characters
 * @returns lines in order; none where there is nothing to speak
 */
export function cutParagraph(
  turns: readonly Turn[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): LineContent[] {
  if (!turns.some((turn) => isSpeakable(writtenWords(turn, options)))) return [];
  if (fitsJob(turns, options)) return [{ turns }];
  const isDialog = new Set(turns.map(speakerOf)).size > 1;
  const pieces = turns.flatMap((turn, index) => piecesOf(turn, index, isDialog, options));
  const costs = pieces.map((piece) => piece.cost);
  let start = 0;
  return packBalanced(costs, options.lineCharacters + 1).flatMap((end) => {
    const line = { turns: joinTurns(pieces.slice(start, end)) };
    start = end;
    return line.turns.some((turn) => isSpeakable(writtenWords(turn, options))) ? [line] : [];
  });
}

function piecesOf(
  turn: Turn,
  index: number,
  isDialog: boolean,
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): TurnPiece[] {
  // A row break stands behind every turn but the last; to count one for each is on the safe side.
  const overhead = isDialog ? turnOverhead(turn) : 1;
  const costOf = (text: string): number => {
    const spoken = writtenWords({ role: turn.role, text }, options);
    return isSpeakable(spoken) ? countCharacters(spoken) + overhead : 0;
  };
  const cost = costOf(turn.text);
  if (cost <= options.lineCharacters + 1) return [{ turn: index, role: turn.role, text: turn.text, cost }];
  const room = Math.max(SMALLEST_PIECE, options.lineCharacters + 1 - overhead);
  const texts = splitText(turn.text, room, silentRanges(turn, options));
  return texts.map((text) => ({ turn: index, role: turn.role, text, cost: costOf(text) }));
}

/** Turns again, where neighbouring pieces of one turn become one. */
function joinTurns(pieces: readonly TurnPiece[]): Turn[] {
  const turns: { turn: number; role: string | null; text: string }[] = [];
  for (const piece of pieces) {
    const last = turns.at(-1);
    if (last?.turn === piece.turn) last.text += piece.text;
    else turns.push({ turn: piece.turn, role: piece.role, text: piece.text });
  }
  return turns.map(({ role, text }) => ({ role, text: text.trim() }));
}

interface ParagraphLines {
  readonly lines: LineContent[];
  /** Seconds of silence where there is no line to carry them. */
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

/**
 * Cuts a paragraph into lines: at its pauses, and where it is too long for a job. A pause before all words belongs to
 * the first line, any other to the line before it.
 */
export function paragraphLines(
  parts: readonly SpeechPart[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): ParagraphLines {
  const turns = parts.filter((part) => 'text' in part);
  const roles = [...new Set(turns.map(speakerOf))];
  if (roles.length > 2) return { lines: [], problem: { kind: 'three-roles', roles } };
  if (turns.length === parts.length) return withProblem(cutParagraph(turns, options), options);
  const lines: LineContent[] = [];
  let leading: number | undefined;
  let stretch: Turn[] = [];
  const endStretch = (): void => {
    for (const line of cutParagraph(stretch, options)) lines.push(line);
    stretch = [];
  };
  for (const part of parts) {
    if ('text' in part) {
      stretch.push(part);
      continue;
    }
    endStretch();
    const last = lines.pop();
    if (last === undefined) leading = (leading ?? 0) + part.pauseSeconds;
    else lines.push({ ...last, pauseAfterSeconds: (last.pauseAfterSeconds ?? 0) + part.pauseSeconds });
  }
  endStretch();
  if (leading === undefined) return withProblem(lines, options);
  const [first, ...others] = lines;
  if (first === undefined) return { lines, pauseSeconds: leading };
  return withProblem([{ ...first, pauseBeforeSeconds: leading }, ...others], options);
}

function withProblem(
  lines: LineContent[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): ParagraphLines {
  const tooLong = lines.find((line) => !fitsJob(line.turns, options));
  if (tooLong === undefined) return { lines };
  const characters = sentCharacters(tooLong.turns, options);
  return { lines, problem: { kind: 'too-long', characters, limit: options.lineCharacters } };
}

/** The rows of one paragraph, as positions in the text, in UTF-16 code units. */
interface TextBlock {
  readonly start: number;
  /** After the last row, its line break not included. */
  end: number;
  readonly isHeading: boolean;
}

/** Between two pieces of a document. */
const PIECE_GAP = '\n\n';

/**
 * Parses a script: text as `parseText` reads it, and stated speeches, whose roles are taken as they are.
 *
 * @param options the project's settings
 * @throws RangeError for a stated role whose name can't be written in script text
 */
export function parseScript(script: string | ScriptDocument, options: ScriptOptions): Paragraph[] {
  if (typeof script === 'string') return parseText(script, options);
  if (script.length === 1 && typeof script[0] === 'string') return parseText(script[0], options);
  const readMark = roleMarkReader(options);
  const paragraphs = joinPieces(script).flatMap((piece) =>
    typeof piece === 'string'
      ? parseText(piece + PIECE_GAP, options)
      : [paragraphOf(parseSpeech(piece.role, piece.words), speechRow(piece, readMark), PIECE_GAP, undefined, options)],
  );
  const last = paragraphs.pop();
  return last === undefined ? [] : [...paragraphs, { ...last, gap: '\n' }];
}

/** The script text of a document. `parseScript` makes the same paragraphs of it. @throws as `parseScript` */
export function scriptText(script: ScriptDocument, options: RoleMarkOptions): string {
  if (script.length === 1 && typeof script[0] === 'string') return script[0];
  const readMark = roleMarkReader(options);
  const rows = joinPieces(script).map((piece) => (typeof piece === 'string' ? piece : speechRow(piece, readMark)));
  return rows.length === 0 ? '' : `${rows.join(PIECE_GAP).trimEnd()}\n`;
}

/** Joins neighbouring pieces of script text, without white space around them. Text alone ends with a line break. */
export function joinPieces(script: ScriptDocument): ScriptDocument {
  const joined: (string | StatedSpeech)[] = [];
  for (const piece of script) {
    const last = joined.at(-1);
    if (typeof piece !== 'string') joined.push(piece);
    else if (piece.trim() === '') continue;
    else if (typeof last === 'string') joined[joined.length - 1] = last + PIECE_GAP + piece.trim();
    else joined.push(piece.trim());
  }
  const [only] = joined;
  return joined.length === 1 && typeof only === 'string' ? [`${only}\n`] : joined;
}

function speechRow({ role, words }: StatedSpeech, readMark: RoleMarkReader): string {
  const mark = markFor(role, readMark);
  if (mark === null) throw new RangeError(`"${role}" can't be written as the name of a role.`);
  return `${mark} ${words}`.trimEnd();
}

/**
 * Reads script text. Rows end at `\n`, `\r\n` or `\r`; blank rows separate paragraphs; a heading's row is a paragraph
 * of its own. White space before the first paragraph, and a byte order mark, become a paragraph of kind `blank`.
 *
 * @param text any string
 * @param options the project's settings
 * @returns paragraphs of which `formatScript` makes exactly the text again; none for an empty text
 */
function parseText(text: string, options: ScriptOptions): Paragraph[] {
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

/** A heading that is a direction as a whole names its chapter, and is not read aloud. */
const BRACKETED = /^\s*\([^()]*\)\s*$/;

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
      const words = content.parts.flatMap((part) => ('text' in part ? [part.text] : [])).join(' ');
      const isSilent = !options.speakHeadings || (!options.speakBrackets && BRACKETED.test(words));
      // The pauses of a silent heading stay.
      const parts = isSilent ? content.parts.filter((part) => !('text' in part)) : content.parts;
      const spoken = paragraphLines(parts, options);
      return { kind: isTitle ? 'title' : 'heading', source, gap, level: content.level, ...spoken };
    }
  }
}

function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let current: TextBlock | undefined;
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
