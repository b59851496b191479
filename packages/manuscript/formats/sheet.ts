import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import type { Block, Manuscript, ManuscriptNotice, Sheet, SheetChoice } from '../../../shared/model/manuscript.ts';
import { append } from '../../../shared/rules/lists.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { evidenceOfNames } from '../layout/name-evidence.ts';
import { detectTableLayout, headingOf, isScriptTable, type Rows, type TableLayout } from '../layout/table-columns.ts';
import { splitIntoChapters } from './heading-sections.ts';
import { documentError } from './importable-file.ts';
import { colonMark, type EvidenceByName, namesBeforeColons } from './pdf/colon-marks.ts';
import { chosenLayout, type SheetPreview, sheetPreview } from './sheet-choices.ts';
import {
  createRoleReader,
  directionOf,
  isNonRole,
  isPartTitle,
  longNameField,
  silenceBrackets,
} from './spoken-role.ts';

const HEADING_ROLE_NAME = wordPattern('^', 'heading-rows-of-sheets', '$', 'i');

interface SheetReading {
  readonly sheet: Sheet;
  readonly layout: TableLayout;
  readonly blocks: readonly Block[];
}

/**
 * Reads all sheets with role and text columns or, if there are none, the first sheet with words.
 * @throws ImportError `empty`
 */
export function sheetManuscript(
  all: readonly Sheet[],
  file: string,
  notices: readonly ManuscriptNotice[] = [],
  choices: readonly SheetChoice[] = [],
): Manuscript {
  const sheets = all.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')));
  const chosen = readSheets(sheets, choices);
  if (chosen.length === 0) throw documentError('empty', file);
  const blocks = chosen.flatMap(({ sheet, blocks: own }): readonly Block[] => {
    const hasTitle = chosen.length > 1 && own[0]?.kind !== 'heading';
    return hasTitle ? [{ kind: 'heading', level: 1, text: sheet.name }, ...own] : own;
  });
  return {
    title: null,
    author: null,
    sections: splitIntoChapters(blocks),
    notices,
    sheets,
  };
}

function readSheets(sheets: readonly Sheet[], choices: readonly SheetChoice[]): readonly SheetReading[] {
  const read = sheets.flatMap((sheet, at): SheetReading[] => {
    const choice = choices[at];
    const layout = choice ? chosenLayout(sheet.rows, choice) : detectTableLayout(sheet.rows);
    if (layout === null || choice?.isRead === false) return [];
    const blocks = rowBlocks(sheet.rows, layout);
    return blocks.length === 0 ? [] : [{ sheet, layout, blocks }];
  });
  const named = read.filter(({ layout }) => layout.isNamed);
  return named.length > 0 ? named : read.slice(0, 1);
}

export function sheetPreviews(sheets: readonly Sheet[], choices: readonly SheetChoice[] = []): SheetPreview[] {
  const read = new Set(readSheets(sheets, choices).map(({ sheet }) => sheet));
  return sheets.map((sheet, at) => sheetPreview(sheet, choices[at], read.has(sheet)));
}

/** Returns null if the table isn't a script. */
export function scriptTable(rows: Rows): readonly Block[] | null {
  const layout = detectTableLayout(rows);
  const isScript = layout && (layout.isNamed || layout.isFilm || isScriptTable(rows, layout));
  return isScript ? rowBlocks(rows, layout) : null;
}

function rowBlocks(rows: Rows, layout: TableLayout): Block[] {
  const { columns, first, titles } = layout;
  const blocks: Block[] = [];
  const current = new Map<number, string>();
  const openHeading = (row: readonly string[], column: number | null, level: 1 | 2): void => {
    const value = column === null ? '' : (row[column] ?? '');
    if (column === null || value === '' || value === current.get(column)) return;
    current.set(column, value);
    // Scene numbers restart in each chapter.
    if (level === 1 && columns.scene !== null && column === columns.chapter) current.delete(columns.scene);
    blocks.push({ kind: 'heading', level, text: headingOf(value, titles[column] ?? '') });
  };
  const own =
    columns.role === null ? rows.slice(first).flatMap((row) => splitSpeeches(row, columns.text)) : rows.slice(first);
  const names =
    columns.role === null ? namesBeforeColons(own.map((row) => row[columns.text] ?? '')) : findNames(layout, own);
  const roleOf = createRoleReader(names.keys());
  for (const row of own) {
    openHeading(row, columns.chapter, 1);
    openHeading(row, columns.scene, columns.chapter === null ? 1 : 2);
    append(blocks, cellBlocks(row, layout, { names, roleOf }));
  }
  return blocks;
}

