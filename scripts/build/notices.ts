// Collects the licences of all shipped packages in a file. The settings screen shows them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { namedLicence } from '../named-licences.ts';

interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly dev?: boolean;
        readonly devOptional?: boolean;
        readonly license?: string;
        readonly link?: boolean;
        readonly version?: string;
      }
    >
  >;
}

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The licence texts of the package and of any code included in it; empty if there are none. */
  readonly text: string;
}

/** Licences of code that is included in a package without its licence text, keyed by package name. */
const EXTRA_LICENCES = 'assets/licences';
const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;

/** Returns the notices for all installed packages except development dependencies, keyed by package name. */
export function noticesOf(root: string): Notice[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  return Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional, link }]) =>
        path.startsWith('node_modules/') && !dev && !devOptional && !link && existsSync(join(root, path)),
    )
    .map(([path, { license = 'not named', version = '' }]) => {
      const file = readdirSync(join(root, path)).find((name) => LICENCE_FILE.test(name));
      const name = path.split('node_modules/').at(-1) ?? path;
      const left = join(root, EXTRA_LICENCES, `${name}.txt`);
      const texts = [...(file === undefined ? [] : [join(root, path, file)]), ...(existsSync(left) ? [left] : [])];
      const text = texts.map((one) => readFileSync(one, 'utf8').trim()).join('\n\n---\n\n');
      return { name, version, licence: namedLicence(name, version)?.name ?? license, text };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Emits `notices.json` next to the page. */
export const notices = (root: string): Plugin => ({
  name: 'lectern-notices',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'notices.json', source: JSON.stringify(noticesOf(root)) });
  },
});
