import type { WriteStream } from 'node:tty';
import stringWidth from 'string-width';

/** Interval between updates of live progress on a terminal. */
export const FRAME_MS = 120;
/** Interval between progress lines when stderr isn't a terminal. */
export const PLAIN_PROGRESS_INTERVAL_MS = 5_000;

/** Lines at the bottom of a terminal that are updated in place. */
export interface LiveRows {
  hide(): void;
  show(): void;
}

/** Results go to stdout, messages to stderr. */
export interface CommandOutput {
  result(text: string): void;
  json(value: unknown): void;
  note(text: string): void;
  setLive(rows: LiveRows | null): void;
  /** Null if stderr is a file or pipe, because these can't show live updates. */
  readonly terminal: WriteStream | null;
}

export function createOutput(
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
  terminal: WriteStream | null,
): CommandOutput {
  let live: LiveRows | null = null;
  const row = (text: string): string => {
    const plain = plainText(text);
    // Don't wrap commands that users copy: a line break would be copied, unlike the terminal's own wrapping.
    return terminal && !plain.includes('lectern ') ? wrapWords(plain, terminal.columns || 80) : plain;
  };
  return {
    result: (text) => void stdout.write(`${plainLines(text)}\n`),
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

export const standardOutput: CommandOutput = createOutput(
  process.stdout,
  process.stderr,
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? process.stderr : null,
);

/** Bidirectional control characters, which can make one name look like another. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Prevents text from scripts and services from moving the cursor, changing colours or reversing the text direction. */
export function plainText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
      .replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])?/g, '')
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
      .replace(/[\x00-\x1f\x7f-\x9f]/g, '')
      .replace(DIRECTION_CONTROLS, '')
  );
}

export const plainLines = (text: string): string => text.split(/\r?\n/).map(plainText).join('\n');

/** Escapes control characters that could affect a terminal. The text remains equivalent. */
const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Truncates a text to `cells` (at least 1), with an ellipsis. */
export function truncateToCells(text: string, cells: number): string {
  if (stringWidth(text) <= cells) return text;
  let cut = '';
  for (const letter of text) {
    if (stringWidth(cut + letter) > cells - 1) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
}

/** Wraps text at spaces. A line is only wider than `cells` if it consists of a single word that is wider. */
export function wrapWords(text: string, cells: number): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const rows: string[] = [];
  let row = '';
  for (const word of text.trimStart().split(' ')) {
    if (row !== '' && stringWidth(indent + row) + 1 + stringWidth(word) > cells) {
      rows.push(indent + row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  rows.push(indent + row);
  return rows.join('\n');
}
