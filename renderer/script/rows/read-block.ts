// Follows the script's parsing rules, but keeps track of positions and only reads visible text.
import {
  bracketRanges,
  isBracketed,
  parseCueRow,
  spokenSquareBrackets,
  type TextRange,
} from '../../../shared/rules/brackets.ts';
import { inlineCues } from '../../../shared/rules/cue-labels.ts';
import { append } from '../../../shared/rules/lists.ts';
import { scriptMarks } from '../../../shared/rules/marked-speech.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses, pauseMarks } from '../../../shared/rules/pauses.ts';
import type { RoleMarkReader } from '../../../shared/rules/role-marks.ts';
import { appliesMarks } from '../../../shared/rules/spoken-text.ts';

export type RowMarkKind =
  | 'role'
  | 'colon'
  | 'direction'
  | 'pause'
  | 'escape'
  | 'hash'
  | 'prefix'
  | 'bracket'
  | 'emphasis'
  | 'spelling';

/** Offsets are UTF-16 code units in the paragraph's text. */
export interface RowMark extends TextRange {
  readonly kind: RowMarkKind;
  readonly role?: string;
}

/** Rows are joined with `\n`. */
export interface ParagraphBlock {
  readonly kind: 'heading' | 'direction' | 'pause' | 'speech';
  readonly level?: 1 | 2;
  /** The ranges are sorted and don't overlap. */
  readonly marks: readonly RowMark[];
  readonly roles: readonly string[];
}

export interface BlockReading {
  readonly readMark: RoleMarkReader;
  readonly speakBrackets: boolean;
  readonly actOnDirections: boolean;
  readonly prefixOf: (role: string) => string;
}

/** The text of one role, which extends from the end of its name to the next name. */
interface RoleSection {
  readonly role: string | null;
  readonly start: number;
  end: number;
}

