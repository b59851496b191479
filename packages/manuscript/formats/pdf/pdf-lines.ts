import { append, largest, smallest } from '../../../../shared/rules/lists.ts';

/** A line of text. Coordinates are in points: `x` and `y` are the start of the baseline, and `y` points up. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
}

export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly end: number;
  readonly size: number;
  /** Edges of the column. */
  readonly left: number;
  readonly right: number;
  /** Offset of the first wide gap, in UTF-16 code units, and the x position of the text after it, in points. */
  readonly besideAt?: number;
  readonly besideX?: number;
  /** Index of the column on the page. */
  readonly column: number;
}

interface Segment extends Omit<Line, 'left' | 'right' | 'column'> {
  readonly own: number;
}

/** Maximum baseline difference within a line, relative to the font size. */
const MAX_BASELINE_DIFFERENCE = 0.4;
/** Minimum gap between columns, and between words, relative to the font size. */
const MIN_COLUMN_GAP = 0.6;
const MIN_SPACE_GAP = 0.16;
const NOTE_MARK = /^[\s[(]*(?:\d{1,3}|[*†‡§]{1,3})[\])\s]*$/;
const MAX_NOTE_SIZE = 0.8;
/** Minimum share of lines with text in each of two columns. */
const MIN_COLUMN_SHARE = 0.3;
const MIN_COLUMN_LINES = 6;
/** Maximum share of lines that cross both columns, such as headings. */
const MAX_CROSSING_SHARE = 0.2;
/** Minimum column width relative to the text width. Narrower columns contain names beside speeches. */
const MIN_COLUMN_WIDTH = 0.3;
const MIN_TEXT_WIDTH = 0.25;
const MIN_DROP_CAP_SIZE = 1.8;

/** Returns the most common font size, in points. */
export function bodyFontSize(pages: readonly (readonly Piece[])[]): number {
  const letters = new Map<number, number>();
  for (const pieces of pages) {
    for (const { size, text } of pieces) {
      const rounded = Math.round(size * 2) / 2;
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    }
  }
  let body = 10;
  let most = 0;
  for (const [size, count] of letters) if (count > most) [body, most] = [size, count];
  return body;
}

export function findNoteMarks(pieces: readonly Piece[], body: number): string[] {
  const text = pieces.filter(({ size }) => size >= body * MAX_NOTE_SIZE);
  return pieces.flatMap((piece) => (isNoteMark(piece, body, text) ? [piece.text] : []));
}

/** Orders lines by column. @param usesOf returns how often the document contains a lowercase word */
export function buildLines(pieces: readonly Piece[], body: number, usesOf: (word: string) => number): Line[] {
  const text = pieces.filter(({ size }) => size >= body * MAX_NOTE_SIZE);
  const kept = pieces.filter((piece) => !isNoteMark(piece, body, text));
  const segments = splitIntoSegments(joinDropCaps(kept, body, usesOf));
  if (segments.length === 0) return [];
  const gutter = findGutter(segments);
  if (gutter === null) return columnLines(joinSegments(segments), 0);
  const lines: Line[] = [];
  let above: Segment[] = [];
  let column = 0;
  const flush = (): void => {
    // The two columns may have different baselines.
    const own = above.map((segment) => ({ ...segment, y: segment.own }));
    const left = own.filter(({ end }) => end <= gutter);
    const right = own.filter(({ end }) => end > gutter);
    append(lines, columnLines(joinSegments(left), column));
    append(lines, columnLines(joinSegments(right), column + 1));
    column += 2;
    above = [];
  };
  for (const segment of segments) {
    if (segment.x >= gutter || segment.end <= gutter) above.push(segment);
    else {
      flush();
      append(lines, columnLines([segment], column));
      column += 1;
    }
  }
  flush();
  return lines;
}

function isNoteMark({ text, x, y, size }: Piece, body: number, neighbours: readonly Piece[]): boolean {
  if (size >= body * MAX_NOTE_SIZE || !NOTE_MARK.test(text)) return false;
  return neighbours.some((piece) => piece.x < x && Math.abs(piece.y - y) < body);
}

