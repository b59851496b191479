// Checks that package-lock.json contains no `engines` fields for packages. npm runs on the system's version of Node,
// but packages run on the version in node_modules. npm would therefore warn about packages with unsuitable `engines`
// fields, and skip optional packages, such as the bundler's binary. `--write` removes the fields that `npm install` has
// added.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

interface LockFile {
  readonly packages: Record<string, { engines?: unknown }>;
}

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile;
const packagesWithEngines = Object.entries(lock.packages).filter(
  ([packagePath, { engines }]) => packagePath !== '' && engines !== undefined,
);
if (process.argv.includes('--write')) {
  for (const [, entry] of packagesWithEngines) delete entry.engines;
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
} else if (packagesWithEngines.length > 0) {
  for (const [packagePath] of packagesWithEngines) console.error(`package-lock.json: ${packagePath} has "engines"`);
  console.error('To remove them, run: node scripts/run.mjs scripts/check-engines.ts --write');
  process.exitCode = 1;
}
