import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const URL_OF_MODULE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+\.ts)\1,\s*import\.meta\.url\s*\)/g;

/**
 * Redirects modules that are started by URL, such as workers, to their bundles. `new URL('./worker.ts',
 * import.meta.url)` refers to the source file when unbundled, and to the bundle in out/ otherwise.
 * @param nameOf returns the bundle name of a source file
 * @param started collects the source files
 */
export function urlEntries(nameOf: (file: string) => string, started: Set<string>): Plugin {
  return {
    name: 'lectern:url-entries',
    transform(code, id) {
      if (id.includes('node_modules') || !id.endsWith('.ts') || !code.includes('import.meta.url')) return null;
      const replaced = code.replace(URL_OF_MODULE, (whole: string, _quote: string, address: string) => {
        const file = resolve(dirname(id), address);
        if (!existsSync(file)) return whole;
        started.add(file);
        return `new URL('./${nameOf(file)}', import.meta.url)`;
      });
      return replaced === code ? null : { code: replaced, map: null };
    },
  };
}
