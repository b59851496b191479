#!/usr/bin/env node
// The `lectern` command: finds a Node that can run it, then hands over to the command line.
import { fileURLToPath } from 'node:url';
import { builtEntry } from '../scripts/built-entry.mjs';
import { run } from '../scripts/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await run(builtEntry(root, 'electron-cli.js', 'electron/cli.ts'), process.argv.slice(2));
