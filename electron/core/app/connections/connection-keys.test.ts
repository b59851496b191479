import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeychainUnavailableError, type SecretBox } from '../secret-store.ts';
import { filesIn, modeOf, temporaryDataFolder } from '../testing/data-folder.ts';
import { openConnectionKeys } from './connection-keys.ts';

const KEY = 'sk-a-very-secret-key';
const baseUrl = 'https://api.example.com/v2';
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
      const place = { id: 'one', keyStorage, baseUrl };
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
        await open().set({ id: 'one', keyStorage, baseUrl }, KEY);
        expect(modeOf(join(folder.path, 'keys'))).toBe('700');
        expect(modeOf(join(folder.path, 'keys', name))).toBe('600');
      }
    },
  );

  it('that is kept in another way is nowhere that it was', async () => {
    const keys = open();
    for (const from of STORAGES) {
      for (const to of STORAGES) {
        await keys.set({ id: 'one', keyStorage: from, baseUrl }, KEY);
        expect(await keys.move({ id: 'one', keyStorage: from, baseUrl }, to)).toBe(true);
        for (const keyStorage of STORAGES) {
          expect(await keys.get({ id: 'one', keyStorage, baseUrl })).toBe(keyStorage === to ? KEY : null);
        }
      }
    }
    expect(await keys.move({ id: 'two', keyStorage: 'file', baseUrl }, 'ask')).toBe(false);
  });

  it('is forgotten wherever it is, and others are not', async () => {
    const keys = open();
    for (const keyStorage of STORAGES) {
      await keys.set({ id: 'one', keyStorage, baseUrl }, KEY);
      await keys.set({ id: 'two', keyStorage, baseUrl }, 'another');
      await keys.forget('one');
      expect(await keys.get({ id: 'one', keyStorage, baseUrl })).toBeNull();
      expect(await keys.get({ id: 'two', keyStorage, baseUrl })).toBe('another');
    }
    expect(filesWithKey()).toEqual([]);
  });
});

describe('a keychain', () => {
  const place = { id: 'one', keyStorage: 'keychain', baseUrl } as const;

  it('whose file is damaged or empty returns no key, and stores it when it is set again', async () => {
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

describe('a key of one server', () => {
  const elsewhere = [
    'https://api.example.org/v2',
    'https://example.com/v2',
    'http://api.example.com/v2',
    'https://api.example.com:8443/v2',
    'https://api.example.com@evil.example/v2',
  ];

  it.each(STORAGES)('is no key of another one, and stays where it is (%s)', async (keyStorage) => {
    const keys = open();
    const place = { id: 'one', keyStorage, baseUrl };
    await keys.set(place, KEY);
    for (const other of elsewhere) {
      expect(await keys.get({ ...place, baseUrl: other })).toBeNull();
    }
    expect(await keys.get({ ...place, baseUrl: 'HTTPS://API.example.com:443/other/path' })).toBe(KEY);
  });

  it('is not one of another either after it moved to another way of keeping', async () => {
    const keys = open();
    await keys.set({ id: 'one', keyStorage: 'file', baseUrl }, KEY);
    const moved = { id: 'one', keyStorage: 'keychain', baseUrl: 'https://api.example.org' } as const;
    expect(await keys.move({ ...moved, keyStorage: 'file' }, 'keychain')).toBe(true);
    expect(await keys.get(moved)).toBeNull();
    expect(await keys.get({ ...moved, baseUrl })).toBe(KEY);
  });

  it.each(['{"version":3,"origin":"https://api.example.com","key":"k"}', '{"version":2}', '[]', ' '])(
    'in a file that holds %s can’t be read',
    async (text) => {
      mkdirSync(join(folder.path, 'keys'));
      writeFileSync(join(folder.path, 'keys', 'one.key'), text);
      expect(await open().get({ id: 'one', keyStorage: 'file', baseUrl })).toBeNull();
    },
  );
});

it('an id that is a way to elsewhere is refused', async () => {
  const keys = open();
  for (const keyStorage of ['keychain', 'file'] as const) {
    await expect(keys.set({ id: '../one', keyStorage, baseUrl }, KEY)).rejects.toThrow(RangeError);
    await expect(keys.get({ id: 'a/b', keyStorage, baseUrl })).rejects.toThrow(RangeError);
  }
});

describe('a keychain that is there but stays locked', () => {
  it('is reported when a key is saved, and leaves nothing behind', async () => {
    box.encrypt = () => {
      throw new Error('denied');
    };
    const place = { id: 'one', keyStorage: 'keychain', baseUrl } as const;
    await expect(open().set(place, KEY)).rejects.toThrow(KeychainUnavailableError);
    expect([...filesIn(folder.path)]).toEqual([]);
  });
});
