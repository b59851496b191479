import { extname } from 'node:path';
import { MAX_NOTE_LENGTH } from '../../../shared/model/note.ts';
import type { Pickup, PickupList } from '../../../shared/model/pickups.ts';
import { DELIMITERS, NAMED_DELIMITER, separatedRows } from '../formats/csv.ts';
import { detectFileType } from '../formats/file-type.ts';
import { documentError } from '../formats/importable-file.ts';
import { readXlsx } from '../formats/xlsx.ts';
import { readText } from '../text/text-file.ts';
import { readPickupRows } from './pickup-rows.ts';
import { readPickupTable } from './pickup-table.ts';

/**
 * Reads a list of corrections: CSV, XLSX or plain text, in any of the encodings of scripts.
 * @throws ImportError
 */
export function readPickupFile(bytes: Uint8Array, file: string): PickupList {
  if (detectFileType(bytes, file) === 'xlsx') return readWorkbook(bytes, file);
  const { text } = readText(bytes, file);
  return checked(readPickupText(text, extname(file).toLowerCase()), file);
}

/** Reads pasted text or the text of a file. @param extension such as `.csv`, or empty */
export function readPickupText(text: string, extension = ''): PickupList {
  const named = NAMED_DELIMITER.exec(text);
  const table = named ? text.slice(named[0].length) : text;
  const first = named ? 2 : 1;
  const isTabs = extension === '.tsv' || extension === '.tab';
  const delimiters = named?.[1] !== undefined ? [named[1]] : isTabs ? ['\t'] : DELIMITERS;
  const tables = delimiters.flatMap((delimiter) => {
    if (!table.includes(delimiter)) return [];
    const rows = separatedRows(table, delimiter);
    const list = readPickupTable(rows, first);
    return list === null ? [] : [{ list, fit: fitOf(rows) }];
  });
  const best = tables.reduce<(typeof tables)[number] | null>(
    (former, one) => (former === null || one.fit > former.fit ? one : former),
    null,
  );
  return withBriefNotes(best?.list ?? readPickupRows(text.split('\n')));
}

/** The usual number of cells, weighted by the share of rows that have it. */
function fitOf(rows: readonly (readonly string[])[]): number {
  const widths = rows.filter((row) => row.some((cell) => cell !== '')).map(({ length }) => length);
  const counts = Map.groupBy(widths, (width) => width);
  const [usual, of] = [...counts].reduce<[number, number]>(
    (best, [width, { length }]) => (length > best[1] ? [width, length] : best),
    [0, 0],
  );
  return usual < 2 ? 0 : (of / widths.length) * Math.min(usual, 6);
}

function readWorkbook(bytes: Uint8Array, file: string): PickupList {
  const { sheets = [] } = readXlsx(bytes, file);
  const lists = sheets.flatMap(({ name, rows }) => {
    const cells = rows.map((row) => Array.from(row, (cell) => cell ?? ''));
    const list = readPickupTable(cells, 1, sheets.length > 1 ? name : '');
    if (list) return [list];
    // A sheet with one column of remarks.
    return sheets.length > 1
      ? [{ pickups: [], leftOut: allRows(cells) }]
      : [readPickupRows(cells.map((row) => row.join(' ')))];
  });
  return checked(
    { pickups: lists.flatMap(({ pickups }) => pickups), leftOut: lists.flatMap(({ leftOut }) => leftOut) },
    file,
  );
}

const allRows = (rows: readonly (readonly string[])[]): PickupList['leftOut'] =>
  rows.flatMap((row, at) => {
    const text = row.filter((cell) => cell !== '').join(' · ');
    return text === '' ? [] : [{ number: at + 1, text }];
  });

function checked(list: PickupList, file: string): PickupList {
  if (list.pickups.length === 0) throw documentError('empty', file);
  return withBriefNotes(list);
}

const withBriefNotes = ({ pickups, leftOut }: PickupList): PickupList => ({
  pickups: pickups.map((pickup): Pickup => {
    const characters = [...pickup.note];
    if (characters.length <= MAX_NOTE_LENGTH) return pickup;
    return { ...pickup, note: `${characters.slice(0, MAX_NOTE_LENGTH - 1).join('')}…` };
  }),
  leftOut,
});
