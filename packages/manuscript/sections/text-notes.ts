// Removes and counts notes, page numbers, sidenotes, captions and transcribers' notes in plain-text editions.
import type { ImportNotice } from '../../../shared/model/import-notes.ts';
import { append, smallest } from '../../../shared/rules/lists.ts';
import type { UnmarkedText } from '../script/inline-markup.ts';
import { countLeftOutWords, findRow } from '../script/omitted-words.ts';
import { withoutAozoraMarks } from './aozora-marks.ts';
import { readHeading } from './prose-headings.ts';

interface NotesLeftOut {
  notes: number;
  marks: number;
  sidenotes: number;
  illustrations: number;
  pages: number;
  transcribers: number;
  readonly texts: Readonly<Record<NoteTextKind, string[]>>;
}

type NoteTextKind = 'notes' | 'sidenotes' | 'illustrations' | 'transcribers';

/** In `source`, lines end at `\n`. Positions in notices refer to `original`. */
export function withoutNotes(source: string, original = source): UnmarkedText {
  const leftOut: NotesLeftOut = {
    notes: 0,
    marks: 0,
    sidenotes: 0,
    illustrations: 0,
    pages: 0,
    transcribers: 0,
    texts: { notes: [], sidenotes: [], illustrations: [], transcribers: [] },
  };
  const aozora = withoutAozoraMarks(source);
  leftOut.transcribers += aozora.notes.reduce((rows, note) => rows + countRows(note), 0);
  append(leftOut.texts.transcribers, aozora.notes);
  let text = withoutTranscribersNotes(aozora.text, leftOut);
  const removedMarks = new Set<string>();
  if (text.includes('[')) text = withoutBracketedNotes(text, removedMarks, leftOut);
  text = withoutPageMarks(text, leftOut);
  if (text.includes('[')) text = withoutMarkedNotes(text, removedMarks, leftOut);
  text = withoutSymbolNotes(text, leftOut);
  return { text, notices: notesNotices(leftOut, original) };
}

function notesNotices(
  { notes, marks, sidenotes, illustrations, pages, transcribers, texts }: NotesLeftOut,
  source: string,
): ImportNotice[] {
  const told = (kind: NoteTextKind) => {
    const row = findRow(source, texts[kind]);
    return { ...countLeftOutWords(texts[kind]), ...(row !== undefined && { row }) };
  };
  return [
    ...(notes + marks > 0 ? [{ kind: 'notes' as const, notes, marks, ...told('notes') }] : []),
    ...(sidenotes > 0 ? [{ kind: 'sidenotes' as const, notes: sidenotes, ...told('sidenotes') }] : []),
    ...(pages > 0 ? [{ kind: 'page-marks' as const, marks: pages }] : []),
    ...(illustrations > 0 ? [{ kind: 'illustrations' as const, marks: illustrations, ...told('illustrations') }] : []),
    ...(transcribers > 0 ? [{ kind: 'transcriber-notes' as const, rows: transcribers, ...told('transcribers') }] : []),
  ];
}

const NOTE_LABELS: readonly (readonly [kind: NoteTextKind, label: RegExp])[] = [
  ['transcribers', /^transcriber(?:['’]?s)?(?:['’])? notes?\b|^note d[eu] transcri|^nota del transcriptor/i],
  ['illustrations', /^(?:illustrations?|ilustraci[oó]n|illustrazione|ilustração|abbildung|afbeelding)(?!\p{L})/iu],
  ['illustrations', /^(?:frontispiece|decoration|blank page)s?\s{0,4}[:.\]]/i],
  ['sidenotes', /^(?:side-?note|marginal note|randnotiz|note marginale)s?(?!\p{L})/iu],
  ['notes', /^(?:foot-?note|end-?note|fu(?:ß|ss)note|voetnoot|note de bas de page|nota al pie)s?(?!\p{L})/iu],
];
const NUMBERED_LABEL = /^\p{L}{2,20}\.? {1,4}#?(\d{1,4}|[A-Z]|[*†‡]{1,3})\s{0,4}:/u;
const MAX_LABEL_LENGTH = 40;
const NOTE_LABEL = /^(?:\p{L}|[\s.#*†‡’'\d-]){1,40}(?::|$)/u;
/** In UTF-16 code units. */
const MAX_NOTE_LENGTH = 8_000;

/** Removes notes in brackets and adds their reference marks to `removedMarks`. */
function withoutBracketedNotes(text: string, removedMarks: Set<string>, leftOut: NotesLeftOut): string {
  let [replacement, position] = ['', 0];
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(at + 1, position))) {
    const label = text.slice(at + 1, at + 1 + MAX_LABEL_LENGTH).trimStart();
    const number = NUMBERED_LABEL.exec(label)?.[1];
    const isReferred = number !== undefined && text.includes(`[${number}]`);
    const kind = NOTE_LABELS.find(([, pattern]) => pattern.test(label))?.[0] ?? (isReferred ? 'notes' : null);
    const end = kind === null ? -1 : closingBracket(text, at);
    if (kind === null || end < 0) continue;
    if (number !== undefined) removedMarks.add(number);
    leftOut[kind] += kind === 'transcribers' ? countRows(text.slice(at, end)) : 1;
    leftOut.texts[kind].push(text.slice(at + 1, end - 1).replace(NOTE_LABEL, ''));
    replacement = joinWithSpace(replacement + text.slice(position, at), text.slice(end, end + 1));
    position = end;
  }
  return replacement + text.slice(position);
}

