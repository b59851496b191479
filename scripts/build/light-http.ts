import http from 'node:http';
import type { Plugin } from 'vite';

const MODULE_ID = 'node:http';
const REPLACEMENT_ID = '\0lectern:http';

/** Names of the members that aren't getters. Each of the getters would load fetch and its dependencies. */
const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) => (get ? [] : [name]));

/**
 * Replaces `node:http` in bundles. A static import would evaluate every member, including the lazy ones. Loading
 * fetch, which Lectern never uses, would take about thirty milliseconds.
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
