import type { Block } from '../../../../shared/model/manuscript.ts';
import { normaliseRoleName } from '../../../../shared/rules/role-names.ts';
import { evidenceOfNames } from '../../layout/name-evidence.ts';
import { styledField } from '../../script/document-emphasis.ts';
import { scriptTable } from '../sheet.ts';

export interface Cell {
  readonly isName: boolean;
  readonly paragraphs: string[];
  /** The same paragraphs with emphasis marks. */
  readonly styled: string[];
  isDirection: boolean;
}

/** In UTF-16 code units. */
const MAX_NAME_LENGTH = 40;

/**
 * Reads a table as boxed text (one column), a script (recognised by column titles or cells), names beside speeches,
 * or plain rows.
 */
export function tableBlocks(tableRows: readonly Cell[][]): Block[] {
  const rows = tableRows.filter((row) => row.some(({ paragraphs }) => paragraphs.length > 0));
  if (rows.every((row) => row.filter(({ paragraphs }) => paragraphs.length > 0).length === 1))
    return boxedTextBlocks(rows);
  const script = scriptTable(rows.map((row) => row.map(({ paragraphs }) => paragraphs.join('\n\n'))));
  if (script) return [...script];
  if (rows.some((row) => row[0]?.isName) || looksLikeScript(rows)) return twoColumnBlocks(rows);
  return rows.map((row) => ({ kind: 'table', text: row.map(textOf).filter(Boolean).join(' · ') }));
}

const boxedTextBlocks = (rows: readonly Cell[][]): Block[] =>
  rows
    .flat()
    .flatMap(({ paragraphs, styled }) =>
      paragraphs.map((text, at): Block => ({ kind: 'paragraph', text, ...styledField(text, styled[at] ?? text) })),
    );

function twoColumnBlocks(rows: readonly Cell[][]): Block[] {
  let speaker = '';
  const names = rows.flatMap(([first]) => (first ? normaliseRoleName(textOf(first)) || [] : []));
  const evidence = evidenceOfNames(names, 'gap', rows.length);
  return rows.map(([first, ...others]): Block => {
    const name = first ? textOf(first) : '';
    const text = others
      .map(textOf)
      .filter((words) => words !== '')
      .join(' ');
    if (text === '') return { kind: 'paragraph', text: name };
    if (name === '' && others.every((cell) => textOf(cell) === '' || cell.isDirection))
      return { kind: 'direction', text: withoutOuterBrackets(text) };
    // A row without a name continues the previous speech.
    speaker = normaliseRoleName(name) || speaker;
    const styled = others.flatMap((cell) => cell.styled).join(' ');
    const why = evidence.get(speaker);
    return { kind: 'speech', role: speaker, ...(why && { evidence: why }), text, ...styledField(text, styled) };
  });
}

const textOf = ({ paragraphs }: Cell): string => paragraphs.join(' ');

/** Expects two columns, the first of which mostly contains short, recurring names. */
function looksLikeScript(rows: readonly Cell[][]): boolean {
  const names = rows.flatMap((row) => (row.length === 2 && row[0] ? [textOf(row[0])] : []));
  const spoken = names.filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH && /^\p{Lu}/u.test(name));
  return spoken.length >= 3 && spoken.length >= rows.length / 2 && new Set(spoken).size <= spoken.length / 2;
}

export const withoutOuterBrackets = (text: string): string => {
  const inside = /^\(([^()]*)\)$/.exec(text.trim())?.[1];
  return (inside ?? text).trim();
};
