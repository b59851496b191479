// Where a command talks, and text as it may stand on a terminal.
import type { WriteStream } from 'node:tty';

/** Rows at the end of a terminal that change in place. */
export interface LiveRows {
  /** Takes them away, so that something else can be written. */
  hide(): void;
  show(): void;
}

/** Where a command talks: results to stdout, everything for the eye to stderr. */
export interface CommandOutput {
  /** A row of the result, or several. */
  result(text: string): void;
  /** The result as one JSON value on a row. */
  json(value: unknown): void;
  /** A row for the person who waits. It comes above rows that change in place. */
  note(text: string): void;
  /** Says which rows change in place from now on; null: none. */
  setLive(rows: LiveRows | null): void;
  /** Null where rows go to a file or a pipe: nothing moves there. */
  readonly terminal: WriteStream | null;
}

/** @param terminal what `note` writes to, where that is a terminal */
export function outputTo(
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
  terminal: WriteStream | null,
): CommandOutput {
  let live: LiveRows | null = null;
  const row = (text: string): string => {
    const plain = plainText(text);
    // A command that is there to be copied stays in one piece: the terminal breaks it without a row's end.
    return terminal && !plain.includes('lectern ') ? wrapWords(plain, terminal.columns || 80) : plain;
  };
  return {
    result: (text) => void stdout.write(`${plainRows(text)}\n`),
    json: (value) => void stdout.write(`${plainJson(value)}\n`),
    note(text) {
      live?.hide();
      stderr.write(`${row(text)}\n`);
      live?.show();
    },
    setLive(rows) {
      live = rows;
    },
    terminal,
  };
}

export const standardOutput: CommandOutput = outputTo(
  process.stdout,
  process.stderr,
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? process.stderr : null,
);

/** Characters that turn the direction of the words around them, so that a name looks like another one. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text as it may stand on a terminal: words from a script or a service must not move its cursor, change its colours or
 * turn the words around them. Row ends and tabs become blanks.
 */
export function plainText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])?/g, '')
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\x00-\x1f\x7f-\x9f]/g, '')
      .replace(DIRECTION_CONTROLS, '')
  );
}

/** The same for a text of several rows, which stay. */
export const plainRows = (text: string): string => text.split('\n').map(plainText).join('\n');

/** A value as JSON that a terminal shows as it is: what would turn or move something is escaped, so the data stay. */
const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const WIDE_BEYOND = /\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** How many cells of a terminal a text takes, near enough. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const letter of text) cells += NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) || WIDE_BEYOND.test(letter) ? 2 : 1;
  return cells;
}

/** The text, truncated with an ellipsis if it takes more than `cells` cells (1 or more). */
export function cutToCells(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  let cut = '';
  for (const letter of text) {
    if (cellsOf(cut + letter) > cells - 1) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
}

/** Breaks a row between words, so that no row takes more cells than that where its words allow it. */
export function wrapWords(text: string, cells: number): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const rows: string[] = [];
  let row = '';
  for (const word of text.trimStart().split(' ')) {
    if (row !== '' && cellsOf(indent + row) + 1 + cellsOf(word) > cells) {
      rows.push(indent + row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  rows.push(indent + row);
  return rows.join('\n');
}
