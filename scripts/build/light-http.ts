import http from 'node:http';
import type { Plugin } from 'vite';

const MODULE_ID = 'node:http';
const REPLACEMENT_ID = '\0lectern:http';

/** The names of all members except getters. Each getter would load fetch and its dependencies. */
const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) => (get ? [] : [name]));

/**
 * Replaces `node:http` in bundles. A static import would evaluate every member, including the getters that load their
 * values lazily. This would load fetch, which Lectern never uses and which takes about thirty milliseconds to load.
 */
export const lightHttp = (): Plugin => ({
  name: 'lectern:light-http',
  enforce: 'pre',
  resolveId: (id) => (id === MODULE_ID ? REPLACEMENT_ID : null),
  load: (id) =>
    id === REPLACEMENT_ID
      ? `const http = process.getBuiltinModule('${MODULE_ID}');\nexport const { ${names.join(', ')} } = http;\nexport default http;`
      : null,
});