/** Joins a drop cap with the first line beside it. */
function joinDropCaps(pieces: readonly Piece[], body: number, usesOf: (word: string) => number): readonly Piece[] {
  const isLarge = ({ text, size }: Piece): boolean =>
    size > body * MIN_DROP_CAP_SIZE && /^\s*(?:["“‘'«„]?\p{Lu}|["“‘'«„])\s*$/u.test(text);
  const large = pieces.filter(isLarge);
  if (large.length === 0 || large.length > 3) return pieces;
  const others = pieces.filter((piece) => !isLarge(piece));
  for (const letter of large) {
    let at = -1;
    others.forEach((piece, index) => {
      const gap = piece.x - letter.x - letter.width;
      const isBeside = gap >= letter.width * -0.2 && gap < body * 2;
      const isWithin = piece.y >= letter.y - 1 && piece.y < letter.y + letter.size;
      const first = others[at];
      if (isBeside && isWithin && (!first || piece.y > first.y || (piece.y === first.y && piece.x < first.x)))
        at = index;
    });
    const first = others[at];
    if (!first) others.push(letter);
    else others[at] = { ...first, text: prependLetter(letter.text, first.text, usesOf) };
  }
  return others;
}

/** Tells `A large` from `Alice`: in the latter, the document doesn't use the remaining letters as a word. */
function prependLetter(letter: string, text: string, usesOf: (word: string) => number): string {
  const [first, words] = [letter.trim(), text.trimStart()];
  const rest = /^[\p{L}’']*/u.exec(words)?.[0].toLowerCase() ?? '';
  const isApart =
    /\s$/.test(letter) || /^\s/.test(text) || (usesOf(first.slice(-1).toLowerCase() + rest) === 0 && usesOf(rest) > 1);
  return /[AIO]$/.test(first) && isApart ? `${first} ${words}` : first + words;
}

function splitIntoSegments(pieces: readonly Piece[]): Segment[] {
  const sorted = pieces.toSorted((a, b) => b.y - a.y || a.x - b.x);
  const rows: { y: number; readonly pieces: Piece[] }[] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    if (row && row.y - piece.y < Math.min(piece.size, row.pieces[0]?.size ?? 0) * MAX_BASELINE_DIFFERENCE)
      row.pieces.push(piece);
    else rows.push({ y: piece.y, pieces: [piece] });
  }
  return rows.flatMap((row) =>
    splitAtGaps(
      row.pieces.toSorted((a, b) => a.x - b.x),
      row.y,
    ),
  );
}

interface OpenSegment {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly own: number;
  end: number;
  size: number;
}

function splitAtGaps(row: readonly Piece[], y: number): Segment[] {
  const segments: OpenSegment[] = [];
  for (const piece of row) {
    const last = segments.at(-1);
    const gap = last ? piece.x - last.end : 0;
    if (!last || gap > Math.max(last.size, piece.size) * MIN_COLUMN_GAP) {
      segments.push({ text: piece.text, x: piece.x, y, own: piece.y, end: piece.x + piece.width, size: piece.size });
      continue;
    }
    const isApart = gap > piece.size * MIN_SPACE_GAP && !/\s$/.test(last.text) && !/^\s/.test(piece.text);
    last.text += (isApart ? ' ' : '') + piece.text;
    last.end = Math.max(last.end, piece.x + piece.width);
    last.size = Math.max(last.size, piece.size);
  }
  return segments;
}

/** Returns the x position in points that separates two columns, or null if there is only one column. */
function findGutter(segments: readonly Segment[]): number | null {
  const rows = [...Map.groupBy(segments, ({ y }) => y).values()];
  const left = smallest(segments.map(({ x }) => x));
  const width = largest(segments.map(({ end }) => end)) - left;
  const fewest = Math.max(MIN_COLUMN_LINES, rows.length * MIN_COLUMN_SHARE);
  let best: number[] = [];
  let fewestCrossing = Math.floor(rows.length * MAX_CROSSING_SHARE);
  for (let part = MIN_COLUMN_WIDTH; part <= 1 - MIN_COLUMN_WIDTH; part += 0.01) {
    const at = left + width * part;
    const crossing = rows.filter((row) => row.some(({ x, end }) => x < at && end > at)).length;
    if (crossing > fewestCrossing) continue;
    const before = rows.flatMap((row) => findExtent(row.filter(({ end }) => end <= at)));
    const behind = rows.flatMap((row) => findExtent(row.filter(({ x }) => x >= at)));
    if (before.length < fewest || behind.length < fewest) continue;
    if (median(before) < width * MIN_TEXT_WIDTH || median(behind) < width * MIN_TEXT_WIDTH) continue;
    if (crossing < fewestCrossing) best = [];
    fewestCrossing = crossing;
    best.push(at);
  }
  return best[best.length >> 1] ?? null;
}

function findExtent(segments: readonly Segment[]): number[] {
  if (segments.length === 0) return [];
  return [largest(segments.map(({ end }) => end)) - smallest(segments.map(({ x }) => x))];
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function textAfterGap(first: Segment, second: Segment): Pick<Line, 'besideAt' | 'besideX'> {
  const { besideAt, besideX } = first;
  if (besideAt !== undefined && besideX !== undefined) return { besideAt, besideX };
  return second.x - first.end < first.size ? {} : { besideAt: first.text.length, besideX: second.x };
}

function joinSegments(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (
      last &&
      Math.abs(last.y - segment.y) < Math.min(last.size, segment.size) * MAX_BASELINE_DIFFERENCE &&
      segment.x >= last.end
    ) {
      joined[joined.length - 1] = {
        text: `${last.text} ${segment.text}`,
        x: last.x,
        y: last.y,
        own: last.own,
        end: segment.end,
        ...textAfterGap(last, segment),
        size: Math.max(last.size, segment.size),
      };
    } else joined.push(segment);
  }
  return joined;
}

/** Takes the left edge from several lines, because first lines may be indented. */
function columnLines(segments: readonly Segment[], column: number): Line[] {
  if (segments.length === 0) return [];
  const starts = segments.map(({ x }) => x).toSorted((a, b) => a - b);
  const near = (edge: number): number => starts.filter((x) => Math.abs(x - edge) < 2).length;
  const left = starts.find((x) => near(x) >= Math.max(2, segments.length * 0.1)) ?? starts[0] ?? 0;
  const right = largest(segments.map(({ end }) => end));
  return segments.map(({ own: _, ...segment }) => ({ ...segment, left, right, column }));
}
