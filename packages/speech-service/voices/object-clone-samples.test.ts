import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ObjectStore } from '../ports/objects.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { ObjectCloneSamples } from './object-clone-samples.ts';
import { cloneIdentifier } from './voice-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-samples-'));
const scratch = join(folder, 'scratch');
mkdirSync(join(folder, 'objects'));
const objects = new FolderObjects(join(folder, 'objects'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = cloneIdentifier('abc123');
const SAMPLE = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);

it('lets other machines read a sample, and keeps nothing on its own', async () => {
  await new ObjectCloneSamples(objects, scratch).write(ID, SAMPLE);
  expect(readdirSync(scratch)).toEqual([]);
  const elsewhere = new ObjectCloneSamples(objects, scratch);
  expect(elsewhere.has(ID)).toBe(true);
  expect(new Uint8Array(await elsewhere.read(ID))).toEqual(SAMPLE);
});

it('knows that a clone has no sample after looking for it', async () => {
  const samples = new ObjectCloneSamples(objects, scratch);
  await samples.write(ID, SAMPLE);
  await new ObjectCloneSamples(objects, scratch).remove(ID);
  await expect(samples.read(ID)).rejects.toThrow('no sample');
  expect(samples.has(ID)).toBe(false);
  expect(readdirSync(join(folder, 'objects'))).toEqual([]);
});

it('keeps nothing of a sample that can’t be stored', async () => {
  const full: ObjectStore = {
    put: () => Promise.reject(new Error('full')),
    open: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    check: () => Promise.resolve(),
    list: async function* () {},
  };
  await expect(new ObjectCloneSamples(full, scratch).write(ID, SAMPLE)).rejects.toThrow('full');
  expect(readdirSync(scratch)).toEqual([]);
});

it('refuses identifiers that lead elsewhere', async () => {
  await expect(new ObjectCloneSamples(objects, scratch).read(cloneIdentifier('../secret'))).rejects.toThrow();
});
