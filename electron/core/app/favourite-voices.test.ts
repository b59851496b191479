import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { FavouriteVoices } from './favourite-voices.ts';
import { temporaryDataFolder } from './testing/data-folder.ts';

let data: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  data = temporaryDataFolder();
});
afterEach(() => data.remove());

const open = () => FavouriteVoices.open(data.path, new FakeClock());

it('keeps the favourites of each connection, over a restart', async () => {
  const favourites = await open();
  await favourites.set('studio', 'anna', true);
  await favourites.set('studio', 'ben', true);
  await favourites.set('home', 'cora', true);
  await favourites.set('studio', 'anna', false);
  const again = await open();
  expect([...again.of('studio')]).toEqual(['ben']);
  expect([...again.of('home')]).toEqual(['cora']);
  expect([...again.of('nowhere')]).toEqual([]);
});

it('names a voice once, however often it is liked', async () => {
  const favourites = await open();
  await favourites.set('studio', 'anna', true);
  await favourites.set('studio', 'anna', true);
  expect([...favourites.of('studio')]).toEqual(['anna']);
});

it('keeps a document of a newer Lectern as it is', async () => {
  const path = join(data.path, 'favourite-voices.json');
  writeFileSync(path, '{"version":2,"stars":{}}');
  const favourites = await open();
  expect(favourites.problem?.kind).toBe('newer');
  await expect(favourites.set('studio', 'anna', true)).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toBe('{"version":2,"stars":{}}');
});