function findNames({ columns: { role }, isNamed }: TableLayout, rows: Rows): EvidenceByName {
  const names = rows.flatMap((row) => (role === null ? [] : row[role] || []));
  return isNamed
    ? new Map(names.map((name) => [name, ROLE_COLUMN_EVIDENCE]))
    : evidenceOfNames(names, 'gap', rows.length);
}

const ROLE_COLUMN_EVIDENCE: BlockEvidence = { stated: 'role-column' };

/** Matches the boundary between speeches: a blank line, or a name in capitals after a sentence. */
const NEXT_SPEECH = /\n\s*\n|(?<=[.!?…)\]][ \n])(?=\p{Lu}[\p{Lu}\p{Nd} .'’-]{1,30}(?: ?\([^()]{1,30}\))?:\s)/u;

/** Without a role column, each part of a cell may begin with a different name. */
function splitSpeeches(row: readonly string[], text: number): (readonly string[])[] {
  const parts = (row[text] ?? '').split(NEXT_SPEECH).map((part) => part.trim());
  const [first, ...others] = parts.filter((part) => part !== '');
  if (first === undefined) return [row];
  const part = (words: string): readonly string[] =>
    Array.from({ length: text + 1 }, (_, at) => (at === text ? words : ''));
  return [row.with(text, first), ...others.map(part)];
}

interface TableNames {
  /** Names from the role column or, if there is none, from the start of text cells. */
  readonly names: EvidenceByName;
  readonly roleOf: (name: string) => string;
}

function cellBlocks(
  row: readonly string[],
  // In film scripts, the column beside the words describes the picture, not the delivery.
  { columns: { role, text, directions }, isFilm }: TableLayout,
  { names, roleOf }: TableNames,
): Block[] {
  const mark = role === null ? colonMark(row[text] ?? '', names) : null;
  const name = mark?.name ?? (role === null ? '' : (row[role] ?? ''));
  const words = mark?.words ?? row[text] ?? '';
  const manner = directions.flatMap((at) => (row[at] ? [directionOf(row[at]) ?? row[at]] : []));
  const directed = manner.map((one): Block => ({ kind: 'direction', text: one }));
  if (words === '') {
    if (name === '') return directed;
    return [
      ...directed,
      isPartTitle(name) ? { kind: 'heading', level: 1, text: name } : { kind: 'direction', text: name },
    ];
  }
  const direction = directionOf(words);
  // The note beside a sound may be the sound's name.
  if (isNonRole(name) || (name === '' && role !== null && manner.some(isNonRole)))
    return [...directed, { kind: 'direction', text: direction ?? words }];
  if (HEADING_ROLE_NAME.test(name)) return [{ kind: 'heading', level: 1, text: words }, ...directed];
  const speaker = roleOf(name);
  if (direction !== null) return [...directed, { kind: 'direction', text: direction }];
  if (speaker === '') {
    const isHeading = role !== null && row.filter((cell) => cell !== '').length === 1 && isPartTitle(words);
    return [...directed, isHeading ? { kind: 'heading', level: 1, text: words } : { kind: 'paragraph', text: words }];
  }
  const paragraphs = silenceBrackets(words)
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '');
  const brackets = isFilm ? '' : manner.map((one) => `(${one}) `).join('');
  const evidence = mark?.evidence ?? names.get(name);
  const speeches = paragraphs.map((one, at): Block => {
    const text = at === 0 ? brackets + one : one;
    return { kind: 'speech', role: speaker, ...longNameField(name), ...(evidence && { evidence }), text };
  });
  return isFilm ? [...directed, ...speeches] : speeches;
}
