// Checks that no two production files declare a type with the same name.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';
import { sharedTypeNames } from './type-names.ts';

const PRODUCTION = '{electron,node,packages,renderer,shared}/**/*.{ts,tsx}';
const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**', 'packages/chromium-host/**'];

const files = globSync(PRODUCTION, { cwd: root, exclude: TESTS });
const shared = sharedTypeNames(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
for (const { name, files: declaring } of shared) console.error(`${name} is declared in ${declaring.join(', ')}`);
if (shared.length > 0) process.exitCode = 1;
console.log(`${files.length} files, ${shared.length} type names declared more than once`);
