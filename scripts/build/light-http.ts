import http from 'node:http';
import type { Plugin } from 'vite';

const NAMED = 'node:http';
const LIGHT = '\0lectern:http';

/** What it has at once. The rest are getters, and each of them loads fetch with all that belongs to it. */
const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) => (get ? [] : [name]));

/**
 * Gives bundles Node's `node:http` without what comes with it: an import by name gets every member, even those that are
 * made only on demand, and waits some thirty milliseconds for a fetch that is never called.
 */
export const lightHttp = (): Plugin => ({
  name: 'lectern:light-http',
  enforce: 'pre',
  resolveId: (id) => (id === NAMED ? LIGHT : null),
  load: (id) =>
    id === LIGHT
      ? `const http = process.getBuiltinModule('${NAMED}');\nexport const { ${names.join(', ')} } = http;\nexport default http;`
      : null,
});
