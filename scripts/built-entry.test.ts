import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtEntry } from './built-entry.mjs';

const HOUR = 3_600;

/** A project whose bundle was made an hour after its only source was written. */
function built(): string {
  const root = mkdtempSync(join(tmpdir(), 'lectern-entry-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['out/.build', 'electron']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'electron/cli.ts'), '');
  writeFileSync(join(root, 'out/electron-cli.js'), '');
  const record = join(root, 'out/.build/main.json');
  writeFileSync(record, JSON.stringify({ inputs: { 'electron/cli.ts': '-' }, outputs: ['electron-cli.js'] }));
  utimesSync(join(root, 'electron/cli.ts'), HOUR, HOUR);
  for (const file of ['out/electron-cli.js', 'out/.build/main.json']) utimesSync(join(root, file), 2 * HOUR, 2 * HOUR);
  return root;
}

const entryOf = (root: string): string => builtEntry(root, 'electron-cli.js', 'electron/cli.ts').slice(root.length + 1);

test('the bundle is started as long as nothing that went into it has changed', () => {
  const root = built();
  expect(entryOf(root)).toBe('out/electron-cli.js');
  utimesSync(join(root, 'electron/cli.ts'), 3 * HOUR, 3 * HOUR);
  expect(entryOf(root)).toBe('electron/cli.ts');
});

test.each(['electron/cli.ts', 'out/electron-cli.js', 'out/.build/main.json'])(
  'the source is, where %s is gone',
  (file) => {
    const root = built();
    rmSync(join(root, file));
    expect(entryOf(root)).toBe('electron/cli.ts');
  },
);

test('the source is, where the record is half there', () => {
  const root = built();
  writeFileSync(join(root, 'out/.build/main.json'), '{"inputs": {"electron/cli.ts"');
  expect(entryOf(root)).toBe('electron/cli.ts');
});
