// Footnotes that are printed as large as the text above them: they begin with a sign that stands behind a word of their page.
import type { Line } from './pdf-lines.ts';

/** How a note begins. */
const NOTE_START = /^[[(]?(\d{1,3}|[*†‡§¶]{1,3})[\])]?[.:]?\s+(?=\S)/u;
/** A sign right behind a word and its punctuation. */
const REFERENCE = /(?<=[\p{L}\p{M}][.,;:!?…”’"'»)\]]{0,3})[[(]?(\d{1,3}|[*†‡§¶]{1,3})[\])]?(?=[\s\p{P}]|$)/gu;
/** A gap that is larger than usual by this factor sets notes off. */
const SET_OFF = 1.25;

interface NotedPages {
  /** The lines of each page without its notes, and without references to them. */
  readonly text: readonly (readonly Line[])[];
  /** The lines of each page's notes. */
  readonly notes: readonly (readonly Line[])[];
}

/**
 * Takes the notes at the bottom of each page out of its text.
 *
 * @param usualGap between two lines of a paragraph, in points
 * @param raised for each page the signs that stand above its lines in a small size, which its lines don't have
 */
export function withoutNotes(
  pages: readonly (readonly Line[])[],
  usualGap: number,
  raised: readonly (readonly string[])[],
): NotedPages {
  let expected = 1;
  const parted = pages.map((page, at) => {
    const signs = [...(raised[at] ?? []).map(bareSign), ...page.flatMap(({ text }) => referencesIn(text))];
    const referred = new Set(signs);
    const [text, notes]: [Line[], Line[]] = [[], []];
    const answered = new Set<string>();
    for (const column of Map.groupBy(page, (line) => line.column).values()) {
      const first = notesBegin(column, { usualGap, expected, referred });
      // Below them may stand the number of the page.
      for (const [index, line] of column.entries())
        (index >= first && /\p{L}/u.test(line.text) ? notes : text).push(line);
      for (const line of column.slice(first)) {
        const sign = signOf(line);
        if (sign === undefined || !referred.has(sign)) continue;
        answered.add(sign);
        if (/^\d/.test(sign)) expected = Number(sign) + 1;
      }
    }
    return { text: text.map((line) => withoutReferences(line, answered)), notes };
  });
  return { text: parted.map(({ text }) => text), notes: parted.map(({ notes }) => notes) };
}

const bareSign = (sign: string): string => sign.replace(/[\s[\]().]/g, '');

interface PageSigns {
  readonly usualGap: number;
  /** The number that the next note has if notes are counted through the document. */
  readonly expected: number;
  /** The signs that stand behind words of the page. */
  readonly referred: ReadonlySet<string>;
}

const signOf = ({ text }: Line): string | undefined => NOTE_START.exec(text.trim())?.[1];

/** The place of the first line of a column's notes; behind its last line where it has none. */
function notesBegin(column: readonly Line[], { usualGap, expected, referred }: PageSigns): number {
  const first = column.findIndex((line, at) => {
    const above = column[at - 1];
    const sign = signOf(line);
    if (above === undefined || sign === undefined || !referred.has(sign)) return false;
    return above.y - line.y > usualGap * SET_OFF || sign === String(expected) || sign === '1';
  });
  return first < 0 ? column.length : first;
}

const referencesIn = (text: string): string[] => Array.from(text.matchAll(REFERENCE), ([, sign = '']) => sign);

function withoutReferences(line: Line, signs: ReadonlySet<string>): Line {
  const text = line.text.replace(REFERENCE, (whole, sign: string) => (signs.has(sign) ? '' : whole));
  return text === line.text ? line : { ...line, text };
}
