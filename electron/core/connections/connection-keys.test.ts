import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, modeOf, temporaryDataFolder } from '../library/testing/data-folder.ts';
import { openConnectionKeys } from './connection-keys.ts';
import { KeychainUnavailableError, type SecretBox } from './key-store.ts';

const KEY = 'sk-a-very-secret-key';
const STORAGES = ['keychain', 'file', 'ask'] as const;

/** A keychain of its own kind: it turns bits over, and knows its own bytes again by their first one. */
class TurningBox implements SecretBox {
  available = true;
  isAvailable(): boolean {
    return this.available;
  }
  encrypt(text: string): Uint8Array {
    return Uint8Array.of(7, ...Buffer.from(text).map((byte) => byte ^ 0xff));
  }
  async decrypt(bytes: Uint8Array): Promise<string> {
    if (bytes[0] !== 7) throw new Error('not sealed here');
    return Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0xff)).toString();
  }
}

let folder: ReturnType<typeof temporaryDataFolder>;
let box: TurningBox;
beforeEach(() => {
  folder = temporaryDataFolder();
  box = new TurningBox();
});
afterEach(() => folder.remove());

const open = () => openConnectionKeys(folder.path, box);
const filesWithKey = (): string[] =>
  [...filesIn(folder.path)].filter(([, bytes]) => bytes.includes(KEY)).map(([name]) => name);

describe('a key', () => {
  it.each([
    ['keychain', KEY, []],
    ['file', KEY, [join('keys', 'one.key')]],
    ['ask', null, []],
  ] as const)(
    'kept by "%s" is found after a restart, or not, and in no other place',
    async (keyStorage, later, files) => {
      const place = { id: 'one', keyStorage };
      const keys = open();
      expect(await keys.get(place)).toBeNull();
      await keys.set(place, KEY);
      expect(await keys.get(place)).toBe(KEY);
      expect(await open().get(place)).toBe(later);
      expect(filesWithKey()).toEqual(files);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is in files that their owner alone may read, whatever the folder was',
    async () => {
      mkdirSync(join(folder.path, 'keys'));
      chmodSync(join(folder.path, 'keys'), 0o755);
      for (const [keyStorage, name] of [
        ['file', 'one.key'],
        ['keychain', 'one.sealed'],
      ] as const) {
        await open().set({ id: 'one', keyStorage }, KEY);
        expect(modeOf(join(folder.path, 'keys'))).toBe('700');
        expect(modeOf(join(folder.path, 'keys', name))).toBe('600');
      }
    },
  );

  it('that is kept in another way is nowhere that it was', async () => {
    const keys = open();
    for (const from of STORAGES) {
      for (const to of STORAGES) {
        await keys.set({ id: 'one', keyStorage: from }, KEY);
        expect(await keys.move({ id: 'one', keyStorage: from }, to)).toBe(true);
        for (const keyStorage of STORAGES) {
          expect(await keys.get({ id: 'one', keyStorage })).toBe(keyStorage === to ? KEY : null);
        }
      }
    }
    expect(await keys.move({ id: 'two', keyStorage: 'file' }, 'ask')).toBe(false);
  });

  it('is forgotten wherever it is, and others are not', async () => {
    const keys = open();
    for (const keyStorage of STORAGES) {
      await keys.set({ id: 'one', keyStorage }, KEY);
      await keys.set({ id: 'two', keyStorage }, 'another');
      await keys.forget('one');
      expect(await keys.get({ id: 'one', keyStorage })).toBeNull();
      expect(await keys.get({ id: 'two', keyStorage })).toBe('another');
    }
    expect(filesWithKey()).toEqual([]);
  });
});

describe('a keychain', () => {
  const place = { id: 'one', keyStorage: 'keychain' } as const;

  it('whose file is damaged, or empty, asks again, and takes the key anew', async () => {
    const path = join(folder.path, 'keys', 'one.sealed');
    for (const damaged of [Uint8Array.of(1, 2, 3), Uint8Array.of(7), new Uint8Array(0)]) {
      await open().set(place, KEY);
      writeFileSync(path, damaged);
      expect(await open().get(place)).toBeNull();
    }
    await open().set(place, KEY);
    expect(await open().get(place)).toBe(KEY);
  });

  it('that is not there keeps nothing, and nothing else keeps it instead', async () => {
    await open().set(place, 'an older key');
    box.available = false;
    await expect(open().set(place, KEY)).rejects.toThrow(KeychainUnavailableError);
    expect(await open().get(place)).toBeNull();
    expect(filesWithKey()).toEqual([]);
    box.available = true;
    expect(await open().get(place)).toBe('an older key');
  });
});

it('an id that is a way to elsewhere is refused', async () => {
  const keys = open();
  for (const keyStorage of ['keychain', 'file'] as const) {
    await expect(keys.set({ id: '../one', keyStorage }, KEY)).rejects.toThrow(RangeError);
    await expect(keys.get({ id: 'a/b', keyStorage })).rejects.toThrow(RangeError);
  }
});
