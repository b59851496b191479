import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The same engine without a browser around it: a window starts in half the time, and can't be shown to anybody. */
export const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of an installed Chromium: CHROMIUM_PATH, or the first of these names on PATH; null where there is none. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env, names = NAMES): string | null {
  const named = environment['CHROMIUM_PATH'];
  if (named) return isExecutable(named) ? named : null;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return null;
}
