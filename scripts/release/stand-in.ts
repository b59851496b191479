// Creates a folder that electron-builder accepts in place of Electron, for use when Electron's binary isn't available.
// The folder contains the Chromium host and a copy of Node. The packaged files and the fuses are the same as with
// Electron.
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUSE_SENTINEL } from '@lectern/chromium-host';
import { root } from '../steps.ts';

/**
 * Electron's default fuses. All of them are on, except for cookie encryption, archive integrity, and loading only from
 * the archive.
 */
const FUSES = '101100011';

const NOTE = `This is not Electron. It stands in for Electron's binary where that can't be downloaded: a program that runs the
packaged application's own files on Node, and shows its window in an installed Chromium. It is made for tests, not for use.
`;

const LAUNCHER = `#!/bin/sh
# Stands in for Electron's binary: see chromium-host/README.txt. Behind \`exit\` are the fuses.
LECTERN_HOST_EXECUTABLE=$(readlink -f "$0")
export LECTERN_HOST_EXECUTABLE
here=$(dirname "$LECTERN_HOST_EXECUTABLE")
exec "$here/chromium-host/node" --disable-warning=ExperimentalWarning "$here/chromium-host/main.ts" "$@"
exit
`;

export function makeStandIn(): string {
  const folder = join(root, 'dist', 'stand-in');
  const host = join(folder, 'chromium-host');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  cpSync(join(root, 'packages', 'chromium-host'), host, {
    recursive: true,
    filter: (path) => !/(\.test\.ts|\/fixtures|\/chromium-host\/electron)$/.test(path),
  });
  copyFileSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(host, 'node'));
  writeFileSync(join(host, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(host, 'README.txt'), NOTE);
  writeFileSync(join(folder, 'LICENSE'), NOTE);
  const executable = join(folder, 'electron');
  const fuses = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, FUSES.length]), Buffer.from(FUSES)]);
  writeFileSync(executable, Buffer.concat([Buffer.from(LAUNCHER), fuses, Buffer.from('\n')]));
  chmodSync(executable, 0o755);
  return folder;
}