/** Returns the offset after the closing bracket, or -1 if the bracket is too far away. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  const last = Math.min(text.length, start + MAX_NOTE_LENGTH);
  for (let at = start; at < last; at += 1) {
    const symbol = text.charCodeAt(at);
    if (symbol === OPENING_BRACKET) depth += 1;
    else if (symbol === CLOSING_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

const countRows = (text: string): number => text.split('\n').filter((row) => row.trim() !== '').length;

const joinWithSpace = (before: string, next: string): string =>
  /[\s.,;:!?]|^$/.test(next) && before.endsWith(' ') ? before.slice(0, -1) : before;

/** A single letter with a number may be a speaker: `[S1]`. */
const PAGE_WORD = String.raw`(?:(?:pages?|pg|p[aá]g(?:ina)?|seite)\.? ?|(?:pp?|s|стр|с)\. ?)`;
const PAGE_NUMBER = String.raw`(?:\d{1,4}[a-z]?|[ivxlcdm]{1,8})`;
const PAGE_MARKER = String.raw`(?:[[{]${PAGE_WORD}${PAGE_NUMBER}(?: ?[–—-] ?${PAGE_NUMBER})?[\]}]|\{\d{1,4}\})`;
const SPACES = String.raw`[ \t]{0,20}`;
/** A page break within a sentence is surrounded by blank lines. */
const PAGE_IN_SENTENCE = new RegExp(
  String.raw`(?<=[\p{L},;])\n${SPACES}\n${SPACES}${PAGE_MARKER}${SPACES}\n${SPACES}\n(?=(\S))`,
  'giu',
);
const PAGE_ROW = new RegExp(String.raw`(?<=\S\n)${SPACES}${PAGE_MARKER}${SPACES}\n(?=${SPACES}\S)`, 'gi');
const PAGE_MARK = new RegExp(`( ?)${PAGE_MARKER}`, 'gi');

/** `- 14 -` */
const PAGE_BETWEEN_DASHES = /^[ \t]{0,80}[-–—] ?(\d{1,4}) ?[-–—][ \t]{0,20}$/gm;

function withoutPageMarks(source: string, leftOut: NotesLeftOut): string {
  return source
    .replace(PAGE_BETWEEN_DASHES, '[page $1]')
    .replace(PAGE_IN_SENTENCE, (mark: string, next: string) =>
      /\p{Ll}/u.test(next) ? countMark(leftOut, 'pages', '\n') : mark,
    )
    .replace(PAGE_ROW, () => countMark(leftOut, 'pages', ''))
    .replace(PAGE_MARK, (mark: string, blank: string, at: number, all: string) => {
      leftOut.pages += 1;
      return blankAround(blank, all, at, at + mark.length);
    });
}

const blankAround = (blank: string, text: string, start: number, end: number): string =>
  start === 0 || text[start - 1] === '\n' || /[\s.,;:!?)\]”’]|^$/.test(text.slice(end, end + 1)) ? '' : blank;

function countMark(leftOut: NotesLeftOut, kind: 'pages' | 'marks', replacement: string): string {
  leftOut[kind] += 1;
  return replacement;
}

// `man[1]` and `[1] Born in 1850.`

