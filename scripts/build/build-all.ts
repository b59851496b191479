import { existsSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { append } from '../../shared/rules/lists.ts';
import { type Target, targets } from './targets.ts';
import { hashOf, isUpToDate, lastOutputs, recordBuild } from './up-to-date.ts';

interface Options {
  /** Whether to rebuild targets that are up to date. */
  readonly isForced?: boolean;
  /** The bundles to build; by default, all bundles. */
  readonly only?: readonly Target['name'][];
  readonly tell?: (line: string) => void;
}

/** Files that every target depends on, in addition to its sources. */
const COMMON_INPUTS = ['package-lock.json', 'tsconfig.json'];

/** The modules a sandboxed preload script may require. */
const SANDBOX_MODULES = ['electron'];

/**
 * Collects the hashes of files that a build reads, by path relative to the root. Excludes files in packages, because changes
 * to packages are detected through the lock file.
 */
function collectInputs(root: string, inputs: Map<string, string>): Plugin {
  const add = (id: string): void => {
    const file = id.split('?')[0] ?? '';
    if (!isAbsolute(file) || file.includes('node_modules') || !existsSync(file)) return;
    addInput(root, inputs, relative(root, file));
  };
  return {
    name: 'lectern:inputs',
    enforce: 'pre',
    // Called before a file is read.
    load: { filter: { id: { exclude: /node_modules/ } }, handler: add },
    buildEnd() {
      for (const id of this.getModuleIds()) add(id);
    },
  };
}

function addInput(root: string, inputs: Map<string, string>, path: string): void {
  if (!inputs.has(path)) inputs.set(path, hashOf(join(root, path)));
}

function checkPreload(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): void {
  for (const part of output) {
    const foreign = part.type === 'chunk' ? part.imports.filter((name) => !SANDBOX_MODULES.includes(name)) : [];
    if (foreign.length > 0) {
      throw new Error(
        `electron/preload.ts requires ${foreign.join(', ')}: a sandboxed preload script has only electron`,
      );
    }
  }
}

/** Checks that the first screen loads no schemas. Loading the schema library would take 50 ms. */
function checkPage(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): void {
  const chunks = output.filter((part) => part.type === 'chunk');
  const schemas = chunks.find(({ name }) => name === 'schemas')?.fileName;
  if (schemas !== undefined && chunks.some(({ isEntry, imports }) => isEntry && imports.includes(schemas))) {
    throw new Error(
      'renderer/main.tsx starts with schemas: what is shown first must use none, nor be in a module of one',
    );
  }
}

async function buildTarget(target: Target, root: string, out: string): Promise<void> {
  for (const entry of target.entries) {
    if (!existsSync(join(root, entry))) throw new Error(`The build of ${target.name} needs ${entry}, which is missing`);
  }
  const inputs = new Map<string, string>();
  for (const path of [...COMMON_INPUTS, ...target.entries, ...(target.folders ?? [])]) addInput(root, inputs, path);
  const output: (Rolldown.OutputChunk | Rolldown.OutputAsset)[] = [];
  for (const config of target.builds(root, out)) {
    config.plugins = [...(config.plugins ?? []), collectInputs(root, inputs)];
    const result = await build(config);
    append(
      output,
      (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : [])),
    );
  }
  if (target.name === 'preload') checkPreload(output);
  if (target.name === 'renderer') checkPage(output);
  const prefix = target.name === 'renderer' ? 'renderer/' : '';
  const outputs = [...new Set(output.map(({ fileName }) => `${prefix}${fileName}`))];
  for (const old of lastOutputs(out, target.name)) if (!outputs.includes(old)) rmSync(join(out, old), { force: true });
  recordBuild(out, target.name, inputs, outputs);
}

/**
 * Builds the application in `root` into out/, skipping up-to-date bundles.
 * @throws Error that names a missing file; bundler errors
 */
export async function buildAll(root: string, options: Options = {}): Promise<void> {
  const { isForced = false, only, tell = console.error } = options;
  const out = join(root, 'out');
  for (const target of targets) {
    if (only && !only.includes(target.name)) continue;
    if (!isForced && isUpToDate({ root, out }, target.name)) continue;
    const startedAt = performance.now();
    await buildTarget(target, root, out);
    tell(`Built ${target.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
}
