// Installs a pack, and copies the folder of packs right before each change of a name, each opening of a file and each removal:
// what a kill at that moment would leave. `watched-install.ts SOURCE FOLDER COPIES`
import { cpSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { installPack } from '../installed-packs.ts';

const [source = '', folder = '', copies = ''] = process.argv.slice(2);

let count = 0;
function copy(): void {
  count += 1;
  const to = join(copies, String(count));
  // Opening the lock's file would give the lock back.
  cpSync(folder, to, { recursive: true, filter: (path) => basename(path) !== '.lock' });
  writeFileSync(join(to, '.lock'), '');
}
/** The same function, after a copy was made. */
const watched =
  <A extends unknown[], R>(work: (...args: A) => R) =>
  (...args: A): R => {
    copy();
    return work(...args);
  };
Object.assign(fs, { rename: watched(fs.rename), rm: watched(fs.rm), open: watched(fs.open) });
syncBuiltinESMExports();

await installPack({ source, folder });
copy();
