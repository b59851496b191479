import { inlineCues, startsWithCapitalCueWord, startsWithCueWord } from './cue-labels.ts';
import { isSpelling } from './marked-speech.ts';
import { leadingPauses, pauseMarks } from './pauses.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the outermost balanced pairs of round brackets. A backslash before an opening bracket makes it literal. */
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

export function hasOpenBracket(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === OPENING && text.charCodeAt(index - 1) !== BACKSLASH) depth++;
    if (character === CLOSING && depth > 0) depth--;
  }
  return depth > 0;
}

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

/** Encloses text in round brackets, escaping unbalanced brackets, so that `isBracketed` returns true. */
export function encloseInBrackets(text: string): string {
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

export function withoutBrackets(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?=[()])/g, '')
    .trim();
}

const OPENING = 40;
const CLOSING = 41;
const BACKSLASH = 92;

const BRACKET_GROUP = /\[[^[\]]*\]|\([^()[\]]*\)/g;
const NEXT_BRACKET_GROUP = /(?:\[[^[\]]*\]|\([^()[\]]*\))\s*/y;
const SQUARE_GROUP = /(?<!\\)\[[^[\]]*\]/g;

export interface CueRow {
  /** In UTF-16 code units. A direction in round brackets next to a cue counts as a cue. */
  readonly cues: readonly TextRange[];
  readonly pauses: string;
}

export const bracketGroups = (row: string): string[] => row.match(BRACKET_GROUP) ?? [];

/** Parses a line with at least one sound cue and nothing to speak. Returns null for other lines. */
export function parseCueRow(row: string): CueRow | null {
  if (!(row.startsWith('[') || row.startsWith('(')) || !hasOnlyGroups(row)) return null;
  const cues: TextRange[] = [];
  const pauses: string[] = [];
  let hasSoundCue = false;
  for (const { index, 0: group } of row.matchAll(BRACKET_GROUP)) {
    if (isPause(group)) {
      pauses.push(group);
      continue;
    }
    const isSquare = group.startsWith('[');
    const isCue = (isSquare ? startsWithCueWord : startsWithCapitalCueWord)(group.slice(1));
    if (!isCue && isSquare) return null;
    hasSoundCue ||= isCue;
    cues.push({ start: index, end: index + group.length });
  }
  return hasSoundCue ? { cues, pauses: pauses.join(' ') } : null;
}

// Matches one group at a time, because a single pattern would overflow the backtracking stack on long lines.
function hasOnlyGroups(row: string): boolean {
  NEXT_BRACKET_GROUP.lastIndex = 0;
  let end = 0;
  while (end < row.length && NEXT_BRACKET_GROUP.test(row)) end = NEXT_BRACKET_GROUP.lastIndex;
  return end > 0 && end === row.length;
}

/** Finds square brackets that are spoken because they are neither pauses, cues nor escaped. */
export function spokenSquareBrackets(row: string): TextRange[] {
  if (!row.includes('[') || parseCueRow(row.trim()) !== null) return [];
  const silent = new Set([...pauseMarks(row), ...inlineCues(row, true)].map(({ start }) => start));
  return Array.from(row.matchAll(SQUARE_GROUP), ({ index, 0: group }) => ({ start: index, end: index + group.length }))
    .filter(({ start, end }) => !silent.has(start) && !isSpelling(row.slice(start, end)))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(row.slice(start, end)));
}

export function hasCueRow(source: string): boolean {
  return /[[(]/.test(source) && source.split(/\r\n?|\n/).some((row) => parseCueRow(row.trim()) !== null);
}

const isPause = (group: string): boolean => leadingPauses(group) === group;
