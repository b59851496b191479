import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Thrown if a file can't be read. `code` is the system's error code, `not-a-file` or `too-large`. */
export class SmallFileError extends Error {
  override readonly name = 'SmallFileError';
  readonly code: string;

  constructor(code: string) {
    super(`the file can't be read (${code})`);
    this.code = code;
  }
}

/** Reads a file without blocking on pipes or reading devices endlessly. @throws SmallFileError; system errors */
export function readSmallFile(path: string, maxBytes: number): string {
  // Windows has no O_NONBLOCK and no pipes in folders.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) throw new SmallFileError('EISDIR');
    if (!found.isFile()) throw new SmallFileError('not-a-file');
    if (found.size > maxBytes) throw new SmallFileError('too-large');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
