// Brackets in script text: round ones around words, and directions for sound that stand alone on a row.
import { isSpelling } from './marked-speech.ts';
import { leadingPauses, pauseMarks } from './pauses.ts';
import { wordPattern } from './words/word-lists.ts';

// Round brackets. A backslash directly before an opening bracket makes it a word.

/** A part of a text, in UTF-16 code units: `text.slice(start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The outermost balanced pairs of round brackets, in order. Unbalanced brackets belong to none. */
export function bracketRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (!text.includes('(')) return ranges;
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === OPENING && text.charCodeAt(index - 1) !== BACKSLASH) open.push(index);
    if (character !== CLOSING) continue;
    const start = open.pop();
    if (start === undefined) continue;
    while ((ranges.at(-1)?.start ?? -1) > start) ranges.pop();
    ranges.push({ start, end: index + 1 });
  }
  return ranges;
}

/** Whether a text opens a bracket that it does not close. */
export function leavesBracketOpen(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === OPENING && text.charCodeAt(index - 1) !== BACKSLASH) depth++;
    if (character === CLOSING && depth > 0) depth--;
  }
  return depth > 0;
}

/** Whether a text is in round brackets as a whole: the bracket that opens it closes at its very end. */
export function isBracketed(text: string): boolean {
  if (text.charCodeAt(0) !== OPENING || text.charCodeAt(text.length - 1) !== CLOSING) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if ((character !== OPENING && character !== CLOSING) || text.charCodeAt(index - 1) === BACKSLASH) continue;
    depth += character === OPENING ? 1 : -1;
    if (depth === 0) return index === text.length - 1;
  }
  return false;
}

/** The words of a direction, escapes kept, as text that `isBracketed`. Brackets without a partner are escaped. */
export function bracketed(text: string): string {
  const escaped: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character !== OPENING && character !== CLOSING) continue;
    if (text.charCodeAt(index - 1) === BACKSLASH) escaped.push(index);
    else if (character === OPENING) open.push(index);
    else if (open.pop() === undefined) escaped.push(index);
  }
  let inside = '';
  let position = 0;
  for (const index of [...escaped, ...open].sort((a, b) => a - b)) {
    inside += `${text.slice(position, index)}\\`;
    position = index;
  }
  inside += text.slice(position);
  return `(${inside.endsWith('\\') ? `${inside} ` : inside})`;
}

/** The words between the brackets of a text that `isBracketed`. */
export function withoutBrackets(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?=[()])/g, '')
    .trim();
}

const OPENING = 40;
const CLOSING = 41;
const BACKSLASH = 92;

/** In square brackets in any case; in round ones, which also hold asides, in capitals. */
const SQUARE_CUE = wordPattern(String.raw`^\[\s{0,4}`, 'cue-words', String.raw`(?![\p{L}\p{N}’'])`, 'iu');
const ROUND_CUE = wordPattern(String.raw`^\(\s{0,4}`, 'cue-words', String.raw`(?![\p{L}\p{N}’'])`, 'u');

/** Square brackets, or round ones, with none inside. */
const GROUP = /\[[^[\]]*\]|\([^()[\]]*\)/g;
const NEXT_GROUP = /(?:\[[^[\]]*\]|\([^()[\]]*\))\s*/y;
const SQUARE_GROUP = /(?<!\\)\[[^[\]]*\]/g;

/** A row that holds nothing but sound cues and pauses. */
export interface CueRow {
  /** The cues, in UTF-16 code units of the row, in order; a direction in round brackets beside one is one of them. */
  readonly cues: readonly TextRange[];
  /** The pause marks beside them, joined by spaces. */
  readonly pauses: string;
}

/** Reads a row, or a paragraph, that holds at least one sound cue and nothing to speak; null for any other. */
export function readCueRow(row: string): CueRow | null {
  if (!(row.startsWith('[') || row.startsWith('(')) || !isNothingButGroups(row)) return null;
  const cues: TextRange[] = [];
  const pauses: string[] = [];
  let hasSoundCue = false;
  for (const { index, 0: group } of row.matchAll(GROUP)) {
    if (isPause(group)) {
      pauses.push(group);
      continue;
    }
    const isCue = SQUARE_CUE.test(group) || ROUND_CUE.test(group);
    // Any other words in square brackets are spoken.
    if (!isCue && group.startsWith('[')) return null;
    hasSoundCue ||= isCue;
    cues.push({ start: index, end: index + group.length });
  }
  return hasSoundCue ? { cues, pauses: pauses.join(' ') } : null;
}

// Group by group: one pattern for any number of them keeps a way back for each, until its stack is full.
function isNothingButGroups(row: string): boolean {
  NEXT_GROUP.lastIndex = 0;
  let end = 0;
  while (end < row.length && NEXT_GROUP.test(row)) end = NEXT_GROUP.lastIndex;
  return end > 0 && end === row.length;
}

/** Square brackets that are spoken with the words around them, since they are neither pauses nor escaped. */
export function spokenSquareBrackets(row: string): TextRange[] {
  if (!row.includes('[') || readCueRow(row.trim()) !== null) return [];
  const pauses = new Set(pauseMarks(row).map(({ start }) => start));
  return Array.from(row.matchAll(SQUARE_GROUP), ({ index, 0: group }) => ({ start: index, end: index + group.length }))
    .filter(({ start, end }) => !pauses.has(start) && !isSpelling(row.slice(start, end)))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(row.slice(start, end)));
}

/** Whether a row of a paragraph is a sound cue. */
export function hasCueRow(source: string): boolean {
  return /[[(]/.test(source) && source.split(/\r\n?|\n/).some((row) => readCueRow(row.trim()) !== null);
}

const isPause = (group: string): boolean => leadingPauses(group) === group;
