import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn, temporaryDataFolder } from '../testing/data-folder.ts';
import { newProjectFolder } from './project-folder-name.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const nameOf = async (name: string): Promise<string> => basename(await newProjectFolder(name, folder.path));

it('is named as the project, and makes nothing', async () => {
  const path = await newProjectFolder('The Importance of Being Earnest', join(folder.path, 'new'));
  expect(path).toBe(join(folder.path, 'new', 'The Importance of Being Earnest.lectern'));
  expect(filesIn(folder.path).size).toBe(0);
});

it('is another one where that is there already, whatever it is', async () => {
  mkdirSync(join(folder.path, 'Book.lectern'));
  writeFileSync(join(folder.path, 'Book 2.lectern'), '');
  symlinkSync(join(folder.path, 'nowhere'), join(folder.path, 'Book 3.lectern'));
  expect(await nameOf('Book')).toBe('Book 4.lectern');
});

it.each([
  ['../../etc', 'etc.lectern'],
  ['a/b\\c:d', 'a-b-c-d.lectern'],
  ['CON', '_CON.lectern'],
  ['  ', '_.lectern'],
  ['Book.lectern', 'Book.lectern'],
  ['Über 猫 🎙️', 'Über 猫 🎙️.lectern'],
])('takes any name: "%s"', async (name, expected) => {
  const path = await newProjectFolder(name, folder.path);
  expect(basename(path)).toBe(expected);
  expect(dirname(path)).toBe(folder.path);
});

it('is never too long for a file system', async () => {
  expect(Buffer.byteLength(await nameOf('長'.repeat(500)))).toBeLessThanOrEqual(220);
});

it('is a whole number of graphemes, short enough and unique for names of any length', async () => {
  const name = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.integer({ min: 1, max: 150 }));
  await fc.assert(
    fc.asyncProperty(name, async ([part, times]) => {
      const first = await newProjectFolder(part.repeat(times), folder.path);
      expect(Buffer.byteLength(basename(first))).toBeLessThanOrEqual(255);
      expect(basename(first).isWellFormed()).toBe(true);
      mkdirSync(first);
      const second = await newProjectFolder(part.repeat(times), folder.path);
      expect(second).not.toBe(first);
      expect(Buffer.byteLength(basename(second))).toBeLessThanOrEqual(255);
    }),
    { numRuns: 50 },
  );
});
