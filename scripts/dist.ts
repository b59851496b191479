// `npm run dist`: builds the release packages for this operating system. Downloads Electron's binary and
// electron-builder's tools if needed (docs/releasing.md).
import { packApplication } from './release/packing.ts';

const PLATFORMS = { linux: 'linux', darwin: 'mac', win32: 'windows' } as const;

const files = await packApplication({ platform: PLATFORMS[process.platform as keyof typeof PLATFORMS] });
for (const file of files) console.log(file);
