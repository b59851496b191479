// Runs electron-builder with settings derived from the built application.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { buildAll } from '../build/build-all.ts';
import { root } from '../steps.ts';
import { macSigning, type PackagePlatform, requireNativeCode } from './native-code.ts';
import { writeNotices } from './notices-of-package.ts';
import { importsOfBundles, nativeFiles, readLock, unneededModules, withDependencies } from './packed-modules.ts';

const DIST = join(root, 'dist');
const CONFIGURATION = 'electron-builder.yml';
/** Packages that are stored outside the archive, as listed in asarUnpack in electron-builder.yml. */
const UNPACKED = /^node_modules[\\/]sherpa-onnx-\w+-\w+[\\/]/;

export interface PackingOptions {
  readonly platform: PackagePlatform;
  /**
   * The names of electron-builder targets. If omitted, the targets in the configuration are used. `dir` creates only
   * the unpacked folder.
   */
  readonly targets?: readonly string[];
  /** An unpacked folder that should be packaged without changes. */
  readonly prepackaged?: string;
  /** Overrides electron-builder.yml. */
  readonly configuration?: Configuration;
}

/** Builds the contents of the package, and writes an additional configuration for electron-builder. */
async function prepareContents(configuration: Configuration): Promise<string> {
  await buildAll(root);
  writeNotices(root);
  const [packages, imported] = [readLock(root), importsOfBundles(join(root, 'out'))];
  const native = nativeFiles(root, withDependencies(packages, imported)).find((path) => !UNPACKED.test(path));
  if (native !== undefined)
    throw new Error(`${native} can't be loaded from an archive: see asarUnpack in ${CONFIGURATION}.`);
  const unneeded = unneededModules(packages, imported);
  const file = join(DIST, 'packing.json');
  mkdirSync(DIST, { recursive: true });
  const files = unneeded.map((path) => `!${path}/**`);
  writeFileSync(file, JSON.stringify({ ...configuration, extends: CONFIGURATION, files }, null, 2));
  return relative(root, file);
}

/** Returns the commit's time in seconds since the epoch, or 0 if there is no git history. */
function commitTime(): string {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return /^\d+$/.exec(stdout?.trim() ?? '')?.[0] ?? '0';
}

/** Packages the application and returns the paths of the created files. */
export async function packApplication({
  platform,
  targets = [],
  prepackaged,
  configuration = {},
}: PackingOptions): Promise<string[]> {
  requireNativeCode(root, platform, process.arch);
  const signing = platform === 'mac' ? macSigning(process.env) : {};
  const config = await prepareContents({ ...signing, ...configuration });
  // Packaging tools replace file times that are later than this, so that all packages built from a commit are
  // identical.
  process.env['SOURCE_DATE_EPOCH'] ??= commitTime();
  const wanted = { linux: Platform.LINUX, mac: Platform.MAC, windows: Platform.WINDOWS }[platform];
  return build({
    projectDir: root,
    config,
    ...(prepackaged === undefined ? {} : { prepackaged }),
    targets: wanted.createTarget([...targets], Arch[process.arch as 'x64' | 'arm64']),
    publish: 'never',
  });
}

/** Returns the files that are in only one of the lists, or that have different hashes or modes. */
export function differingFiles(first: string, second: string): string[] {
  const rows = [first, second].map((list) => new Set(list.trimEnd().split('\n')));
  const pathOf = (row: string): string => row.split('  ').slice(2).join('  ');
  const differing = rows.flatMap((own, at) => [...own].filter((row) => !rows[1 - at]?.has(row)));
  return [...new Set(differing.map(pathOf))].toSorted();
}

/** Lists all files in a folder and its subfolders, with their hashes and modes, sorted by name. */
export function fileList(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const rows = paths.toSorted().map((path) => {
    const file = join(folder, path);
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${hash}  ${(statSync(file).mode & 0o777).toString(8)}  ${path}`;
  });
  return `${rows.join('\n')}\n`;
}
