// Creates isolated folders for each test, so that tests never read or write a user's data.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolders {
  /** Contains the others. */
  readonly root: string;
  /** `LECTERN_HOME`, where Lectern stores its own data. */
  readonly home: string;
  readonly userData: string;
  /** New projects are created in the `Lectern` folder inside this one. */
  readonly documents: string;
  /** For files that a test exports or imports. */
  readonly scratch: string;
  remove(): void;
}

export function makeFolders(): TestFolders {
  const root = mkdtempSync(join(tmpdir(), 'lectern-window-'));
  const folder = (...names: string[]) => {
    const path = join(root, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  folder('person', '.config');
  folder('tmp');
  return {
    root,
    home: folder('home'),
    userData: folder('user-data'),
    documents: folder('person', 'Documents'),
    scratch: folder('scratch'),
    // Retry, because Chromium's last processes might still be closing files.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** Returns an environment in which the application uses these folders. It contains no other `LECTERN_` variables. */
export function environmentOf({ root, home }: TestFolders, more: NodeJS.ProcessEnv = {}): Record<string, string> {
  const outer = Object.entries(process.env).filter(([name]) => !/^(LECTERN|XDG|ELECTRON)_/.test(name));
  const own = {
    HOME: join(root, 'person'),
    XDG_CONFIG_HOME: join(root, 'person', '.config'),
    // Share the font cache between tests.
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    TMPDIR: join(root, 'tmp'),
    LECTERN_HOME: home,
  };
  const all = { ...Object.fromEntries(outer), ...own, ...more };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Returns the paths of all files below a folder. Skips files that disappear in the meantime. */
export function filesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the paths of all files below a folder that contain a text in UTF-8 or UTF-16. */
export function filesContaining(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return filesBelow(folder).filter((path) => {
    try {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    } catch {
      return false;
    }
  });
}
