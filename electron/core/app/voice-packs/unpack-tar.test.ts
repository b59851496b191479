import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bzip2 } from '../../../../node/testing/bzip2.ts';
import { type TarEntry, tarBz2 } from '../../../../node/testing/tar.ts';
import { toyPack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { installedPacks, installPack } from './installed-packs.ts';
import { unpackTarInThread } from './tar-files.ts';
import { sha256Of, TOY_ARCHIVE, toyKnownPack, toyTarEntries } from './testing/toy-archive.ts';

let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-tar-'));
  folder = join(place, 'packs');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function written(bytes: Uint8Array): string {
  const path = join(place, 'pack.tar.bz2');
  writeFileSync(path, bytes);
  return path;
}

const KNOWN = toyKnownPack('https://example.com/toys.tar.bz2');

/** A catalogue that has this archive. */
const knowing = (bytes: Uint8Array) => [
  { ...KNOWN, archive: { ...KNOWN.archive, bytes: bytes.byteLength, sha256: sha256Of(bytes) } },
];

/** Why it can't be unpacked; nothing is written outside its place. */
async function problem(bytes: Uint8Array): Promise<string> {
  const job = { path: written(bytes), folder: join(place, 'unpacked'), known: KNOWN };
  const error = await unpackTarInThread(job).catch((thrown: unknown) => thrown);
  if (!(error instanceof PackError)) throw error;
  expect(readdirSync(place).toSorted()).toEqual(['pack.tar.bz2', 'unpacked']);
  rmSync(job.folder, { recursive: true });
  return `${error.problem} ${error.where}`.trim();
}

const withEntry = (entry: TarEntry): Buffer => tarBz2([...toyTarEntries(), entry]);

describe('a .tar.bz2 archive of a voice pack', () => {
  test('is refused without a file that its engine needs', async () => {
    const bytes = tarBz2(toyTarEntries().slice(1));
    await expect(installPack({ source: written(bytes), folder, known: knowing(bytes) })).rejects.toMatchObject({
      where: 'engine.model',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is described by the catalogue, and its files are listed as they are found', async () => {
    const leftovers = [
      { name: './', type: '5' },
      { name: 'toys/', type: '5' },
      { name: 'toys/.DS_Store', content: 'x' },
    ];
    const looked: number[] = [];
    const bytes = tarBz2([...leftovers, ...toyTarEntries('./toys/')]);
    await installPack({ source: written(bytes), folder, known: knowing(bytes), onLooked: (done) => looked.push(done) });
    const [only] = installedPacks(folder);
    expect(only).toMatchObject({ id: 'toy-letters', problem: null });
    expect(only?.pack?.files).toEqual(toyPack().files);
    expect(looked.at(-1)).toBe(bytes.byteLength);
  });

  test('is no pack where it says nothing of itself and has another hash', async () => {
    const other = tarBz2(toyTarEntries().toReversed());
    await expect(installPack({ source: written(other), folder, known: [KNOWN] })).rejects.toMatchObject({
      problem: 'no-pack',
    });
  });

  test('may have a pack.json of its own', async () => {
    const own = [...toyTarEntries(''), { name: 'pack.json', content: JSON.stringify(toyPack()) }];
    await installPack({ source: written(tarBz2(own)), folder });
    expect(installedPacks(folder)).toMatchObject([{ id: 'toy-letters', problem: null }]);
    const spoilt = written(tarBz2([...own, { name: 'run.sh', content: 'x' }]));
    await expect(installPack({ source: spoilt, folder })).rejects.toMatchObject({
      problem: 'unlisted',
      where: 'run.sh',
    });
    expect(readdirSync(folder)).toEqual(['toy-letters']);
  });

  test.each<[string, TarEntry, string]>([
    ['a path that leads out of it', { name: 'toys/../../run.sh', content: 'x' }, 'malformed toys/../../run.sh'],
    ['an absolute path', { name: '/toys/run.sh', content: 'x' }, 'malformed /toys/run.sh'],
    ['a device’s name', { name: 'toys/NUL', content: 'x' }, 'malformed toys/NUL'],
    ['a symbolic link', { name: 'toys/link', type: '2', linkTo: '/etc/passwd' }, 'malformed toys/link'],
    ['a hard link', { name: 'toys/link', type: '1', linkTo: '/etc/passwd' }, 'malformed toys/link'],
    ['a device', { name: 'toys/zero', type: '3' }, 'malformed toys/zero'],
    ['a pipe', { name: 'toys/pipe', type: '6' }, 'malformed toys/pipe'],
    ['a file beside its folder', { name: 'run.sh', content: 'x' }, 'unlisted run.sh'],
    ['a file twice', { name: 'toys/tokens.txt', content: 'x' }, 'malformed'],
    [
      'a pack.json that the catalogue knows nothing of',
      { name: 'toys/pack.json', content: '{}' },
      'malformed pack.json',
    ],
    ['a file that is said to be too large', { name: 'toys/big', size: 5 * 1024 ** 3 }, 'malformed toys/big'],
    ['a file of which half is missing', { name: 'toys/half', size: 4096 }, 'malformed'],
  ])('is refused with %s', async (_what, entry, expected) => {
    expect(await problem(withEntry(entry))).toBe(expected);
  });

  test('is refused with too many files, and where it is none or half of one', async () => {
    const many = Array.from({ length: 2002 }, (_, at) => ({ name: `toys/${at}` }));
    expect(await problem(tarBz2(many))).toMatch(/^malformed toys\//);
    const whole = tarBz2(toyTarEntries());
    const middle = Math.floor(whole.length / 2);
    expect(await problem(whole.subarray(0, middle))).toBe('malformed');
    expect(await problem(bzip2(Buffer.from('no tar at all')))).toBe('malformed');
    expect(await problem(Buffer.from('BZh9 is no bzip2'))).toBe('malformed');
    const spoilt = Buffer.from(whole);
    spoilt.fill(0, middle, middle + 8);
    expect(await problem(spoilt)).toBe('malformed');
  });

  test('is left at once where it is called off', async () => {
    const end = new AbortController();
    const called = new Error('called off');
    const installing = installPack({
      source: written(TOY_ARCHIVE),
      folder,
      known: [KNOWN],
      signal: end.signal,
      onLooked: () => end.abort(called),
    });
    await expect(installing).rejects.toBe(called);
    expect(readdirSync(folder)).toEqual([]);
  });
});
