// A process that changes a connection's address and is killed just before the n-th call that renames or removes a file.
// Arguments: the connection's ID, the new address and n (from 1).
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import { createStudio } from '../../electron/studio/serve.ts';

const [, , id = '', baseUrl = '', step = ''] = process.argv;
const home = process.env['LECTERN_HOME'] ?? '';
let left = Number.POSITIVE_INFINITY;

const { rename, rm } = fs;
const count = () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
fs.rename = (...given) => {
  count();
  return rename(...given);
};
fs.rm = (...given) => {
  count();
  return rm(...given);
};
syncBuiltinESMExports();

const studio = await createStudio({
  home,
  projectsFolder: join(home, 'projects'),
  samplesFolder: home,
  openLink: () => Promise.reject(new Error('nothing is sent from here')),
  secretBox: { isAvailable: () => false, encrypt: () => new Uint8Array(), decrypt: () => '' },
  clock: systemClock,
  random: systemRandom,
  notice: () => {},
});
left = Number(step);
await studio.handle('connection.update', { id, baseUrl });
process.exit(0);
