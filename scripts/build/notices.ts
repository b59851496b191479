// The packages that are in what is handed on, with their licences: a file beside the page, which the settings show.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { namedLicence } from '../named-licences.ts';

interface Locked {
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
  /** The licence as the package brings it, and those that it leaves out; empty where there is none. */
  readonly text: string;
}

/** Licences of what a package contains, where it does not bring them: by its name. */
const LEFT_OUT = 'assets/licences';
const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;

/** Of every package that is no tool of development and is installed here, by name. */
export function noticesOf(root: string): Notice[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked;
  return Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional, link }]) =>
        path.startsWith('node_modules/') && !dev && !devOptional && !link && existsSync(join(root, path)),
    )
    .map(([path, { license = 'not named', version = '' }]) => {
      const file = readdirSync(join(root, path)).find((name) => LICENCE_FILE.test(name));
      const name = path.split('node_modules/').at(-1) ?? path;
      const left = join(root, LEFT_OUT, `${name}.txt`);
      const texts = [...(file === undefined ? [] : [join(root, path, file)]), ...(existsSync(left) ? [left] : [])];
      const text = texts.map((one) => readFileSync(one, 'utf8').trim()).join('\n\n---\n\n');
      return { name, version, licence: namedLicence(name, version)?.name ?? license, text };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Puts `notices.json` beside the page. */
export const notices = (root: string): Plugin => ({
  name: 'lectern-notices',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'notices.json', source: JSON.stringify(noticesOf(root)) });
  },
});
