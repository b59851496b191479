// Reads Electron fuses, the switches that packaging sets in Electron's binary.
import { readFileSync } from 'node:fs';

/** The marker that precedes the fuses in the binary. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses' format version, and the value of an enabled fuse. */
const FUSE_VERSION = 1;
const ON = '1'.charCodeAt(0);
const FUSE_INDEXES = { runAsNode: 0, nodeCliInspect: 3 } as const;

/** Returns whether a fuse is enabled; false if the file has no fuses. */
export function hasFuse(executable: string, name: keyof typeof FUSE_INDEXES): boolean {
  const bytes = readFileSync(executable);
  const at = bytes.lastIndexOf(FUSE_SENTINEL);
  if (at < 0 || bytes[at + FUSE_SENTINEL.length] !== FUSE_VERSION) return false;
  return bytes[at + FUSE_SENTINEL.length + 2 + FUSE_INDEXES[name]] === ON;
}
