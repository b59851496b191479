// Builds the scripts injected into pages from the TypeScript files in page/.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { PageInfo } from './page/messages.ts';

const PAGE_FILES = ['world-bridge.ts', 'permission-questions.ts', 'page-world.ts'];
const PRELOAD_FILES = [
  'world-bridge.ts',
  'clone.ts',
  'emitter.ts',
  'menu-keys.ts',
  'page-channel.ts',
  'preload-world.ts',
];

/** Concatenates modules into one script without their imports and types. */
function concatenateModules(files: readonly string[]): string {
  const texts = files.map((file) => {
    const source = readFileSync(new URL(`./page/${file}`, import.meta.url), 'utf8');
    return stripTypeScriptTypes(source)
      .replace(/^import\b[^;]*;/gm, '')
      .replace(/^export /gm, '');
  });
  return texts.join('\n');
}

const pageText = concatenateModules(PAGE_FILES);
const preloadText = concatenateModules(PRELOAD_FILES);

/** Returns the script that runs in the page's world before its own scripts. */
export const pageWorldSource = (token: string): string =>
  `(() => { ${pageText}\nstartPageWorld(${JSON.stringify(token)}); })()\n//# sourceURL=host:page-world.js`;

/** Returns the script that runs in the preload world before the preload script. */
export const preloadWorldSource = (info: PageInfo): string =>
  `globalThis.__hostRun = (() => { ${preloadText}\nreturn startPreloadWorld(${JSON.stringify(info)}); })()\n//# sourceURL=host:preload-world.js`;

/** Wraps a preload script as a CommonJS module. */
export const preloadSource = (file: string, code: string): string =>
  `globalThis.__hostRun?.((require, process) => { const module = { exports: {} }; const exports = module.exports; ${code}\n}, ${JSON.stringify(file)})\n//# sourceURL=${file}`;
