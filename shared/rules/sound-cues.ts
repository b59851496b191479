// Directions for sound that stand alone on a row: `[SFX: rain]`, `[MUSIC fades]`, `(MUSIC)`. They are kept and not spoken.
import type { TextRange } from './brackets.ts';
import { leadingPauses, pauseMarks } from './pauses.ts';

const CUE_WORD =
  '(?:SFX|FX|SOUNDS?|MUSIC|(?:INTRO|OUTRO|THEME|BACKGROUND) MUSIC|AMBIENCE|AMBIANCE|AMBIENT|ATMOS|FOLEY|STING|STINGER|JINGLE|UNDERSCORE)';
/** In square brackets in any case; in round ones, which also hold asides, in capitals. */
const SQUARE_CUE = new RegExp(String.raw`^\[\s{0,4}${CUE_WORD}(?![\p{L}\p{N}’'])`, 'iu');
const ROUND_CUE = new RegExp(String.raw`^\(\s{0,4}${CUE_WORD}(?![\p{L}\p{N}’'])`, 'u');

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
    .filter(({ start }) => !pauses.has(start))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(row.slice(start, end)));
}

/** Whether a row of a paragraph is a sound cue. */
export function hasCueRow(source: string): boolean {
  return /[[(]/.test(source) && source.split(/\r\n?|\n/).some((row) => readCueRow(row.trim()) !== null);
}

const isPause = (group: string): boolean => leadingPauses(group) === group;
