// Splits lines into subtitles at word times. The limits follow common subtitle guidelines.
import stringWidth from 'string-width';
import { at } from '../../../../shared/rules/at.ts';
import { clauseEnds, sentenceEnds } from '../../../../shared/rules/text-boundaries.ts';
import { singleLine } from './sequence.ts';
import type { TimedTurn, WordTimedLine } from './timed-words.ts';

/** In columns: Chinese and Japanese characters take up two. */
export const MAX_ROW_WIDTH = 42;
const MAX_ROWS = 2;
const MIN_CUE_SECONDS = 1;
const MAX_CUE_SECONDS = 7;
/** A silence of at least this length separates cues even within a sentence. */
const LONG_GAP_SECONDS = 1.5;
/** A silence of at least this length is nearly as good a break as the end of a clause. */
const GAP_SECONDS = 0.25;

/** In milliseconds. */
interface TimeRange {
  readonly startMs: number;
  readonly endMs: number;
}

interface CueWord extends TimeRange {
  /** Without the space before it. */
  readonly text: string;
  readonly isSpaced: boolean;
}

export type SubtitleRow = readonly CueWord[];

export interface WordCue extends TimeRange {
  readonly role: string;
  /** Whether the cue continues the turn of the cue before. */
  readonly goesOn: boolean;
  /** One or two. */
  readonly rows: readonly SubtitleRow[];
}

/** Returns the text of a row, without a space at the start. */
export const rowText = (row: SubtitleRow): string =>
  row.map(({ text, isSpaced }, index) => (isSpaced && index > 0 ? ` ${text}` : text)).join('');

/**
 * Returns cues of one or two rows that don't overlap. Where possible, they end with a sentence or clause.
 * @param prefixOf text that is shown before a turn's first word, such as `ALGERNON: `
 */
export function wordCues(lines: readonly WordTimedLine[], prefixOf: (role: string) => string = () => ''): WordCue[] {
  const cues = lines.flatMap(({ turns }) => turns.flatMap((turn) => cuesOfTurn(turn, prefixOf(turn.role))));
  return withoutOverlaps(cues);
}

interface Break {
  /** Cost of ending a cue here, in arbitrary units. */
  readonly cost: number;
  readonly gapSeconds: number;
}

const BREAK_COSTS = { sentence: 0, clause: 2, gap: 3, other: 8 } as const;
/** Keeps short sentences together. */
const COST_OF_CUE = 1.5;
const COST_OF_LONG_GAP = 10;
const COST_OF_SHORT_CUE = 6;
const COST_OF_LONG_CUE = 10;
/** Cost of each column by which two rows differ in width. */
const COST_OF_UNEVEN_ROWS = 0.1;

interface MeasuredTurn {
  readonly words: readonly CueWord[];
  /** The break after each word. */
  readonly breaks: readonly Break[];
  /** Total width of the words up to each position, with the spaces before them. */
  readonly widths: readonly number[];
  readonly prefixWidth: number;
}

function cuesOfTurn(turn: TimedTurn, prefix: string): WordCue[] {
  const measured = measure(turn, prefix);
  const { words } = measured;
  const best: { readonly cost: number; readonly from: number; readonly rows: readonly number[] }[] = [
    { cost: 0, from: 0, rows: [] },
  ];
  for (let to = 1; to <= words.length; to += 1) {
    let found = { cost: Number.POSITIVE_INFINITY, from: to - 1, rows: [to - 1] };
    for (let from = to - 1; from >= 0; from -= 1) {
      const rows = rowsOf(measured, from, to);
      if (rows === null) break;
      const cost = at(best, from).cost + costOfCue(measured, from, to) + rows.cost;
      if (cost < found.cost) found = { cost, from, rows: rows.starts };
    }
    best.push(found);
  }
  const cues: WordCue[] = [];
  for (let to = words.length; to > 0; to = at(best, to).from) {
    const { from, rows } = at(best, to);
    cues.push({
      startMs: at(words, from).startMs,
      endMs: at(words, to - 1).endMs,
      role: turn.role,
      goesOn: from > 0,
      rows: rows.map((start, index) => words.slice(start, rows[index + 1] ?? to)),
    });
  }
  return cues.reverse();
}

