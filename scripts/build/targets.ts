// The application's bundles. All Node bundles are directly in out/, so that the same relative URLs work in each of
// them.
import { join, relative, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { dropUnusedConstants } from './droppable-constants.ts';
import { lightHttp } from './light-http.ts';
import { manual } from './manual.ts';
import { notices } from './notices.ts';
import { urlEntries } from './url-entries.ts';

export interface Target {
  readonly name: 'main' | 'preload' | 'renderer';
  /** The entry points, relative to the root. All of them must exist. */
  readonly entries: readonly string[];
  /** Folders whose files are all imported with a glob. Adding a file to one of these folders requires a new build. */
  readonly folders?: readonly string[];
  /**
   * Yields builds, which must run in this order. Which files a later build includes can depend on what earlier builds
   * have read.
   */
  builds(root: string, out: string): Iterable<InlineConfig>;
}

/**
 * Packages that consist of many plain JavaScript files and start faster when they are bundled. Packages with
 * WebAssembly stay in node_modules.
 */
const BUNDLED = [
  ...[
    '@lectern/audio',
    '@lectern/manuscript',
    '@lectern/provenance',
    '@lectern/tts-protocol',
    'zod',
    'commander',
    'i18next',
    'intl-messageformat',
    'papaparse',
    'chardet',
    'eventsource-parser',
  ],
  /^@formatjs\//,
];

/** Electron's Chromium version or Debian's, whichever is older. */
const CHROMIUM = 'chrome140';

const common = (root: string): InlineConfig => ({
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  clearScreen: false,
  root,
  publicDir: false,
});

/**
 * Returns the name of a bundle in out/: its source path with dashes instead of slashes, such as `electron-cli`, or
 * `main`.
 */
const bundleName = (root: string, file: string): string =>
  relative(root, file)
    .split(sep)
    .join('-')
    .replace(/\.ts$/, '')
    .replace(/^electron-main$/, 'main');

/**
 * Returns whether a file contains only declarations. Modules in the speech service are excluded, because it is a
 * program and its modules have side effects.
 */
const isLibrary = (root: string, id: string): boolean =>
  ['shared', 'packages/audio', 'packages/manuscript', 'packages/provenance', 'packages/tts-protocol'].some((folder) =>
    id.startsWith(join(root, folder, sep)),
  );

/** The processes' entry points. */
const PROCESSES = ['electron/main.ts', 'electron/cli.ts', 'electron/studio/main.ts', 'packages/speech-service/main.ts'];

/**
 * Each process has a bundle with a single file. With shared chunks, every process would have to find, read and link
 * about a hundred files each time it starts. Workers are smaller and do share chunks.
 */
const main: Target = {
  name: 'main',
  entries: PROCESSES,
  *builds(root, out) {
    const built = new Set(PROCESSES.map((entry) => join(root, entry)));
    const started = new Set<string>();
    for (const file of built) yield nodeBuild(root, out, [file], started);
    // Workers can start other workers.
    for (let rest = started.difference(built); rest.size > 0; rest = started.difference(built)) {
      for (const file of rest) built.add(file);
      yield nodeBuild(root, out, [...rest], started);
    }
  },
};

/** @param started collects the modules that these files start by URL */
const nodeBuild = (root: string, out: string, files: readonly string[], started: Set<string>): InlineConfig => ({
  ...common(root),
  plugins: [
    dropUnusedConstants((id) => isLibrary(root, id)),
    lightHttp(),
    urlEntries((file) => `${bundleName(root, file)}.js`, started),
  ],
  ssr: { target: 'node', noExternal: BUNDLED, external: ['electron'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: out,
    emptyOutDir: false,
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(files.map((file) => [bundleName(root, file), file])),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});

const preload: Target = {
  name: 'preload',
  entries: ['electron/preload.ts'],
  builds: (root, out) => [
    {
      ...common(root),
      ssr: { target: 'node', noExternal: true, external: ['electron'] },
      build: {
        ssr: true,
        target: CHROMIUM,
        outDir: out,
        emptyOutDir: false,
        minify: false,
        sourcemap: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: { preload: join(root, 'electron/preload.ts') },
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  ],
};

/**
 * When Zod is first used, it tests whether it is allowed to compile code. The page's CSP forbids this, and Chromium
 * reports the attempt. This flag disables the test, so set it before the first chunk with a schema runs.
 */
const NO_EVALUATION = 'globalThis.__zod_globalConfig ??= { jitless: true };';

/**
 * The page's chunks: one for startup, one for code that several screens use, and one for each screen. More chunks would
 * be slower, because each file requires a separate request.
 */
const CHUNKS = [
  { name: 'schemas', test: /node_modules[\\/]zod[\\/]|[\\/]shared[\\/]service[\\/]/, priority: 1 },
  { name: 'start', tags: ['$initial' as const] },
  { name: 'common', minShareCount: 2 },
];

const renderer: Target = {
  name: 'renderer',
  entries: ['renderer/index.html', 'renderer/main.tsx'],
  folders: ['locales'],
  builds: (root, out) => [
    {
      ...common(join(root, 'renderer')),
      base: './',
      plugins: [manual(root), react(), notices(root), dropUnusedConstants((id) => isLibrary(root, id))],
      build: {
        target: CHROMIUM,
        outDir: join(out, 'renderer'),
        emptyOutDir: true,
        sourcemap: false,
        reportCompressedSize: false,
        // The content security policy forbids data: URLs and inline content.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2000,
        rolldownOptions: { output: { banner: NO_EVALUATION, codeSplitting: { groups: CHUNKS } } },
      },
    },
  ],
};

export const targets: readonly Target[] = [main, preload, renderer];
