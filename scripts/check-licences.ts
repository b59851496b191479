// Checks that all shipped packages and tools have licences that are compatible with GPL-3.0-or-later.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedLicence } from './named-licences.ts';
import { root } from './steps.ts';

const COMPATIBLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'GPL-2.0-or-later',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Additional licences that are allowed for tools that aren't distributed. */
const TOOL_LICENCES = new Set(['CC-BY-3.0', 'CC-BY-4.0', 'WTFPL']);
/** Fonts are data with a separate licence. The Open Font License allows bundling them. */
const FONT_LICENCE = 'OFL-1.1';
const FONT_PACKAGES = 'node_modules/@fontsource';

/** Returns whether compatible licences satisfy an SPDX expression. */
function isCompatible(expression: string, forTools: boolean): boolean {
  const plain = expression.replace(/[()]/g, ' ').trim();
  if (/\sOR\s/.test(plain)) return plain.split(/\sOR\s/).some((part) => isCompatible(part, forTools));
  if (/\sAND\s/.test(plain)) return plain.split(/\sAND\s/).every((part) => isCompatible(part, forTools));
  const id = plain.trim();
  return COMPATIBLE.has(id) || (forTools && TOOL_LICENCES.has(id));
}

interface LockFile {
  readonly packages: Record<
    string,
    { readonly dev?: boolean; readonly optional?: boolean; readonly license?: string; readonly version?: string }
  >;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const violations: string[] = [];
let looked = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  const manifest = join(root, path, 'package.json');
  // Packages for other platforms aren't installed, so their licences come from the lock file.
  const installed = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown }).license
    : null;
  const licence = typeof installed === 'string' ? installed : entry.license;
  looked += 1;
  const named = namedLicence(path.split('node_modules/').at(-1) ?? path, entry.version);
  if (named !== undefined) {
    console.log(`${path}: ${named.name}. ${named.reason}`);
    continue;
  }
  if (licence === FONT_LICENCE && path.startsWith(FONT_PACKAGES)) continue;
  if (!licence || !isCompatible(licence, entry.dev === true))
    violations.push(`${path}: ${licence ?? 'no licence is named'}`);
}
for (const row of violations) console.error(row);
console.log(`${looked} packages, ${violations.length} with a licence incompatible with GPL-3.0-or-later`);
if (violations.length > 0) process.exitCode = 1;
