// Reads Electron fuses, the switches that packaging sets in Electron's binary.
import { readFileSync } from 'node:fs';

/** The marker before the fuses in the binary. */
export const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses' format version, and the value of an enabled fuse. */
const VERSION = 1;
const ON = '1'.charCodeAt(0);
const PLACES = { runAsNode: 0, nodeCliInspect: 3 } as const;

/** Returns whether a fuse is enabled; false if the file has no fuses. */
export function hasFuse(executable: string, name: keyof typeof PLACES): boolean {
  const bytes = readFileSync(executable);
  const at = bytes.lastIndexOf(FUSE_MARK);
  if (at < 0 || bytes[at + FUSE_MARK.length] !== VERSION) return false;
  return bytes[at + FUSE_MARK.length + 2 + PLACES[name]] === ON;
}
