// `npm run dist`: builds the release packages for this operating system. Downloads Electron's binary and
// electron-builder's tools if needed (docs/releasing.md).
import { packApplication } from './release/packing.ts';

const PLATFORMS = { linux: 'linux', darwin: 'mac', win32: 'windows' } as const;

const made = await packApplication({ platform: PLATFORMS[process.platform as keyof typeof PLATFORMS] });
for (const file of made) console.log(file);
