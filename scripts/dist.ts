// `npm run dist`: builds this system's release packages. It needs Electron's binary and electron-builder's tools, which
// are downloaded (docs/releasing.md).
import { packApplication } from './release/packing.ts';

const PLATFORMS = { linux: 'linux', darwin: 'mac', win32: 'windows' } as const;

const made = await packApplication({ platform: PLATFORMS[process.platform as keyof typeof PLATFORMS] });
for (const file of made) console.log(file);
