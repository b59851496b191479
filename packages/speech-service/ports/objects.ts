import type { Readable } from 'node:stream';

/** A stored file that is open for reading. Call either `read` or `close`. */
export interface OpenObject {
  /** In bytes. */
  readonly size: number;
  /** Changes when the content changes; letters, digits and dashes. */
  readonly tag: string;
  /**
   * Reads the bytes from `start` to `end`, both inclusive, and closes the object. If the bytes can't be read, the stream
   * is destroyed with an error; it never ends early.
   */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/**
 * Finished audio files by name. A name consists of letters, digits, dots, dashes and underscores (`checkObjectName`).
 * All methods throw `StoreUnavailableError` if the store can't be used at the moment.
 */
export interface ObjectStore {
  /**
   * Moves a complete local file into the store. The object is either complete or missing, even after a crash. If this
   * fails, the local file is kept.
   * @param path the file; it no longer exists afterwards, unless it is the object's own place
   */
  put(name: string, path: string): Promise<void>;
  /** Returns undefined if there is no such object. */
  open(name: string): Promise<OpenObject | undefined>;
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>;
  /** Checks that the store can be used. */
  check(): Promise<void>;
  /** Yields the names of objects that were last changed before a time in milliseconds since the epoch. */
  list(before: number): AsyncIterable<string>;
}

/** The store can't be reached, or refuses the service. The message says where it is and what to do. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The first character excludes `.`, `..` and hidden files. */
const OBJECT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

export const isObjectName = (name: string): boolean => OBJECT_NAME.test(name);

/** @throws RangeError if the name is invalid, such as one that leads out of the store */
export function checkObjectName(name: string): void {
  if (isObjectName(name)) return;
  throw new RangeError(
    `${JSON.stringify(name)} can’t be the name of an object: use up to 200 letters, digits, dots, dashes and ` +
      'underscores, and no dot at the start.',
  );
}
