import { encloseInBrackets, isBracketed } from '../../../shared/rules/brackets.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { directionOf, isSoundName } from './layout-directions.ts';
import { isNameList } from './layout-names.ts';
import { isStamp } from './layout-stamps.ts';
import { createNameSeparator } from './listed-names.ts';
import { anyCase } from './patterns.ts';
import {
  detectTableLayout,
  ENDS_SENTENCE,
  filledCells,
  hasLetters,
  headingOf,
  type Rows,
  type TableLayout,
} from './table-columns.ts';
import { findTable, type TableRow } from './table-readers.ts';

type ScriptColumn = 'time' | 'name' | 'words' | 'scene' | 'note' | 'number';

/** Rewrites a table as tab-separated time, name and words. Omits numbers. Turns scene changes into headings. */
export function normaliseColumns(text: string): string {
  const rows = findTable(text);
  if (rows === null) return text;
  const table = rows.filter(({ cells }) => cells.length > 1 && !isRule(cells));
  const cells = table.map((row) => row.cells);
  const layout = detectTableLayout(cells);
  if (layout === null) return text;
  const titles = new Set(layout.titles.length === 0 ? [] : table.slice(0, layout.first));
  const uses = columnUses(layout, cells.slice(titles.size));
  if (uses === null) return text;
  const speakers = cells.slice(titles.size).map((row) => row[uses.indexOf('name')] ?? '');
  const needsAtMark = layout.isNamed && speakers.some((speaker) => CASELESS_NAME.test(speaker) && !isName(speaker));
  const read: TableReading = {
    layout,
    uses,
    needsAtMark,
    separated: createNameSeparator(speakers),
    scenes: new Map(),
  };
  return rows.flatMap((row) => (titles.has(row) ? titleRows(row, layout) : tableRows(row, read))).join('\n');
}

const RULE_CELL = /^(?::?-+:?|=*)$/;
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => RULE_CELL.test(cell));

/** A number, optionally with a letter, or a file name. */
const NUMBER_CELL = /^(?:[#№]? ?\d{1,5}[a-z]?[.):]?|[#(]?[\p{L}_-]{0,20}\d[\p{L}\p{N}_.-]{0,40}[):.]?|#)$/u;
/** `angrily`, `take 2` */
const SHORT_NOTE = /^[^\s.!?…]{1,30}(?: [^\s.!?…]{1,30}){0,4}$/u;
const SCENE_CELL = anyCase`^(?:第|${wordAlternation('scene-cells')}(?!\p{L}))`;
const MIN_NOTES = 2;

function columnUses({ columns, isNamed, isFilm, titles }: TableLayout, body: Rows): readonly ScriptColumn[] | null {
  const { role, text, chapter, scene, directions } = columns;
  const cellsOf = filledCells(body);
  if (!isFilm && (role === null || !areNames(cellsOf[role] ?? []))) return null;
  const areSaid = titles.length === 0 && !areNotes(body, text);
  return cellsOf.map((cells, at): ScriptColumn => {
    if (at === role) return 'name';
    if (at === text) return 'words';
    if (at === chapter || at === scene) return 'scene';
    if (directions.includes(at)) return 'note';
    if (cells.filter(isStamp).length >= cells.length * MIN_MATCHING_SHARE) return 'time';
    if (areNumbers(cells, isNamed)) return 'number';
    if (!isNamed && role !== null && at < role && isScene(cells)) return 'scene';
    return areSaid && at > (role ?? 0) ? 'words' : 'note';
  });
}

const isName = (cell: string): boolean =>
  isSoundName(cell.toUpperCase()) || isNameList(cell.charAt(0).toUpperCase() + cell.slice(1).replace(/[:：]$/, ''));
/** Names in scripts without capitals: `村人A`, `민수B` */
const CASELESS_NAME = /^\p{Lo}.{0,15}$/u;

const areNames = (cells: readonly string[]): boolean =>
  cells.filter((cell) => isName(cell) || CASELESS_NAME.test(cell)).length * 2 > cells.length;

const MIN_MATCHING_SHARE = 0.8;

/** If the column has no title, the numbers must be unique. */
function areNumbers(cells: readonly string[], isNamed: boolean): boolean {
  const numbers = cells.filter((cell) => NUMBER_CELL.test(cell));
  if (numbers.length < cells.length * MIN_MATCHING_SHARE) return false;
  return isNamed || !numbers.some(hasLetters) || (cells.length > 2 && new Set(numbers).size === numbers.length);
}

function isScene(cells: readonly string[]): boolean {
  const changes = cells.filter((cell, at) => cell !== cells[at - 1]).length;
  return cells.every((cell) => SCENE_CELL.test(cell)) || (cells.length > 2 && changes * 2 <= cells.length);
}

/** Notes are directions or short text, and the text before them ends with a complete sentence. */
function areNotes(body: Rows, text: number): boolean {
  const noted = body.filter((row) => row.slice(text + 1).some((cell) => cell !== ''));
  const isDirection = (cell: string): boolean => directionOf(cell) !== null;
  return (
    noted.length >= MIN_NOTES &&
    noted.every((row) => {
      const [said = '', ...notes] = row.slice(text).filter((cell) => cell !== '');
      return (
        (ENDS_SENTENCE.test(said) || isDirection(said)) &&
        notes.every((note) => SHORT_NOTE.test(note) || isDirection(note))
      );
    })
  );
}

interface TableReading {
  readonly layout: TableLayout;
  readonly uses: readonly ScriptColumn[];
  /** Whether names need an `@`, because some of them don't look like names. */
  readonly needsAtMark: boolean;
  readonly separated: (name: string) => string;
  readonly scenes: Map<number, string>;
}

function titleRows({ full, cells }: TableRow, { isFilm }: TableLayout): string[] {
  const titles = cells.filter((cell) => cell !== '').join(' ');
  return [hasLetters(titles) ? `[${titles}]` : full, ...(isFilm ? [''] : [])];
}

function tableRows(
  { full, cells }: TableRow,
  { layout, uses, needsAtMark, separated, scenes }: TableReading,
): string[] {
  if (cells.length < 2) return [full];
  if (isRule(cells)) return [];
  const filled = (use: ScriptColumn) => cells.filter((cell, at) => cell !== '' && (uses[at] ?? 'words') === use);
  const [words, [typed = '']] = [filled('words').join(' '), filled('name')];
  const speaker = typed.includes(',') ? separated(typed) : typed;
  // In rows with fewer cells, the name may be in the number column.
  const times = [...filled('number').filter((cell) => !NUMBER_CELL.test(cell)), ...filled('time')];
  const notes = filled('note').map((note) => (isBracketed(note) ? note : encloseInBrackets(note)));
  // In film scripts, the description of the picture goes above the words, which include the speaker's name.
  if (layout.isFilm) return [...notes.flatMap((note) => [note, '']), ...(words === '' ? [] : [words]), ''];
  const [only = '', ...others] = cells.filter((cell) => cell !== '');
  if (others.length === 0 && words === '') return [only];
  const said = [...notes, words].filter((part) => part !== '').join(' ');
  const headings = cells.flatMap((value, at) => {
    if (uses[at] !== 'scene' || value === '' || value === scenes.get(at)) return [];
    scenes.set(at, value);
    return ['', `## ${headingOf(value, layout.titles[at] ?? '')}`, ''];
  });
  if (needsAtMark && speaker !== '' && !isSoundName(speaker))
    return [...headings, `@${speaker}: ${[...times.map(encloseInBrackets), said].join(' ')}`];
  return [...headings, [...times, speaker, said].join('\t')];
}
