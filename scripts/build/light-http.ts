import http from 'node:http';
import type { Plugin } from 'vite';

const NAMED = 'node:http';
const LIGHT = '\0lectern:http';

/** Names of the members that aren't getters. Each getter would load fetch and its dependencies. */
const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) => (get ? [] : [name]));

/**
 * Replaces `node:http` in bundles. A static import would evaluate every member, including the lazy ones, and spend
 * about thirty milliseconds loading fetch, which is never used.
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
