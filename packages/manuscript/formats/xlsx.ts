import { Parser } from 'htmlparser2';
import type { Manuscript, Sheet } from '../../../shared/model/manuscript.ts';
import { type Archive, openArchive } from './archive.ts';
import { documentError } from './importable-file.ts';
import { addInconsistentFiles, createNotices, Omissions } from './omissions.ts';
import { checkDepth, decodeXml, descendants, readXml, textOf } from './page/xml.ts';
import { sheetManuscript } from './sheet.ts';

const MAX_COLUMNS = 200;
/** Maximum number of cells per sheet that are filled with values from merged cells. */
const MAX_FILLED_CELLS = 200_000;
/** Maximum length of merged text to repeat. Longer text is probably speech, which isn't repeated. */
const MAX_MERGED_LENGTH = 60;

const COMMENTS_PART = /(?:^|\/)comments\d{0,6}\.xml$/;

/** Reads stored values and never evaluates formulas or macros. @throws ImportError `damaged`, `too-large` or `empty` */
export function readXlsx(bytes: Uint8Array, file: string): Manuscript {
  let macros = 0;
  let pictures = 0;
  const { archive, inconsistent } = openArchive(bytes, file, (path) => {
    if (path.endsWith('vbaProject.bin')) macros += 1;
    if (/(?:^|\/)media\/[^/]+$/.test(path)) pictures += 1;
    return /\.(?:xml|rels)$/.test(path) && !/(?:^|\/)(?:theme|drawings|charts)\//.test(path);
  });
  const workbook = [...archive.keys()].find((path) => /(?:^|\/)workbook\.xml$/.test(path));
  if (workbook === undefined) throw documentError('damaged', file);
  const { sheets, hidden, damaged } = readSheets(archive, workbook);
  const leftOut = new Omissions();
  leftOut.addAll(createNotices({ damaged, macros, pictures }));
  addInconsistentFiles(leftOut, inconsistent);
  for (const { name: part, rows } of hidden) leftOut.add('hidden', [part, ...rows.flat()].join(' '), { part });
  for (const [path, part] of archive) {
    if (!COMMENTS_PART.test(path)) continue;
    for (const comment of descendants(readXml(decodeXml(part)), 'comment')) leftOut.add('comments', textOf(comment));
  }
  return sheetManuscript(sheets, file, leftOut.notices());
}

interface Sheets {
  readonly sheets: readonly Sheet[];
  readonly hidden: readonly Sheet[];
  readonly damaged: number;
}

function readSheets(archive: Archive, workbook: string): Sheets {
  const folder = workbook.slice(0, -'workbook.xml'.length);
  const relations = archive.get(`${folder}_rels/workbook.xml.rels`);
  const targets = new Map(
    [...descendants(readXml(relations ? decodeXml(relations) : ''), 'Relationship')].map(({ attributes }) => {
      const { Id = '', Target = '', Type = '' } = attributes;
      return [Id, { path: Target.startsWith('/') ? Target.slice(1) : folder + Target, type: Type }] as const;
    }),
  );
  const stringsPath = [...targets.values()].find(({ type }) => type.endsWith('/sharedStrings'))?.path;
  const strings = sharedStrings(archive.get(stringsPath ?? `${folder}sharedStrings.xml`));
  const source = archive.get(workbook);
  const sheets: Sheet[] = [];
  const hidden: Sheet[] = [];
  let damaged = 0;
  for (const { attributes } of descendants(readXml(source ? decodeXml(source) : ''), 'sheet')) {
    const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
    const page = archive.get(targets.get(attributes['id'] ?? '')?.path ?? '');
    const read = page ? new SheetReader(strings).read(decodeXml(page)) : { rows: [], damaged: 1 };
    damaged += read.damaged;
    (isHidden ? hidden : sheets).push({ name: attributes['name'] ?? '', rows: read.rows });
  }
  return { sheets, hidden, damaged };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

interface XmlHandler {
  onopentag(name: string, attributes: Record<string, string>): void;
  ontext(text: string): void;
  onclosetag(name: string): void;
}

/** Streams elements, because a complete tree of a long sheet would need too much memory. */
function streamXml(xml: string, handler: XmlHandler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        checkDepth(depth);
        handler.onopentag(localName(name), attributes);
      },
      ontext: (text) => handler.ontext(text),
      onclosetag(name) {
        depth -= 1;
        handler.onclosetag(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

/** Skips phonetic readings (`rPh`) of Japanese text. */
function sharedStrings(bytes: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = 0;
  if (!bytes) return strings;
  streamXml(decodeXml(bytes), {
    onopentag(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') inText = phonetic === 0;
    },
    ontext(piece) {
      if (inText) text += piece;
    },
    onclosetag(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') strings.push(decodeEscapes(text));
    },
  });
  return strings;
}

/** Decodes escapes such as `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface MergedRange {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

class SheetReader implements XmlHandler {
  readonly #strings: readonly string[];
  readonly #rows: string[][] = [];
  /** Keyed by row number in the sheet. */
  readonly #numbered = new Map<number, string[]>();
  readonly #merged: MergedRange[] = [];
  #row: string[] = [];
  #number = 0;
  #column = -1;
  #type = 'n';
  #text = '';
  #inText = false;
  #damaged = 0;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  read(xml: string): { readonly rows: readonly (readonly string[])[]; readonly damaged: number } {
    streamXml(xml, this);
    this.#fillMerged();
    return { rows: this.#rows, damaged: this.#damaged };
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#number = Number(attributes['r']) || this.#number + 1;
      this.#row = [];
      this.#rows.push(this.#row);
      this.#numbered.set(this.#number, this.#row);
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnIndex(attributes['r'] ?? '') ?? this.#column + 1;
      this.#type = attributes['t'] ?? 'n';
      this.#text = '';
    } else if (name === 'v' || name === 't') this.#inText = true;
    else if (name === 'mergeCell') this.#addMerged(attributes['ref'] ?? '');
  }

  ontext(text: string): void {
    if (this.#inText) this.#text += text;
  }

  onclosetag(name: string): void {
    if (name === 'v' || name === 't') this.#inText = false;
    if (name !== 'c' || this.#column >= MAX_COLUMNS) return;
    const value = this.#cellValue().trim();
    if (value === '') return;
    while (this.#row.length < this.#column) this.#row.push('');
    this.#row[this.#column] = value;
  }

  #cellValue(): string {
    if (this.#type === 'e' || this.#text === '') return '';
    if (this.#type !== 's') return decodeEscapes(this.#text);
    const text = this.#strings[Number(this.#text)];
    if (text === undefined) this.#damaged += 1;
    return text ?? '';
  }

  #addMerged(ref: string): void {
    const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref);
    const column = columnIndex(match?.[1] ?? '');
    if (column !== null) this.#merged.push({ column, from: Number(match?.[2]), to: Number(match?.[4]) });
  }

  /** Repeats a name or chapter in every row that its merged cell spans. */
  #fillMerged(): void {
    let filled = 0;
    for (const { column, from, to } of this.#merged) {
      const value = this.#numbered.get(from)?.[column] ?? '';
      if (value === '' || value.length > MAX_MERGED_LENGTH) continue;
      for (let number = from + 1; number <= to && filled < MAX_FILLED_CELLS; number += 1) {
        filled += 1;
        const row = this.#numbered.get(number);
        if (row?.some((cell) => cell !== '')) row[column] ||= value;
      }
    }
  }
}

/** Returns the column index: 0 for A1, 26 for AA1, null if the reference is invalid. */
function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
