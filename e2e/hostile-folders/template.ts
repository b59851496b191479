// The harmless folder that is copied and then manipulated. It contains an export with its project, backups, a cover and
// a bin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

export const SCRIPT = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

# Second Act

LANE: Yes, sir.
`;

/** Returns a grey picture of 64 by 64 pixels. */
export function makePicture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64 * 65))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface ReceivedFolder {
  /** The export folder, which contains the project. */
  readonly folder: string;
  readonly project: string;
}

export const receivedFolderIn = (folder: string): ReceivedFolder => ({ folder, project: join(folder, 'Play.lectern') });

/** Adds a cover to the project, and a bin that contains another project. */
export function addCoverAndBin({ folder, project }: ReceivedFolder): void {
  writeFileSync(join(project, 'cover.png'), makePicture());
  const cell = join(folder, '.lectern-bin', 'cell1');
  mkdirSync(join(cell, 'Old.lectern'), { recursive: true });
  writeFileSync(join(cell, 'Old.lectern', 'notes.txt'), 'old');
  const times = { binnedAt: 1, openedAt: 1, lines: 1, fresh: 1, projectId: null, archived: false };
  writeFileSync(
    join(cell, 'binned.json'),
    JSON.stringify({ version: 1, name: 'Old', from: join(folder, 'Old.lectern'), ...times }),
  );
}
