// Files that a person or a configuration names, of which it isn't known what they are.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Such a file can't be read. `code`: the system's, or `not-a-file`, or `too-large`. */
export class SmallFileError extends Error {
  override readonly name = 'SmallFileError';
  readonly code: string;

  constructor(code: string) {
    super(`the file can't be read (${code})`);
    this.code = code;
  }
}

/**
 * Reads a text file. A pipe is not waited for, and a device not read without end.
 *
 * @param maxBytes a larger file isn't read
 * @throws SmallFileError; what the system says
 */
export function readSmallFile(path: string, maxBytes: number): string {
  // Windows has no such flag, and no pipes in folders.
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
