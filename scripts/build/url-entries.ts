import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const URL_OF_MODULE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+\.ts)\1,\s*import\.meta\.url\s*\)/g;

/**
 * Makes a bundle of its own of each module that is started by its address, as workers and processes are:
 * `new URL('./worker.ts', import.meta.url)` names the source when it runs unbundled, and its bundle in out/.
 * @param nameOf The name of a source's bundle.
 * @param entries Sources that have a bundle of that name anyway.
 */
export function emitUrlEntries(nameOf: (file: string) => string, entries: readonly string[]): Plugin {
  const emitted = new Set<string>();
  return {
    name: 'lectern:url-entries',
    buildStart: () => emitted.clear(),
    transform(code, id) {
      if (id.includes('node_modules') || !id.endsWith('.ts') || !code.includes('import.meta.url')) return null;
      const replaced = code.replace(URL_OF_MODULE, (whole: string, _quote: string, address: string) => {
        const file = resolve(dirname(id), address);
        if (!existsSync(file)) return whole;
        const fileName = nameOf(file);
        if (!entries.includes(file) && !emitted.has(file)) this.emitFile({ type: 'chunk', id: file, fileName });
        emitted.add(file);
        return `new URL('./${fileName}', import.meta.url)`;
      });
      return replaced === code ? null : { code: replaced, map: null };
    },
  };
}
