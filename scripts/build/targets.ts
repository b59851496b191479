// What is built of what. All of it for Node goes flat into out/, so that an address relative to a bundle is the same
// for each of them.
import { join, relative, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { dropUnusedConstants } from './droppable-constants.ts';
import { lightHttp } from './light-http.ts';
import { manual } from './manual.ts';
import { notices } from './notices.ts';
import { urlEntries } from './url-entries.ts';

/** One bundle of the application. */
export interface Target {
  readonly name: 'main' | 'preload' | 'renderer';
  /** Its entries, relative to the project's folder; each must exist. */
  readonly entries: readonly string[];
  /** Its builds, one after the other: a later one may depend on what those before it read. */
  builds(root: string, out: string): Iterable<InlineConfig>;
}

/** Pure JavaScript of many files, which starts sooner in one. Packages with WebAssembly stay in node_modules. */
const BUNDLED = [
  ...[
    '@lectern/manuscript',
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

/** The oldest Chromium of the Electron that is used, and of Debian. */
const CHROMIUM = 'chrome140';

const common = (root: string): InlineConfig => ({
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  clearScreen: false,
  root,
  publicDir: false,
});

/** A bundle's name in out/: that of its source, with its folders, such as `service-main`; only main is but `main`. */
const bundleName = (root: string, file: string): string =>
  relative(root, file)
    .split(sep)
    .join('-')
    .replace(/\.ts$/, '')
    .replace(/^electron-main$/, 'main');

/** The files that processes start with. */
const PROCESSES = ['electron/main.ts', 'electron/cli.ts', 'electron/studio/main.ts', 'service/main.ts'];

/**
 * Each process has a bundle of its own: what it starts with is one file, where chunks that all of them share would be a
 * hundred, each looked up, read and linked at every start. Workers have smaller parts, which they share.
 */
const main: Target = {
  name: 'main',
  entries: PROCESSES,
  *builds(root, out) {
    const built = new Set(PROCESSES.map((entry) => join(root, entry)));
    const started = new Set<string>();
    for (const file of built) yield nodeBuild(root, out, [file], started);
    // Workers start workers.
    for (let rest = started.difference(built); rest.size > 0; rest = started.difference(built)) {
      for (const file of rest) built.add(file);
      yield nodeBuild(root, out, [...rest], started);
    }
  },
};

/** @param started takes the modules that these start by their address */
const nodeBuild = (root: string, out: string, files: readonly string[], started: Set<string>): InlineConfig => ({
  ...common(root),
  plugins: [
    dropUnusedConstants((id) => ['shared', 'packages'].some((folder) => id.startsWith(join(root, folder, sep)))),
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
      // English is among the catalogues that are loaded by name, and is there anyway.
      checks: { ineffectiveDynamicImport: false },
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
 * Zod would try, when the first schema is made, whether it may make functions out of text. The page may not, and Chromium
 * reports even the try: it has to know before the first chunk with a schema runs.
 */
const NO_EVALUATION = 'globalThis.__zod_globalConfig ??= { jitless: true };';

/** A catalogue of a language that is loaded when it is spoken. */
const LANGUAGE_FILE =
  /(?:renderer[\\/]locales|shared[\\/]words)[\\/](?!en[\\/])([a-z]{2,3}(?:-[A-Z]{2})?)[\\/]\w+\.ts$/;

/**
 * Each file of the page is fetched by itself: what it starts with is one, what several of its screens use is another, and
 * each screen has its own.
 */
const CHUNKS = [
  // All words of a language, which are read at once.
  {
    debugName: 'languages',
    name: (id: string) => LANGUAGE_FILE.exec(id)?.[1] ?? null,
    test: LANGUAGE_FILE,
    priority: 2,
  },
  { name: 'schemas', test: /node_modules[\\/]zod[\\/]|[\\/]shared[\\/]service[\\/]/, priority: 1 },
  { name: 'start', tags: ['$initial' as const] },
  { name: 'common', minShareCount: 2 },
];

const renderer: Target = {
  name: 'renderer',
  entries: ['renderer/index.html', 'renderer/main.tsx'],
  builds: (root, out) => [
    {
      ...common(join(root, 'renderer')),
      base: './',
      plugins: [
        manual(root),
        react(),
        notices(root),
        dropUnusedConstants((id) => ['shared', 'packages'].some((folder) => id.startsWith(join(root, folder, sep)))),
      ],
      build: {
        target: CHROMIUM,
        outDir: join(out, 'renderer'),
        emptyOutDir: true,
        sourcemap: false,
        reportCompressedSize: false,
        // The content security policy allows no data: addresses and nothing inline.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2000,
        rolldownOptions: { output: { banner: NO_EVALUATION, codeSplitting: { groups: CHUNKS } } },
      },
    },
  ],
};

export const targets: readonly Target[] = [main, preload, renderer];
