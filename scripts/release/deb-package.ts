// A replacement for fpm that creates a deb using dpkg-deb, for machines on which electron-builder can't download fpm.
// Supports the options that electron-builder passes to create a deb, and rejects all others.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** fpm options that take a value. */
const OPTIONS_WITH_VALUE = new Set([
  '-s',
  '-t',
  '-d',
  '--deb-recommends',
  '--deb-compression',
  '--deb-priority',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--license',
]);

/** Compression methods whose names differ between fpm and dpkg-deb. */
const COMPRESSIONS: Readonly<Record<string, string>> = { gz: 'gzip' };

interface PackageOptions {
  /** The values for each option, in order. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** Mappings in the form `FROM=TO`. */
  readonly mappings: readonly string[];
}

/** @throws Error for an unknown option */
export function parsePackageOptions(args: readonly string[]): PackageOptions {
  const options = new Map<string, string[]>();
  const mappings: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--force') continue;
    if (!argument.startsWith('-')) mappings.push(argument);
    else if (!OPTIONS_WITH_VALUE.has(argument)) throw new Error(`deb-package.ts does not know ${argument}`);
    else {
      index += 1;
      options.set(argument, [...(options.get(argument) ?? []), args[index] ?? '']);
    }
  }
  return { options, mappings };
}

const one = ({ options }: PackageOptions, name: string): string => options.get(name)?.at(-1) ?? '';

/** Returns the package's control file. @param size the total size of all files in KiB */
export function controlFile(packageOptions: PackageOptions, size: number): string {
  const [first = '', ...rest] = one(packageOptions, '--description').split('\n');
  // An empty line would mark the end of the field.
  const more = rest.map((row) => (row.trim() === '' ? ' .' : ` ${row.trim()}`));
  const rows = [
    ['Package', one(packageOptions, '--name')],
    ['Version', one(packageOptions, '--version')],
    ['License', one(packageOptions, '--license')],
    ['Vendor', one(packageOptions, '--vendor')],
    ['Architecture', one(packageOptions, '--architecture')],
    ['Maintainer', one(packageOptions, '--maintainer')],
    ['Installed-Size', String(size)],
    ['Depends', (packageOptions.options.get('-d') ?? []).join(', ')],
    ['Recommends', (packageOptions.options.get('--deb-recommends') ?? []).join(', ')],
    ['Section', one(packageOptions, '--category') || 'default'],
    ['Priority', one(packageOptions, '--deb-priority')],
    ['Homepage', one(packageOptions, '--url')],
    ['Description', [first, ...more].join('\n')],
  ];
  return `${rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}

/** Copies the source of a mapping, or a source folder's contents, to the mapping's target inside a root folder. */
function copyMapping(mapping: string, root: string): void {
  const at = mapping.indexOf('=');
  const [from, to] = [mapping.slice(0, at), mapping.slice(at + 1)];
  const target = join(root, to);
  mkdirSync(statSync(from).isDirectory() ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

/**
 * Allows all users to read the files and run the programs, whatever the umask is on the machine that creates the
 * package. Only the owner can write to the files.
 */
function setModes(folder: string): number {
  chmodSync(folder, 0o755);
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += setModes(path);
    else if (entry.isFile()) {
      const { mode, size } = lstatSync(path);
      chmodSync(path, mode & 0o100 ? 0o755 : 0o644);
      bytes += size;
    }
  }
  return bytes;
}

/** Creates a deb package and returns its path. The build is reproducible if SOURCE_DATE_EPOCH is set. */
function makeDeb(packageOptions: PackageOptions): string {
  if (one(packageOptions, '-t') !== 'deb') throw new Error(`deb-package.ts makes no ${one(packageOptions, '-t')}`);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-deb-'));
  try {
    for (const mapping of packageOptions.mappings) copyMapping(mapping, folder);
    const size = Math.ceil(setModes(folder) / 1024);
    const control = join(folder, 'DEBIAN');
    mkdirSync(control);
    writeFileSync(join(control, 'control'), controlFile(packageOptions, size));
    for (const [option, name] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ] as const) {
      writeFileSync(join(control, name), readFileSync(one(packageOptions, option)));
      chmodSync(join(control, name), 0o755);
    }
    const target = one(packageOptions, '--package');
    const compression = one(packageOptions, '--deb-compression');
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${COMPRESSIONS[compression] ?? compression}`, '--build', folder, target],
      { stdio: 'inherit' },
    );
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) makeDeb(parsePackageOptions(process.argv.slice(2)));
