// The fuses of an executable: switches that are burnt into Electron's binary when an application is packed.
import { readFileSync } from 'node:fs';

/** What the fuses stand behind in the binary. */
export const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version of the row of fuses, and what a fuse that is on is written as. */
const VERSION = 1;
const ON = '1'.charCodeAt(0);
/** Where each stands in the row. */
const PLACES = { runAsNode: 0, nodeCliInspect: 3 } as const;

/** Whether a fuse is on; false where the file has none. */
export function hasFuse(executable: string, name: keyof typeof PLACES): boolean {
  const bytes = readFileSync(executable);
  const at = bytes.lastIndexOf(FUSE_MARK);
  if (at < 0 || bytes[at + FUSE_MARK.length] !== VERSION) return false;
  return bytes[at + FUSE_MARK.length + 2 + PLACES[name]] === ON;
}
