import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FakeClock } from '../testing/fake-clock.ts';
import { filesIn, modeOf, temporaryDataFolder } from './testing/data-folder.ts';
import { DocumentError, VersionedDocument } from './versioned-document.ts';

const schema = z.object({ version: z.literal(2), count: z.int(), note: z.string() });
type Counted = z.infer<typeof schema>;
const INITIAL: Counted = { version: 2, count: 0, note: '' };

let folder: ReturnType<typeof temporaryDataFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryDataFolder();
  path = join(folder.path, 'made', 'counted.json');
});
afterEach(() => folder.remove());

const open = () => VersionedDocument.open({ path, schema, initial: INITIAL, clock: new FakeClock() });
const stored = (): unknown => JSON.parse(readFileSync(path, 'utf8'));

function put(text: string): void {
  mkdirSync(join(folder.path, 'made'), { recursive: true });
  writeFileSync(path, text);
}

describe('a document', () => {
  it('that is not there holds what it starts with, and makes nothing until it is changed', async () => {
    const document = await open();
    expect([document.value, document.problem]).toEqual([INITIAL, null]);
    expect(filesIn(folder.path).size).toBe(0);
  });

  it('is there again, for its owner alone, with nothing left beside it', async () => {
    const document = await open();
    await document.change((value) => ({ ...value, count: 7 }));
    expect(document.value.count).toBe(7);
    expect((await open()).value).toEqual({ ...INITIAL, count: 7 });
    expect([...filesIn(folder.path).keys()]).toEqual([join('made', 'counted.json')]);
    if (process.platform !== 'win32') expect(modeOf(path)).toBe('600');
  });

  it('takes changes in the order in which they were made', async () => {
    const document = await open();
    const changes = Array.from({ length: 20 }, () =>
      document.change((value) => ({ ...value, count: value.count + 1 })),
    );
    expect(document.value.count).toBe(20);
    await Promise.all(changes);
    expect(stored()).toMatchObject({ count: 20 });
  });

  it('refuses a value that it can’t have', async () => {
    const document = await open();
    await expect(document.change((value) => ({ ...value, count: 1.5 }))).rejects.toThrow(z.ZodError);
    expect(document.value.count).toBe(0);
  });
});

describe('a document that can’t be read', () => {
  it.each([
    ['', { kind: 'not-json' }],
    ['{"version":2,', { kind: 'not-json' }],
    ['[]', { kind: 'invalid', field: '' }],
    ['{"version":2,"count":"many","note":""}', { kind: 'invalid', field: 'count' }],
  ])('is kept aside and reported: %s', async (text, why) => {
    put(text);
    const document = await open();
    const keptAs = document.problem?.kind === 'unreadable' ? document.problem.keptAs : null;
    expect(document.problem).toEqual({ kind: 'unreadable', path, keptAs, why });
    expect(readFileSync(keptAs ?? '', 'utf8')).toBe(text);
    await document.change((value) => ({ ...value, count: 1 }));
    expect(stored()).toMatchObject({ count: 1 });
    expect(readFileSync(keptAs ?? '', 'utf8')).toBe(text);
  });

  it('because a newer Lectern wrote it stays as it is; changes hold in memory', async () => {
    put('{"version":3,"counts":[1,2]}');
    const document = await open();
    expect(document.problem).toEqual({ kind: 'newer', path, version: 3 });
    const failed = document.change((value) => ({ ...value, count: 5 }));
    await expect(failed).rejects.toThrow(DocumentError);
    expect(document.value.count).toBe(5);
    expect(stored()).toEqual({ version: 3, counts: [1, 2] });
  });

  it('because it is no file stays as it is too', async () => {
    mkdirSync(path, { recursive: true });
    const document = await open();
    expect(document.problem).toEqual({
      kind: 'unreadable',
      path,
      keptAs: null,
      why: { kind: 'system', code: 'EISDIR' },
    });
    await expect(document.change((value) => value)).rejects.toThrow(DocumentError);
  });
});

it('a change that can’t be written is told, holds in memory, and is written with the next one', async () => {
  const document = await open();
  const inTheWay = join(folder.path, 'made');
  writeFileSync(inTheWay, 'a file where the folder should be');
  const failed = document.change((value) => ({ ...value, count: 3 }));
  await expect(failed).rejects.toMatchObject({ problem: { kind: 'unwritable', path, code: 'EEXIST' } });
  expect(document.value.count).toBe(3);
  rmSync(inTheWay);
  await document.change((value) => ({ ...value, note: 'later' }));
  expect(stored()).toEqual({ version: 2, count: 3, note: 'later' });
});