const toMs = (seconds: number): number => Math.round(seconds * 1_000);

function measure({ text, words }: TimedTurn, prefix: string): MeasuredTurn {
  const sentences = new Set(sentenceEnds(text));
  const clauses = new Set(clauseEnds(text));
  const widths = [0];
  const shown = words.map(({ from, to, startSeconds, endSeconds }, index): CueWord => {
    const before = words[index - 1];
    const isSpaced = before !== undefined && before.to < from;
    const word = singleLine(text.slice(from, to));
    widths.push(at(widths, index) + stringWidth(word) + (isSpaced ? 1 : 0));
    return { text: word, isSpaced, startMs: toMs(startSeconds), endMs: toMs(endSeconds) };
  });
  const breaks = words.map((word, index): Break => {
    const next = words[index + 1];
    if (!next) return { cost: 0, gapSeconds: 0 };
    const gapSeconds = next.startSeconds - word.endSeconds;
    if (sentences.has(next.from)) return { cost: BREAK_COSTS.sentence, gapSeconds };
    if (clauses.has(next.from)) return { cost: BREAK_COSTS.clause, gapSeconds };
    return { cost: gapSeconds >= GAP_SECONDS ? BREAK_COSTS.gap : BREAK_COSTS.other, gapSeconds };
  });
  return { words: shown, breaks, widths, prefixWidth: stringWidth(prefix) };
}

function costOfCue({ words, breaks }: MeasuredTurn, from: number, to: number): number {
  const seconds = (at(words, to - 1).endMs - at(words, from).startMs) / 1_000;
  const { cost, gapSeconds } = at(breaks, to - 1);
  // The silence after a cue gives the viewer more time to read it.
  const shownSeconds = Math.max(seconds, Math.min(MIN_CUE_SECONDS, seconds + gapSeconds));
  let total = COST_OF_CUE + cost;
  if (to < words.length || from > 0) total += COST_OF_SHORT_CUE * Math.max(0, MIN_CUE_SECONDS - shownSeconds);
  if (to - from > 1) total += COST_OF_LONG_CUE * Math.max(0, seconds - MAX_CUE_SECONDS);
  for (let word = from; word < to - 1; word += 1) {
    if (at(breaks, word).gapSeconds >= LONG_GAP_SECONDS) total += COST_OF_LONG_GAP;
  }
  return total;
}

/** Returns where the rows of a cue start, or null if the words don't fit. A single word always fits. */
function rowsOf(
  { words, breaks, widths, prefixWidth }: MeasuredTurn,
  from: number,
  to: number,
): { readonly starts: number[]; readonly cost: number } | null {
  const widthOf = (start: number, end: number): number =>
    at(widths, end) - at(widths, start) - (at(words, start).isSpaced ? 1 : 0) + (start === 0 ? prefixWidth : 0);
  const width = widthOf(from, to);
  if (width <= MAX_ROW_WIDTH || to - from === 1) return { starts: [from], cost: 0 };
  if (width > MAX_ROWS * MAX_ROW_WIDTH) return null;
  let found: { readonly starts: number[]; readonly cost: number } | null = null;
  for (let middle = from + 1; middle < to; middle += 1) {
    const [upper, lower] = [widthOf(from, middle), widthOf(middle, to)];
    if (upper > MAX_ROW_WIDTH || lower > MAX_ROW_WIDTH) continue;
    const cost = (at(breaks, middle - 1).cost + Math.abs(upper - lower)) * COST_OF_UNEVEN_ROWS;
    if (found === null || cost < found.cost) found = { starts: [from, middle], cost };
  }
  return found;
}

/** Extends short cues into the silence after them. */
function withoutOverlaps(cues: readonly WordCue[]): WordCue[] {
  let least = 0;
  return cues.map((cue, index) => {
    const startMs = Math.max(cue.startMs, least);
    const next = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const shownMs = Math.max(cue.endMs, Math.min(startMs + MIN_CUE_SECONDS * 1_000, next));
    const endMs = Math.max(startMs + 1, Math.min(shownMs, Math.max(next, startMs + 1)));
    least = endMs;
    return { ...cue, startMs, endMs };
  });
}
