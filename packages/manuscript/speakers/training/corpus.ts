// Reads the Project Dialogism Novel Corpus (PDNC).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { HELD_OUT } from './held-out.ts';

/** A sub-quotation of the corpus. */
export interface AnnotatedQuotation {
  /** Offsets in the text, excluding quotation marks. */
  readonly start: number;
  readonly end: number;
  /** The character's main name; null for groups and unidentified speakers. */
  readonly speaker: string | null;
}

export interface AnnotatedNovel {
  readonly name: string;
  readonly text: string;
  readonly quotations: readonly AnnotatedQuotation[];
  /** Lower-case names and aliases, keyed by main name. */
  readonly namesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isHeldOut: boolean;
}

export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

const CORPUS_URL = 'https://github.com/Priya22/project-dialogism-novel-corpus';
const FILES = { text: 'novel_text.txt', quotations: 'quotation_info.csv', characters: 'character_info.csv' } as const;
/** `_group`, `_unknowable` */
const NO_CHARACTER = /^_|^$/;
const PYTHON_STRING = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** @throws CorpusError if `folder` has no `data/` with novels */
export function novelNames(folder: string): string[] {
  const data = join(folder, 'data');
  let names: string[];
  try {
    const entries = readdirSync(data, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    throw new CorpusError(`${data} can't be read. Pass the folder of the corpus; to get it: git clone ${CORPUS_URL}`);
  }
  if (names.length === 0)
    throw new CorpusError(`${data} has no novels. Clone the corpus again: git clone ${CORPUS_URL}`);
  return names.sort();
}

/** @throws CorpusError if a file is missing, incomplete or inconsistent */
export function readNovel(folder: string, name: string): AnnotatedNovel {
  const path = (file: string): string => join(folder, 'data', name, file);
  const text = readText(path(FILES.text));
  const characters = readTable(path(FILES.characters), ['Main Name', 'Aliases']);
  const namesOf = new Map<string, Set<string>>();
  for (const { cells } of characters) {
    const [mainName = '', aliases = ''] = cells;
    const names = Array.from(aliases.matchAll(PYTHON_STRING), ([, single, double]) => single ?? double ?? '');
    namesOf.set(mainName, new Set([mainName, ...names].map((one) => one.toLowerCase())));
  }
  const quotations: AnnotatedQuotation[] = [];
  const file = path(FILES.quotations);
  for (const { row, cells } of readTable(file, ['quoteByteSpans', 'speaker', 'quoteText'])) {
    const [spans = '', speaker = '', words = ''] = cells;
    const parts = readSpans(spans, `${file}, quotation ${row}`);
    checkWords(text, parts, words, `${file}, quotation ${row}`);
    const character = findCharacter(speaker.trim(), namesOf);
    for (const [start, end] of parts) quotations.push({ start, end, speaker: character });
  }
  quotations.sort((a, b) => a.start - b.start);
  return { name, text, quotations, namesOf, isHeldOut: HELD_OUT.has(name) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch {
    throw new CorpusError(
      `${path} can't be read. Restore it with "git checkout" in the corpus, or clone ${CORPUS_URL}`,
    );
  }
}

/** Rows are numbered from 1, not counting the header. */
function readTable(path: string, columns: readonly string[]): { readonly row: number; readonly cells: string[] }[] {
  const { data, errors } = Papa.parse<string[]>(readText(path), { delimiter: ',', skipEmptyLines: 'greedy' });
  const [header = [], ...rows] = data;
  if (errors[0]) {
    const row = errors[0].row ?? 0;
    throw new CorpusError(`${path}, row ${row}: ${errors[0].message}. Restore the file from ${CORPUS_URL}`);
  }
  const places = columns.map((column) => header.indexOf(column));
  const missing = columns.filter((_, at) => places[at] === -1);
  if (missing.length > 0) {
    throw new CorpusError(`${path} has no column ${missing.join(', ')}. This script reads the corpus as of June 2023.`);
  }
  if (rows.length === 0) throw new CorpusError(`${path} has no rows. Restore the file from ${CORPUS_URL}`);
  return rows.map((cells, at) => ({ row: at + 1, cells: places.map((place) => cells[place] ?? '') }));
}

function readSpans(cell: string, location: string): (readonly [number, number])[] {
  let spans: unknown;
  try {
    spans = JSON.parse(cell);
  } catch {
    spans = null;
  }
  if (!Array.isArray(spans) || spans.length === 0 || !spans.every(isSpan)) {
    throw new CorpusError(
      `${location}: quoteByteSpans has to be a list such as [[12, 34]], but is ${cell || 'empty'}.`,
    );
  }
  return spans;
}

const isSpan = (span: unknown): span is readonly [number, number] =>
  Array.isArray(span) && span.length === 2 && span.every(Number.isSafeInteger) && span[0] >= 0 && span[0] <= span[1];

const NON_WORD_CHARACTERS = /[^\p{L}\p{N}]+/gu;

/** If line endings or encodings had been converted, the offsets would be wrong. */
function checkWords(
  text: string,
  spans: readonly (readonly [number, number])[],
  words: string,
  location: string,
): void {
  const found = spans.map(([start, end]) => text.slice(start, end)).join('');
  if (found.replace(NON_WORD_CHARACTERS, '') === words.replace(NON_WORD_CHARACTERS, '')) return;
  throw new CorpusError(
    `${location}: ${FILES.text} has other words at ${JSON.stringify(spans)} than quoteText. Its line endings may have been ` +
      'changed; clone the corpus again with "git clone --config core.autocrlf=false".',
  );
}

/** Some speakers are given by an alias, and a few aren't in the character list. */
function findCharacter(speaker: string, namesOf: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  if (NO_CHARACTER.test(speaker)) return null;
  if (namesOf.has(speaker)) return speaker;
  const lower = speaker.toLowerCase();
  for (const [mainName, names] of namesOf) if (names.has(lower)) return mainName;
  return speaker;
}
