#!/usr/bin/env node
// The `lectern` command: finds a Node that can run it, then hands over to the command line.
import { fileURLToPath } from 'node:url';
import { run } from '../scripts/run.mjs';

await run(fileURLToPath(new URL('../electron/cli.ts', import.meta.url)), process.argv.slice(2));
