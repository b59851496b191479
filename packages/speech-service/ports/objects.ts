import type { Readable } from 'node:stream';

/** A stored file that is open for reading. Call either `read` or `close`. */
export interface OpenObject {
  /** In bytes. */
  readonly size: number;
  /** Changes when the content changes; letters, digits and dashes. */
  readonly tag: string;
  /** Reads the bytes from `start` to `end`, both inclusive, and closes the object. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Finished audio files by name. A name consists of letters, digits, dots, dashes and underscores. */
export interface ObjectStore {
  /**
   * Moves a complete local file into the store. The object is either complete or missing, even after a crash.
   * @param path the file; it no longer exists afterwards, unless it is the object's own place
   */
  put(name: string, path: string): Promise<void>;
  /** Returns undefined if there is no such object. */
  open(name: string): Promise<OpenObject | undefined>;
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>;
  /** Yields the names of objects that were last changed before a time in milliseconds since the epoch. */
  list(before: number): AsyncIterable<string>;
}