const NOTE_MARK = /( ?)\[(\^?\d{1,4}(?: ?[,–-] ?\d{1,4}){0,8}|[*†‡§]{1,3}|\p{L})\](?!\(|:)/gu;
const BEFORE_MARK = /^(?![:：#@/\\])[\p{L}\p{N}\p{Pe}\p{Pf}\p{Po}_]/u;
const NOTE_START = /^[ \t]{0,8}\[(\^?\d{1,4}|[*†‡§]{1,3}|\p{L})\](?=:?[ \t])/u;
const NOTES_TITLE = /^(?:foot-?|end-?)?notes?[.:]?$|^(?:fu(?:ß|ss)noten|anmerkungen|voetnoten|notas)[.:]?$/i;

function withoutMarkedNotes(text: string, knownMarks: ReadonlySet<string>, leftOut: NotesLeftOut): string {
  const rows = text.split('\n');
  // Within a paragraph, a mark at the start of a line is part of the text.
  const isNote = rows.map((row) => NOTE_START.test(row));
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1] ?? '';
    isNote[at] &&=
      above.trim() === '' || isNote[at - 1] === true || /[.!?…:]["”’)]?\s*$/.test(above) || /^\s/.test(row);
  }
  const removedMarks = new Set([
    ...knownMarks,
    ...rows.flatMap((row, at) => (isNote[at] ? (NOTE_START.exec(row)?.[1] ?? []) : [])),
  ]);
  const referred = new Set<string>();
  const marked = rows.map((markedRow, at) => {
    if (!markedRow.includes('[') || isNote[at]) return markedRow;
    const [first = '', symbol = ''] = NOTE_START.exec(markedRow) ?? [];
    const isMark = first !== '' && removedMarks.has(symbol);
    if (isMark) {
      referred.add(symbol);
      leftOut.marks += 1;
    }
    const row = isMark ? markedRow.slice(first.length).trimStart() : markedRow;
    return row.replace(NOTE_MARK, (mark: string, blank: string, symbol: string, start: number) => {
      // A letter, or a year after a space, may be part of the text.
      if (!BEFORE_MARK.test(row.slice(start - 1, start))) return mark;
      const isSure =
        removedMarks.has(symbol) || !/\p{L}|^\d{4}$/u.test(symbol) || (blank === '' && !/\p{L}/u.test(symbol));
      if (!isSure) return mark;
      referred.add(symbol);
      leftOut.marks += 1;
      return blankAround(blank, row, start, start + mark.length);
    });
  });
  return withoutNoteRows(marked, (row) => referred.has(NOTE_START.exec(row)?.[1] ?? ''), leftOut);
}

function withoutNoteRows(rows: readonly string[], isNote: (row: string) => boolean, leftOut: NotesLeftOut): string {
  const kept: string[] = [];
  let inNote = false;
  for (const [at, row] of rows.entries()) {
    const isBlank = row.trim() === '';
    const isFirst = (rows[at - 1] ?? '').trim() === '';
    if (!isBlank && isNote(row) && (isFirst || inNote)) {
      if (!inNote && NOTES_TITLE.test(lastRow(kept).trim())) removeLastRow(kept);
      inNote = true;
      leftOut.notes += 1;
    } else if (inNote && !isBlank && isFirst && !/^(?: {3}|\t)/.test(row)) inNote = false;
    if (!inNote || isBlank) kept.push(row);
    else leftOut.texts.notes.push(row);
  }
  return kept.join('\n');
}

const lastRow = (rows: readonly string[]): string => rows.findLast((row) => row.trim() !== '') ?? '';
const removeLastRow = (rows: string[]): void => {
  rows.length = rows.findLastIndex((row) => row.trim() !== '');
};

/** Marks without brackets count only if the same number of notes begin with them. */
const NOTE_WITH_SYMBOL = /^[ \t]{0,8}([*†‡]{1,3}|[¹²³⁰⁴-⁹]{1,3})[ \t]{0,4}(?=[\p{Lu}“"'‘])/u;
const NOTE_SYMBOL = /(?<=[\p{L}\p{Pe}\p{Pf}.,;!?"'])([*†‡]{1,3}|[¹²³⁰⁴-⁹]{1,3})(?=[\s.,;:!?\p{Pf}"']|$)/gu;

function withoutSymbolNotes(text: string, leftOut: NotesLeftOut): string {
  if (!/[*†‡¹²³⁰⁴-⁹]/.test(text)) return text;
  const rows = text.split('\n');
  const symbols = noteMarks(rows);
  if (!symbols.some((symbol) => symbol !== null)) return text;
  const tally = (found: readonly string[]) => Map.groupBy(found, (symbol) => symbol);
  const begins = (at: number) => (rows[at - 1] ?? '').trim() === '' || NOTE_WITH_SYMBOL.test(rows[at] ?? '');
  const notes = tally(symbols.flatMap((symbol, at) => (symbol !== null && begins(at) ? [symbol] : [])));
  const marks = tally(
    rows.flatMap((row, at) =>
      symbols[at] === null ? Array.from(row.matchAll(NOTE_SYMBOL), ([symbol]) => symbol) : [],
    ),
  );
  const isNote = (symbol: string) => notes.has(symbol) && notes.get(symbol)?.length === marks.get(symbol)?.length;
  const marked = rows.map((row, at) =>
    symbols[at] === null
      ? row.replace(NOTE_SYMBOL, (symbol) => (isNote(symbol) ? countMark(leftOut, 'marks', '') : symbol))
      : row,
  );
  return withoutNoteRows(marked, (row) => isNote(NOTE_WITH_SYMBOL.exec(row)?.[1] ?? ''), leftOut);
}

/**
 * Returns each line's note mark. Returns null for text such as `*The clock strikes.*`, where the asterisks mark
 * emphasis.
 */
function noteMarks(rows: readonly string[]): (string | null)[] {
  const symbols = rows.map((): string | null => null);
  for (let start = 0; start < rows.length; ) {
    let end = start + 1;
    const isBlank = rows[start]?.trim() === '';
    const isNote = NOTE_WITH_SYMBOL.test(rows[start] ?? '');
    while (
      !isBlank &&
      end < rows.length &&
      rows[end]?.trim() !== '' &&
      !(isNote && NOTE_WITH_SYMBOL.test(rows[end] ?? ''))
    )
      end += 1;
    const [whole = '', symbol = ''] = NOTE_WITH_SYMBOL.exec(rows[start] ?? '') ?? [];
    const isAgain = rows.slice(start, end).join('\n').includes(symbol, whole.length);
    if (symbol !== '' && !isAgain) symbols.fill(symbol, start, end);
    start = end;
  }
  return symbols;
}

const BORDER = /^[\s|+*=_-]+|(?<![\s|+*=_-])[\s|+*=_-]+$/g;
const TRANSCRIBER_LABELS = [
  /^(?:transcriber|proofreader)(?:['’]?s)?['’]? notes?(?=\s{0,4}(?:[:.—–-]|$))/i,
  /^(?:anmerkung(?:en)?|hinweise?) zur transkription(?=\s{0,4}(?:[:.—–-]|$))/i,
  /^(?:notes? d[ue]s? (?:la )?transcri|notas? del? transcri|opmerkingen van de bewerker).{0,20}$/i,
] as const;
const END_OF_BOOK = /^END OF TH(?:E|IS) PROJECT GUTENBERG/i;
/** Maximum size of a note at the end of the text, in lines and as a share of the text. */
const MAX_LAST_NOTE_LENGTH = { rows: 80, share: 0.25 } as const;
/** Elsewhere, a note ends at the next heading or at two blank lines, and has at most this many lines. */
const MAX_NOTE_ROWS = 40;

function withoutTranscribersNotes(text: string, leftOut: NotesLeftOut): string {
  if (!/transcri|proofreader|transkription|bewerker/i.test(text)) return text;
  const rows = text.split('\n');
  const bare = rows.map((row) => row.replace(BORDER, ''));
  const nonBlankRows = bare.filter((row) => row !== '').length;
  const kept: string[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const words = bare[at] ?? '';
    const isNote = TRANSCRIBER_LABELS.some((title) => title.test(words));
    if (!isNote || (bare[at - 1] ?? '') !== '') {
      kept.push(rows[at] ?? '');
      continue;
    }
    let end = findEndOfNote(bare, at, nonBlankRows);
    while (bare[end] === '' && rows[end]?.trim() !== '') end += 1;
    const note = bare.slice(at, end).filter((row) => row !== '');
    leftOut.transcribers += note.length;
    append(leftOut.texts.transcribers, note);
    while (kept.length > 0 && (bare[kept.length - 1] ?? '') === '' && (kept.at(-1) ?? '').trim() !== '') kept.pop();
    kept.push('');
    at = end - 1;
  }
  return kept.join('\n');
}

/** @param nonBlankRows number of lines in the text that aren't blank */
function findEndOfNote(bare: readonly string[], start: number, nonBlankRows: number): number {
  const endOfBook = bare.findIndex((row, at) => at > start && END_OF_BOOK.test(row));
  const last = endOfBook < 0 ? bare.length : endOfBook;
  const rest = bare.slice(start, last);
  const heading = rest.findIndex((row, at) => at > 0 && rest[at - 1] === '' && isHeading(row));
  const length = rest.filter((row) => row !== '').length;
  const isLast =
    heading < 0 && length <= MAX_LAST_NOTE_LENGTH.rows && length <= nonBlankRows * MAX_LAST_NOTE_LENGTH.share;
  if (isLast) return last;
  const gap = rest.findIndex((row, at) => at > 1 && row === '' && rest[at + 1] === '');
  const ends = [heading, gap].filter((at) => at > 0 && at <= MAX_NOTE_ROWS);
  if (ends.length > 0) return start + smallest(ends);
  const first = blankRowsAfter(rest, 1);
  return start + (first === 1 ? blankRowsAfter(rest, 2) : first);
}

function blankRowsAfter(rows: readonly string[], from: number): number {
  const at = rows.findIndex((row, index) => index >= from && row === '');
  return at < 0 ? rows.length : at;
}

const isHeading = (row: string): boolean => row.length < 120 && row !== '' && readHeading({ rows: [row] }) !== null;
