// Makes a deb of what electron-builder would hand to fpm, with dpkg-deb: for machines to which electron-builder can't download
// fpm. It knows the options that electron-builder gives for a deb, and refuses any other.
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

/** Options with a value, as fpm has them. */
const KNOWN = new Set([
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

/** Compressions to which fpm and dpkg-deb give different names. */
const COMPRESSIONS: Readonly<Record<string, string>> = { gz: 'gzip' };

interface Order {
  /** The values of each option, in their order. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** What goes where: `FROM=TO`. */
  readonly mappings: readonly string[];
}

/** @throws Error where an option is not known */
export function readOrder(args: readonly string[]): Order {
  const options = new Map<string, string[]>();
  const mappings: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--force') continue;
    if (!argument.startsWith('-')) mappings.push(argument);
    else if (!KNOWN.has(argument)) throw new Error(`deb-package.ts does not know ${argument}`);
    else {
      index += 1;
      options.set(argument, [...(options.get(argument) ?? []), args[index] ?? '']);
    }
  }
  return { options, mappings };
}

const one = ({ options }: Order, name: string): string => options.get(name)?.at(-1) ?? '';

/** The package's description of itself. @param size of all its files, in KiB */
export function controlFile(order: Order, size: number): string {
  const [first = '', ...rest] = one(order, '--description').split('\n');
  // A row that is empty would end the field.
  const more = rest.map((row) => (row.trim() === '' ? ' .' : ` ${row.trim()}`));
  const rows = [
    ['Package', one(order, '--name')],
    ['Version', one(order, '--version')],
    ['License', one(order, '--license')],
    ['Vendor', one(order, '--vendor')],
    ['Architecture', one(order, '--architecture')],
    ['Maintainer', one(order, '--maintainer')],
    ['Installed-Size', String(size)],
    ['Depends', (order.options.get('-d') ?? []).join(', ')],
    ['Recommends', (order.options.get('--deb-recommends') ?? []).join(', ')],
    ['Section', one(order, '--category') || 'default'],
    ['Priority', one(order, '--deb-priority')],
    ['Homepage', one(order, '--url')],
    ['Description', [first, ...more].join('\n')],
  ];
  return `${rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}

/** Where a mapping leads, below a root: a folder's contents are taken where its name ends in a slash. */
function place(mapping: string, root: string): void {
  const at = mapping.indexOf('=');
  const [from, to] = [mapping.slice(0, at), mapping.slice(at + 1)];
  const target = join(root, to);
  mkdirSync(statSync(from).isDirectory() ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

/** Folders and programs may be entered and run by all, whatever the mask of the user who packs; no one else writes. */
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

/** A deb of an order, the same for the same files where SOURCE_DATE_EPOCH is set. @returns its path */
function makeDeb(order: Order): string {
  if (one(order, '-t') !== 'deb') throw new Error(`deb-package.ts makes no ${one(order, '-t')}`);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-deb-'));
  try {
    for (const mapping of order.mappings) place(mapping, folder);
    const size = Math.ceil(setModes(folder) / 1024);
    const control = join(folder, 'DEBIAN');
    mkdirSync(control);
    writeFileSync(join(control, 'control'), controlFile(order, size));
    for (const [option, name] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ] as const) {
      writeFileSync(join(control, name), readFileSync(one(order, option)));
      chmodSync(join(control, name), 0o755);
    }
    const target = one(order, '--package');
    const compression = one(order, '--deb-compression');
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

if (import.meta.main) makeDeb(readOrder(process.argv.slice(2)));