const ESCAPE = /\\(?=[#([])/g;

export function readBlock(text: string, reading: BlockReading): ParagraphBlock {
  const words = text.trim();
  if (!text.includes('\n') && isHeadingRow(text)) return headingOf(text);
  if (isBracketed(words) || parseCueRow(words)?.pauses === '') return directionOf(text, words);
  const marks: RowMark[] = [];
  const sections = sectionsOf(text, reading, marks);
  const roles = [...new Set(sections.flatMap(({ role }) => role ?? []))];
  for (const section of sections) append(marks, marksIn(text, section, reading));
  if (roles.length === 2) append(marks, prefixesIn(text, sections, marks, roles.map(reading.prefixOf)));
  const heard = words
    .split('\n')
    .map((row) => spokenPart(row.trim(), reading.readMark))
    .join('\n')
    .trim();
  if (heard === '' && words !== '' && roles.length === 0) return directionOf(text, words);
  const isPause = roles.length === 0 && heard !== '' && leadingPauses(heard).trimEnd() === heard;
  return { kind: isPause ? 'pause' : 'speech', marks: inOrder(marks), roles };
}

/** Returns a row without its cues. */
function spokenPart(row: string, readMark: RoleMarkReader): string {
  const pauses = leadingPauses(row);
  return parseCueRow(row)?.pauses ?? (readMark(row.slice(pauses.length))?.isCue ? pauses : row);
}

function headingOf(text: string): ParagraphBlock {
  const start = text.length - text.trimStart().length;
  const level = text.charAt(start + 1) === '#' ? 2 : 1;
  const hash = { kind: 'hash', start, end: start + level } as const;
  return { kind: 'heading', level, marks: [hash, ...pausesIn(text, start + level, text.length)], roles: [] };
}

function directionOf(text: string, words: string): ParagraphBlock {
  const start = text.indexOf(words);
  return { kind: 'direction', marks: [{ kind: 'direction', start, end: start + words.length }], roles: [] };
}

function sectionsOf(text: string, { readMark }: BlockReading, marks: RowMark[]): RoleSection[] {
  const sections: RoleSection[] = [{ role: null, start: 0, end: 0 }];
  let rowStart = 0;
  for (const row of text.split('\n')) {
    const indent = row.length - row.trimStart().length;
    const words = row.trim();
    const pauses = leadingPauses(words);
    const start = rowStart + indent + pauses.length;
    const spoken = words.slice(pauses.length);
    const mark = readMark(spoken);
    const cues = parseCueRow(words)?.cues ?? [];
    for (const cue of cues) {
      marks.push({ kind: 'direction', start: rowStart + indent + cue.start, end: rowStart + indent + cue.end });
    }
    if (mark?.isCue) {
      marks.push({ kind: 'direction', start, end: rowStart + indent + words.length });
    } else if (mark !== null) {
      const name = spoken.slice(0, mark.end - 1).trimEnd();
      marks.push({ kind: 'role', start, end: start + name.length, role: mark.role });
      marks.push({ kind: 'colon', start: start + name.length, end: start + mark.end });
      append(marks, pausesIn(text, rowStart, start));
      sections.push({ role: mark.role, start: start + mark.end, end: 0 });
    } else if (spoken.startsWith('\\') && readMark(spoken.replace(/^\\+/, '')) !== null) {
      marks.push({ kind: 'escape', start, end: start + 1 });
    }
    rowStart += row.length + 1;
    const current = sections.at(-1);
    if (current !== undefined) current.end = rowStart - 1;
  }
  return sections;
}

/**
 * Text in brackets is a direction only if it is in the text of a marked role and the project doesn't speak directions.
 */
function marksIn(text: string, { role, start, end }: RoleSection, reading: BlockReading): RowMark[] {
  const words = text.slice(start, end);
  const brackets = role === null || reading.speakBrackets ? [] : bracketRanges(words);
  const cues = inlineCues(words, role !== null);
  const directions = [...brackets, ...cues].map((range): RowMark => {
    return { kind: 'direction', start: start + range.start, end: start + range.end };
  });
  const escapes = Array.from(words.matchAll(ESCAPE), ({ index }): RowMark => {
    return { kind: 'escape', start: start + index, end: start + index + 1 };
  });
  const shaped = (appliesMarks(reading) ? scriptMarks(words) : []).map(({ mark, ...range }): RowMark => {
    return { kind: mark, start: start + range.start, end: start + range.end };
  });
  const spoken = bracketsIn(text, start, end);
  return [...directions, ...outside(directions, [...pausesIn(text, start, end), ...escapes, ...spoken, ...shaped])];
}

function bracketsIn(text: string, start: number, end: number): RowMark[] {
  let rowStart = start;
  return text
    .slice(start, end)
    .split('\n')
    .flatMap((row) => {
      const from = rowStart;
      rowStart += row.length + 1;
      return spokenSquareBrackets(row).map(
        (range): RowMark => ({ kind: 'bracket', start: from + range.start, end: from + range.end }),
      );
    });
}

function pausesIn(text: string, start: number, end: number): RowMark[] {
  return pauseMarks(text.slice(start, end)).map((mark) => ({
    kind: 'pause',
    start: start + mark.start,
    end: start + mark.end,
  }));
}

/** Finds dialog text that the service would parse as a turn prefix. */
function prefixesIn(
  text: string,
  sections: readonly RoleSection[],
  taken: readonly RowMark[],
  prefixes: readonly string[],
): RowMark[] {
  const found: RowMark[] = [];
  for (const { start, end } of sections) {
    const words = text.slice(start, end);
    for (const prefix of prefixes) {
      if (prefix === '') continue;
      for (let at = words.indexOf(prefix); at >= 0; at = words.indexOf(prefix, at + 1)) {
        found.push({ kind: 'prefix', start: start + at, end: start + at + prefix.length });
      }
    }
  }
  return outside(taken, found);
}

function outside(ranges: readonly RowMark[], marks: readonly RowMark[]): RowMark[] {
  if (ranges.length === 0) return [...marks];
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  let before = 0;
  let furthest = 0;
  // Sorted by end, so that each mark has at least as many ranges before it as the previous mark.
  return marks
    .toSorted((a, b) => a.end - b.end)
    .filter((mark) => {
      for (let range = sorted[before]; range !== undefined && range.start < mark.end; range = sorted[before]) {
        furthest = Math.max(furthest, range.end);
        before += 1;
      }
      return furthest <= mark.start;
    });
}

function inOrder(marks: readonly RowMark[]): RowMark[] {
  const kept: RowMark[] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (mark.start >= (kept.at(-1)?.end ?? 0) && mark.end > mark.start) kept.push(mark);
  }
  return kept;
}
