// The entry points of the application's processes.
import { join } from 'node:path';
import { root } from '../../scripts/steps.ts';

/** Environment variable that is set if the bundles in out/ are up to date. */
export const BUNDLED = 'LECTERN_TESTS_BUNDLED';

const entry = (source: string, bundle: string): string =>
  join(root, process.env[BUNDLED] === undefined ? source : `out/${bundle}`);

export const CLI_ENTRY = entry('bin/lectern.mjs', 'electron-cli.js');
export const SERVICE_ENTRY = entry('packages/speech-service/main.ts', 'packages-speech-service-main.js');
export const STUDIO_ENTRY = entry('electron/studio/main.ts', 'electron-studio-main.js');
