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
import { fitsInJob, sentCharacters, speakerOf, turnOverhead } from './turn-prefix.ts';

const MIN_PIECE = 10;

interface TurnPiece {
  readonly turn: number;
  readonly role: string | null;
  readonly text: string;
  readonly cost: number;
}

/**
 * Splits the turns of one or two roles into lines that fit into a job and have similar lengths. Splits between turns
 * if possible, otherwise at sentence ends. Lengths refer to the text as sent.
 */
export function splitIntoLines(
  turns: readonly Turn[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): LineContent[] {
  if (!turns.some((turn) => isSpeakable(writtenWords(turn, options)))) return [];
  if (fitsInJob(turns, options)) return [{ turns }];
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
  // Every turn except the last is followed by a line break. Counting a line break for each turn gives a safe upper
  // bound.
  const overhead = isDialog ? turnOverhead(turn) : 1;
  const costOf = (text: string): number => {
    const spoken = writtenWords({ role: turn.role, text }, options);
    return isSpeakable(spoken) ? countCharacters(spoken) + overhead : 0;
  };
  const cost = costOf(turn.text);
  if (cost <= options.lineCharacters + 1) return [{ turn: index, role: turn.role, text: turn.text, cost }];
  const room = Math.max(MIN_PIECE, options.lineCharacters + 1 - overhead);
  const texts = splitText(turn.text, room, silentRanges(turn, options));
  return texts.map((text) => ({ turn: index, role: turn.role, text, cost: costOf(text) }));
}

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
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

/** Splits a paragraph at pauses and where it is too long. A pause before the first words belongs to the first line. */
export function paragraphLines(
  parts: readonly SpeechPart[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): ParagraphLines {
  const turns = parts.filter((part) => 'text' in part);
  const roles = [...new Set(turns.map(speakerOf))];
  if (roles.length > 2) return { lines: [], problem: { kind: 'three-roles', roles } };
  if (turns.length === parts.length) return withProblem(splitIntoLines(turns, options), options);
  const lines: LineContent[] = [];
  let leading: number | undefined;
  let stretch: Turn[] = [];
  const endStretch = (): void => {
    for (const line of splitIntoLines(stretch, options)) lines.push(line);
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
  const tooLong = lines.find((line) => !fitsInJob(line.turns, options));
  if (tooLong === undefined) return { lines };
  const characters = sentCharacters(tooLong.turns, options);
  return { lines, problem: { kind: 'too-long', characters, limit: options.lineCharacters } };
}

interface TextBlock {
  readonly start: number;
  end: number;
  readonly isHeading: boolean;
}

const PIECE_GAP = '\n\n';

/** Throws a RangeError if a stated role's name can't be written in script text. */
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

/** Serialises a document to script text. `parseScript` parses this text into the same paragraphs. */
export function scriptText(script: ScriptDocument, options: RoleMarkOptions): string {
  if (script.length === 1 && typeof script[0] === 'string') return script[0];
  const readMark = roleMarkReader(options);
  const rows = joinPieces(script).map((piece) => (typeof piece === 'string' ? piece : speechRow(piece, readMark)));
  return rows.length === 0 ? '' : `${rows.join(PIECE_GAP).trimEnd()}\n`;
}

/**
 * Merges adjacent pieces of script text and trims them. If the document contains only text, it ends with a line break.
 */
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

/** Parses script text into paragraphs. `formatScript` turns them back into exactly the same text. */
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

export function formatScript(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map((paragraph) => paragraph.source + paragraph.gap).join('');
}

/** A heading that is entirely in brackets names its chapter but isn't read aloud. */
const BRACKETED = /^\s*\([^()]*\)\s*$/;

/** Builds a paragraph. A level 1 heading becomes the book's title if the next content is a level 2 heading. */
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
      // Keep the pauses of a heading that isn't read aloud.
      const parts = isSilent ? content.parts.filter((part) => !('text' in part)) : content.parts;
      const spoken = paragraphLines(parts, options);
      return { kind: isTitle ? 'title' : 'heading', source, gap, level: content.level, ...spoken };
    }
  }
}

function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let current: TextBlock | undefined;
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
