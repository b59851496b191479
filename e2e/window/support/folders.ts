// Folders of their own for one test: nothing of the person's who runs it is read or written.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolders {
  /** Holds the others. */
  readonly root: string;
  /** LECTERN_HOME: Lectern's own data. */
  readonly home: string;
  /** What Chromium keeps. */
  readonly userData: string;
  /** New projects are made in `Lectern` in it. */
  readonly documents: string;
  /** For what a test exports or imports. */
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
    // Chromium's last processes may still be closing files.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** The environment in which the application finds these folders, and nothing else of Lectern's. */
export function environmentOf({ root, home }: TestFolders, more: NodeJS.ProcessEnv = {}): Record<string, string> {
  const outer = Object.entries(process.env).filter(([name]) => !/^(LECTERN|XDG|ELECTRON)_/.test(name));
  const own = {
    HOME: join(root, 'person'),
    XDG_CONFIG_HOME: join(root, 'person', '.config'),
    // Fonts are looked through once for all tests, not once for each.
    XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    TMPDIR: join(root, 'tmp'),
    LECTERN_HOME: home,
  };
  const all = { ...Object.fromEntries(outer), ...own, ...more };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Every file below a folder, by its path. What vanishes while it is looked at is left out. */
export function filesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The files below a folder whose bytes hold a text, as UTF-8 or as UTF-16. */
export function filesHolding(folder: string, text: string): string[] {
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
