import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredClone } from '../ports/clones.ts';
import { ServiceDatabase } from '../store/database.ts';
import { SqliteCloneStore } from '../store/sqlite-clone-store.ts';
import { temporaryFolder, VOICE } from '../testing/test-service.ts';
import { LISTED_VOICES } from './catalogue.ts';
import { createResolver, VoiceDirectory } from './voice-directory.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: ServiceDatabase;
let store: SqliteCloneStore;
function open(): void {
  database = new ServiceDatabase(join(folder.path, 'service.db'));
  store = new SqliteCloneStore(database);
}
beforeEach(() => {
  folder = temporaryFolder();
  open();
});
afterEach(() => {
  database.close();
  folder.remove();
});

const idOf = (key: string): string => `lectern://voices/cloned/${key}/manifest.json`;

const clone = (key: string, different: Partial<StoredClone> = {}): StoredClone => ({
  id: idOf(key),
  user_id: 'ada',
  name: `Voice ${key} é 😀`,
  gender: 'female',
  created_at: 1000,
  based_on: VOICE,
  timbre: { variant: 'm3', pitch: 61, range: 40, rate: 150 },
  ...different,
});

/** A job that is still to be done. */
function addJob(input: Readonly<Record<string, unknown>>, status = 'pending'): void {
  database.run("INSERT INTO batches (id, user_id, created_at) VALUES ('b', 'ada', 0) ON CONFLICT DO NOTHING");
  database.run("INSERT INTO jobs (id, batch_id, input, seed, status) VALUES ('j', 'b', ?, 0, ?)", [
    JSON.stringify(input),
    status,
  ]);
}

describe('the store of clones', () => {
  test('gives back what it was given, after a restart too', () => {
    store.add(clone('a'));
    database.close();
    open();
    expect(store.of('ada')).toEqual([clone('a')]);
    expect(store.find('ada', idOf('a'))).toEqual(clone('a'));
  });

  test('lists a user’s own, the oldest first', () => {
    store.add(clone('b', { created_at: 3000 }));
    store.add(clone('a', { created_at: 2000 }));
    store.add(clone('c', { user_id: 'bob' }));
    expect(store.of('ada').map(({ id }) => id)).toEqual([idOf('a'), idOf('b')]);
    expect(store.find('bob', idOf('a'))).toBeUndefined();
  });

  test('deletes a user’s own alone, and once', () => {
    store.add(clone('a'));
    expect(store.delete('bob', idOf('a'), 5000)).toBeUndefined();
    expect(store.delete('ada', idOf('a'), 5000)).toEqual(clone('a'));
    expect(store.delete('ada', idOf('a'), 5000)).toBeUndefined();
    expect(store.of('ada')).toEqual([]);
    expect(store.findExisting(idOf('a'))).toBeUndefined();
  });

  test('keeps of a deleted one only how it speaks, as long as a job waits for it', () => {
    store.add(clone('a'));
    store.add(clone('b'));
    store.add(clone('c'));
    addJob({ voice: VOICE, voice_2: idOf('a') }, 'in_progress');
    for (const key of ['a', 'b']) store.delete('ada', idOf(key), 5000);
    expect(database.all('SELECT name, gender FROM clones WHERE deleted_at IS NOT NULL')).toEqual([
      { name: '', gender: null },
      { name: '', gender: null },
    ]);
    store.eraseUnused();
    expect(store.findTimbre(idOf('a'))).toMatchObject({ based_on: VOICE, timbre: clone('a').timbre });
    expect(store.findTimbre(idOf('b'))).toBeUndefined();
    expect(store.findTimbre(idOf('c'))).toBeDefined();
    database.run("UPDATE jobs SET status = 'completed'");
    store.eraseUnused();
    expect(store.findTimbre(idOf('a'))).toBeUndefined();
  });
});

describe('the voices that a request may name', () => {
  test('are the prebuilt ones and the user’s own clones', async () => {
    store.add(clone('a'));
    const voices = new VoiceDirectory({ voices: LISTED_VOICES }, store);
    expect(voices.prebuilt).toBe(LISTED_VOICES);
    expect(await voices.find('bob', VOICE)).toMatchObject({ name: 'Alistair', isCloned: false });
    expect(await voices.find('ada', idOf('a'))).toMatchObject({
      name: clone('a').name,
      gender: 'female',
      voiceEngine: 'SvcDialog',
      isCloned: true,
      slug: 'a',
      tempo: 'slow',
    });
    expect(await voices.find('bob', idOf('a'))).toBeUndefined();
    expect(await voices.find('ada', 'nobody')).toBeUndefined();
    expect(await voices.clonesOf('ada')).toEqual([clone('a')]);
  });

  test('are found at once, and clones are only loaded if the request could name one', async () => {
    store.add(clone('a'));
    const load = vi.spyOn(store, 'finder');
    const voices = new VoiceDirectory({ voices: LISTED_VOICES }, store);
    const prebuilt = await voices.finder('ada', [VOICE, undefined, 'nobody']);
    expect([prebuilt(VOICE)?.name, prebuilt('nobody')]).toEqual(['Alistair', undefined]);
    expect(load).not.toHaveBeenCalled();
    const own = await voices.finder('ada', [VOICE, idOf('a'), idOf('x')]);
    expect([own(VOICE)?.name, own(idOf('a'))?.name, own(idOf('x'))]).toEqual(['Alistair', clone('a').name, undefined]);
    expect((await voices.finder('bob', [idOf('a')]))(idOf('a'))).toBeUndefined();
  });

  test('are spoken with what they are made of', () => {
    store.add(clone('a'));
    const resolve = createResolver(store);
    expect(resolve(idOf('a'))).toMatchObject({ language: 'english', espeak: 'en-gb-x-rp', timbre: clone('a').timbre });
    expect(resolve(VOICE)?.name).toBe('Alistair');
    expect(resolve(idOf('x'))).toBeUndefined();
    expect(resolve('nobody')).toBeUndefined();
    store.delete('ada', idOf('a'), 0);
    expect(resolve(idOf('a'))?.timbre).toEqual(clone('a').timbre);
  });
});
