import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChosenExportFolders } from './chosen-folders.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-chosen-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('a folder counts as chosen for the project that it was chosen for, and for no other', () => {
  const out = join(home, 'out');
  new ChosenExportFolders(home).record('p1', out);
  const chosen = new ChosenExportFolders(home);
  expect(chosen.has('p1', out)).toBe(true);
  expect(chosen.has('p2', out)).toBe(false);
  expect(chosen.has('p1', home)).toBe(false);
});

it('it is the same folder once it is there, and by whatever way it is reached', () => {
  const chosen = new ChosenExportFolders(join(home, 'own'));
  symlinkSync(home, join(home, 'link'));
  chosen.record('p1', join(home, 'link', 'out'));
  mkdirSync(join(home, 'out'));
  expect(chosen.has('p1', join(home, 'out'))).toBe(true);
});

it('what can’t be noted is not chosen, and no harm is done', () => {
  writeFileSync(join(home, 'export-folders'), '');
  const chosen = new ChosenExportFolders(home);
  chosen.record('p1', home);
  expect(chosen.has('p1', home)).toBe(false);
});
