import type { WriteStream } from 'node:tty';
import { plainJson, plainRows, plainText, wrapWords } from './terminal-text.ts';

/** Rows at the end of a terminal that change in place. */
export interface LiveRows {
  /** Takes them away, so that something else can be written. */
  hide(): void;
  show(): void;
}

/** Where a command talks: results to stdout, everything for the eye to stderr. */
export interface Output {
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
): Output {
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

export const standardOutput: Output = outputTo(
  process.stdout,
  process.stderr,
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? process.stderr : null,
);
