// Determines which folders in node_modules to include in the package: those of the packages that the processes' bundles
// import, and of their dependencies. The UI's packages are already part of the UI's bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const MODULES = 'node_modules/';
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bimport\.meta\.resolve\()\s*(["'])([^"'\n]+)\1/g;
/** Electron provides this module at run time, so it doesn't have to be included in the package. */
const ELECTRON = 'electron';

/** Returns the packages that a bundle imports. Excludes Node's own modules and those of the application. */
export function importedPackages(code: string): string[] {
  const names = [...code.matchAll(IMPORT)].map(([, , name = '']) => name);
  return names
    .filter((name) => /^[@a-z]/i.test(name) && !name.includes(':') && !isBuiltin(name) && name !== ELECTRON)
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** Returns the path of a package that is imported by `from`, following Node's resolution rules. */
function resolvePackage(packages: LockedPackages, from: string, name: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf(MODULES)))) {
    const path = `${place === '' || place.endsWith('/') ? place : `${place}/`}${MODULES}${name}`;
    if (packages[path]) return path;
    if (place === '') return null;
  }
}

/** Returns the paths of the packages and all of their dependencies. @throws Error if a package isn't installed */
export function withDependencies(packages: LockedPackages, names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const add = (from: string, name: string, isOptional: boolean): void => {
    const path = resolvePackage(packages, from, name);
    if (path === null && !isOptional) throw new Error(`${name} is imported, and is not in package-lock.json.`);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
    for (const needed of Object.keys(dependencies)) add(path, needed, needed in optionalDependencies);
    for (const needed of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(path, needed, true);
  };
  for (const name of names) add('', name, false);
  return found;
}

export const readLock = (root: string): LockedPackages =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

export function importsOfBundles(out: string): Set<string> {
  const bundles = readdirSync(out).filter((name) => /\.c?js$/.test(name));
  return new Set(bundles.flatMap((name) => importedPackages(readFileSync(join(out, name), 'utf8'))));
}

/**
 * Returns the production dependencies that electron-builder would include although no code loads them.
 * @throws Error if a bundle imports a development dependency
 */
export function unneededModules(packages: LockedPackages, imported: Iterable<string>): string[] {
  const needed = withDependencies(packages, imported);
  for (const path of needed) {
    if (packages[path]?.dev) throw new Error(`${path} is loaded, and is among the tools of development.`);
  }
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link && !needed.has(path))
    .map(([path]) => path);
}

/** Returns the paths of native modules and libraries, which the operating system can't load from an archive. */
export function nativeFiles(root: string, packages: Iterable<string>): string[] {
  return [...packages].flatMap((path) =>
    existsSync(join(root, path))
      ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(node|so|dylib|dll|exe)$/.test(name))
          .map((name) => join(path, name))
      : [],
  );
}
