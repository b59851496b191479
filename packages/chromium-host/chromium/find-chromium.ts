import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const EXECUTABLE_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The headless shell, which takes half the time to open windows but can't show them. */
export const HEADLESS_EXECUTABLE_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the path of a Chromium executable: `CHROMIUM_PATH`, or else the first known name on `PATH`; null if there is
 * none.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env, names = EXECUTABLE_NAMES): string | null {
  const named = environment['CHROMIUM_PATH'];
  if (named) return isExecutable(named) ? named : null;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return null;
}
