#!/usr/bin/env node
// The `lectern` command: finds a suitable Node and runs the command line on it.
import { fileURLToPath } from 'node:url';
import { builtEntry } from '../scripts/built-entry.mjs';
import { run } from '../scripts/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await run(builtEntry(root, 'electron-cli.js', 'electron/cli.ts'), process.argv.slice(2));
