// `npm run pack`: the unpacked folder of this system's package, `dist/linux-unpacked` on Linux, to be started and tested as it is.
// Where Electron's binary can't be had, a stand-in takes its place (docs/releasing.md).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { electronPlace } from './electron-place.ts';
import { fileList, packApplication } from './release/packing.ts';
import { makeStandIn } from './release/stand-in.ts';
import { root } from './steps.ts';

const PLATFORMS = { linux: 'linux', darwin: 'mac', win32: 'windows' } as const;
const platform = PLATFORMS[process.platform as keyof typeof PLATFORMS];

const place = electronPlace();
if (place.kind === 'chromium-host' && platform !== 'linux') {
  console.error('Electron’s binary can’t be had here, and only Linux has a stand-in for it.');
  process.exit(2);
}
await packApplication({
  platform,
  targets: ['dir'],
  configuration: {
    ...(place.kind === 'chromium-host' ? { electronDist: makeStandIn() } : {}),
    // Playwright finds the window by the inspector, which a release has not.
    electronFuses: { enableNodeCliInspectArguments: true },
  },
});
if (platform === 'linux') {
  const folder = join(root, 'dist', 'linux-unpacked');
  writeFileSync(`${folder}.sha256`, fileList(folder));
  console.error(
    `Packed ${place.kind === 'chromium-host' ? 'over a stand-in for Electron' : 'with Electron'}: ${folder}`,
  );
}
