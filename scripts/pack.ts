// `npm run pack`: builds the unpacked application for this operating system, for testing. On Linux, the output is in
// `dist/linux-unpacked`. If Electron's binary isn't available, a stand-in is used (docs/releasing.md). `--twice` builds
// the application a second time from scratch, and fails if any file differs.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differingFiles, fileList, packApplication } from './release/packing.ts';
import { makeStandIn } from './release/stand-in.ts';
import { root } from './steps.ts';
import { chooseWindowHost } from './window-host.ts';

const PLATFORMS = { linux: 'linux', darwin: 'mac', win32: 'windows' } as const;
/** The names that electron-builder uses. For Intel Macs, the name is just `mac`. */
const FOLDERS = {
  linux: 'linux-unpacked',
  darwin: process.arch === 'x64' ? 'mac' : `mac-${process.arch}`,
  win32: 'win-unpacked',
} as const;
const system = process.platform as keyof typeof PLATFORMS;
const { values } = parseArgs({ options: { twice: { type: 'boolean', default: false } } });

const host = chooseWindowHost();
if (host.kind === 'chromium-host' && system !== 'linux') {
  console.error('Electron’s binary can’t be had here, and only Linux has a stand-in for it.');
  process.exit(2);
}

/** Returns a list of the files and their hashes. */
async function pack(): Promise<string> {
  await packApplication({
    platform: PLATFORMS[system],
    targets: ['dir'],
    configuration: {
      ...(host.kind === 'chromium-host' ? { electronDist: makeStandIn() } : {}),
      // Playwright connects through the Node inspector, which is disabled in releases.
      electronFuses: { enableNodeCliInspectArguments: true },
    },
  });
  const folder = join(root, 'dist', FOLDERS[system]);
  const list = fileList(folder);
  writeFileSync(`${folder}.sha256`, list);
  console.error(
    `Packed ${host.kind === 'chromium-host' ? 'over a stand-in for Electron' : 'with Electron'}: ${folder}`,
  );
  return list;
}

const first = await pack();
if (values.twice) {
  for (const folder of ['out', 'dist']) rmSync(join(root, folder), { recursive: true, force: true });
  const differing = differingFiles(first, await pack());
  console.log(
    differing.length === 0
      ? `Packed twice: all ${first.trimEnd().split('\n').length} files are the same.`
      : `Packed twice: these files differ.\n${differing.join('\n')}`,
  );
  process.exitCode = differing.length === 0 ? 0 : 1;
}
