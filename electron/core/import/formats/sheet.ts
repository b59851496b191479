// Scripts in tables, as the files of spreadsheets have them.
import type { Block, Manuscript } from '../../../../shared/model/manuscript.ts';
import { documentError } from '../importable-file.ts';
import { colonMark, namesBeforeColons } from './colon-marks.ts';
import { sectionsOf } from './heading-sections.ts';
import { type Layout, layoutOf, type Rows } from './sheet-columns.ts';
import { directionOf, isNoRole, isPartTitle, silentBrackets, spokenRole } from './spoken-role.ts';

/** A sheet of a file. */
export interface Sheet {
  readonly name: string;
  readonly rows: Rows;
}

const HEADING_ROLE = /^(?:scene heading|heading|slug ?line|slug|chapter|title|überschrift|titre|título)$/i;

/**
 * A manuscript of a file's sheets: of those whose titles name roles and words, each; of others the first with words.
 *
 * @throws ImportError `empty`
 */
export function sheetManuscript(sheets: readonly Sheet[], file: string, damaged = 0): Manuscript {
  const read = sheets.flatMap(({ name, rows }) => {
    const layout = layoutOf(rows);
    return layout === null ? [] : [{ name, layout, blocks: rowBlocks(rows, layout) }];
  });
  const withWords = read.filter(({ blocks }) => blocks.length > 0);
  const named = withWords.filter(({ layout }) => layout.isNamed);
  const chosen = named.length > 0 ? named : withWords.slice(0, 1);
  if (chosen.length === 0) throw documentError('empty', file);
  const blocks = chosen.flatMap(({ name, blocks: own }): Block[] => {
    const hasTitle = chosen.length > 1 && own[0]?.kind !== 'heading';
    return hasTitle ? [{ kind: 'heading', level: 1, text: name }, ...own] : own;
  });
  return {
    title: null,
    author: null,
    sections: sectionsOf(blocks),
    notices: damaged > 0 ? [{ kind: 'damaged', count: damaged }] : [],
  };
}

/** The blocks of a table, row by row. */
function rowBlocks(rows: Rows, { columns, first, titles }: Layout): Block[] {
  const blocks: Block[] = [];
  const current = new Map<number, string>();
  const openHeading = (row: readonly string[], column: number | null, level: 1 | 2): void => {
    const value = column === null ? '' : (row[column] ?? '');
    if (column === null || value === '' || value === current.get(column)) return;
    current.set(column, value);
    // A scene's number begins again in each chapter.
    if (level === 1 && columns.scene !== null && column === columns.chapter) current.delete(columns.scene);
    blocks.push({ kind: 'heading', level, text: headingOf(value, titles[column] ?? '') });
  };
  const texts = columns.role === null ? rows.slice(first).map((row) => row[columns.text] ?? '') : [];
  const names = namesBeforeColons(texts);
  for (const row of rows.slice(first)) {
    openHeading(row, columns.chapter, 1);
    openHeading(row, columns.scene, columns.chapter === null ? 1 : 2);
    blocks.push(...cellBlocks(row, columns, names));
  }
  return blocks;
}

/** "3" in a column of scenes is scene 3. */
const headingOf = (value: string, title: string): string =>
  /^[\d.]+$/.test(value) && title !== '' ? `${title} ${value}` : value;

/** @param names that begin cells of words in a table without a column of roles */
function cellBlocks(
  row: readonly string[],
  { role, text, directions }: Layout['columns'],
  names: ReadonlySet<string>,
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
  if (isNoRole(name)) return [...directed, { kind: 'direction', text: direction ?? words }];
  if (HEADING_ROLE.test(name)) return [{ kind: 'heading', level: 1, text: words }, ...directed];
  const speaker = spokenRole(name);
  if (direction !== null) return [...directed, { kind: 'direction', text: direction }];
  if (speaker === '') {
    const isHeading = role !== null && row.filter((cell) => cell !== '').length === 1 && isPartTitle(words);
    return [...directed, isHeading ? { kind: 'heading', level: 1, text: words } : { kind: 'paragraph', text: words }];
  }
  const paragraphs = silentBrackets(words)
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '');
  const brackets = manner.map((one) => `(${one}) `).join('');
  return paragraphs.map((one, at) => ({ kind: 'speech', role: speaker, text: at === 0 ? brackets + one : one }));
}
