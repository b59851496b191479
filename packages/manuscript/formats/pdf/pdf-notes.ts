// Uses reference marks to find footnotes set in the same size as the body text.
import type { Line } from './pdf-lines.ts';

const NOTE_START = /^[[(]?(\d{1,3}|[*†‡§¶]{1,3})[\])]?[.:]?\s+(?=\S)/u;
const REFERENCE = /(?<=[\p{L}\p{M}][.,;:!?…”’"'»)\]]{0,3})[[(]?(\d{1,3}|[*†‡§¶]{1,3})[\])]?(?=[\s\p{P}]|$)/gu;
/** Minimum gap above notes, as a multiple of the usual line spacing. */
const MIN_NOTE_GAP = 1.25;

interface NotedPages {
  readonly text: readonly (readonly Line[])[];
  readonly notes: readonly (readonly Line[])[];
}

/** `usualGap` is in points. `raised` contains each page's superscript note marks, which aren't part of the lines. */
export function withoutNotes(
  pages: readonly (readonly Line[])[],
  usualGap: number,
  raised: readonly (readonly string[])[],
): NotedPages {
  let expected = 1;
  const parted = pages.map((page, at) => {
    const marks = [...(raised[at] ?? []).map(bareMark), ...page.flatMap(({ text }) => referencesIn(text))];
    const referred = new Set(marks);
    const [text, notes]: [Line[], Line[]] = [[], []];
    const answered = new Set<string>();
    for (const column of Map.groupBy(page, (line) => line.column).values()) {
      const first = firstNoteIndex(column, { usualGap, expected, referred });
      // Only lines with letters are notes, because the page number may come after the notes.
      for (const [index, line] of column.entries())
        (index >= first && /\p{L}/u.test(line.text) ? notes : text).push(line);
      for (const line of column.slice(first)) {
        const mark = markOf(line);
        if (mark === undefined || !referred.has(mark)) continue;
        answered.add(mark);
        if (/^\d/.test(mark)) expected = Number(mark) + 1;
      }
    }
    return { text: text.map((line) => withoutReferences(line, answered)), notes };
  });
  return { text: parted.map(({ text }) => text), notes: parted.map(({ notes }) => notes) };
}

const bareMark = (mark: string): string => mark.replace(/[\s[\]().]/g, '');

interface PageMarks {
  readonly usualGap: number;
  /** Next expected number if notes are numbered throughout the document. */
  readonly expected: number;
  readonly referred: ReadonlySet<string>;
}

const markOf = ({ text }: Line): string | undefined => NOTE_START.exec(text.trim())?.[1];

/** Returns the index of the first note line, or the column's length if the column has no notes. */
function firstNoteIndex(column: readonly Line[], { usualGap, expected, referred }: PageMarks): number {
  const first = column.findIndex((line, at) => {
    const above = column[at - 1];
    const mark = markOf(line);
    if (above === undefined || mark === undefined || !referred.has(mark)) return false;
    return above.y - line.y > usualGap * MIN_NOTE_GAP || mark === String(expected) || mark === '1';
  });
  return first < 0 ? column.length : first;
}

const referencesIn = (text: string): string[] => Array.from(text.matchAll(REFERENCE), ([, mark = '']) => mark);

function withoutReferences(line: Line, marks: ReadonlySet<string>): Line {
  const text = line.text.replace(REFERENCE, (whole, mark: string) => (marks.has(mark) ? '' : whole));
  return text === line.text ? line : { ...line, text };
}
