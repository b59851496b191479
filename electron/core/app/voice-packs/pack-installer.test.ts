import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TOY_VITS_FILES, toyPack, writePack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { lockPacks } from '../../../../node/voice-packs/pack-folders.ts';
import { RequestError } from '../../bridge/request-error.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { packsFolder } from './installed-packs.ts';
import { PackInstaller } from './pack-installer.ts';

let place: string;
let folder: string;
let source: string;
let told: string[];
let packs: PackInstaller;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-packs-'));
  folder = packsFolder(place);
  source = join(place, 'source');
  writePack(source);
  told = [];
  packs = new PackInstaller({
    home: place,
    clock: new FakeClock(),
    connections: { current: { kind: 'local' } as never, relistVoices: async () => told.push('listed') > 0 },
    emit: (name) => {
      if (name === 'voices-changed') told.push(name);
    },
    onChange: () => told.push('changed'),
    onDefect: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  await packs.cancel();
  rmSync(place, { recursive: true, force: true });
});

/** What a request answers in place of its value. */
async function refusal(asked: Promise<unknown>): Promise<unknown> {
  const error = await asked.catch((thrown: unknown) => thrown);
  if (!(error instanceof RequestError)) throw error;
  return error.error;
}

const installed = (): string[] => packs.state().packs.map(({ id }) => id);
const bytesOf = (content: string | Uint8Array = ''): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;
const PACK_FILES = { ...TOY_VITS_FILES, 'pack.json': JSON.stringify(toyPack()) };

/** Sends files as the window does, a few bytes at a time. */
async function drop(name: string, files: Readonly<Record<string, string | Uint8Array>>, isFolder = true) {
  const all = Object.entries(files).map(([path, content]) => ({ path, bytes: bytesOf(content) }));
  const sizes = all.map(({ path, bytes }) => ({ path, size: bytes.byteLength }));
  for (const at of packs.receive(name, sizes, isFolder)) {
    const bytes = all[at]?.bytes ?? new Uint8Array();
    const half = Math.floor(bytes.byteLength / 2);
    await packs.receiveChunk(at, bytes.subarray(0, half));
    await packs.receiveChunk(at, bytes.subarray(half));
  }
  return packs.endReceiving();
}

describe('a voice pack that is added in the window', () => {
  test('is shown before anything of it is there, installed on the word, and its voices are listed then', async () => {
    const offered = await packs.offer(source);
    expect(offered.work).toMatchObject({
      stage: 'offered',
      name: 'source',
      replaces: false,
      offer: { name: 'Toy letters', rights: { licence: 'CC-BY-4.0', commercialUse: true, licenceAddress: null } },
    });
    expect([installed(), told]).toEqual([[], []]);
    const after = await packs.install();
    expect(after).toMatchObject({ packs: [{ id: 'toy-letters', problem: null }], work: null });
    expect(told).toEqual(['changed', 'listed', 'voices-changed']);
    expect((await packs.offer(source)).work?.replaces).toBe(true);
  });

  test('leaves nothing where it is called off, before or after it was offered', async () => {
    await packs.offer(source);
    expect(await refusal(packs.offer(source))).toEqual({ kind: 'busy', what: 'pack' });
    expect(await packs.cancel()).toEqual({ packs: [], work: null });
    const archive = join(place, 'pack.zip');
    writeFileSync(archive, zipSync(Object.fromEntries(Object.entries(PACK_FILES).map(([n, c]) => [n, bytesOf(c)]))));
    const offering = refusal(packs.offer(archive));
    await packs.cancel();
    expect(await offering).toEqual({ kind: 'cancelled' });
    expect(readdirSync(folder)).toEqual([]);
    expect(await refusal(packs.install())).toEqual({ kind: 'not-found', what: 'pack' });
  });

  test.each<[string, string, () => void]>([
    [
      'wrong-hash',
      'tokens.txt',
      () => writeFileSync(join(source, 'tokens.txt'), 'x'.repeat(bytesOf(TOY_VITS_FILES['tokens.txt']).length)),
    ],
    ['no-licence', '', () => writePack(source, { ...toyPack(), rights: { commercialUse: true } })],
    ['unlisted', 'run.sh', () => writeFileSync(join(source, 'run.sh'), '')],
  ])('is refused with a reason (%s), and another one can be added after it', async (problem, where, spoil) => {
    spoil();
    const adding = packs.offer(source).then(() => packs.install());
    expect(await refusal(adding)).toEqual({ kind: 'pack', name: 'source', problem, where });
    expect(packs.state()).toEqual({ packs: [], work: null });
    rmSync(source, { recursive: true });
    writePack(source);
    await packs.offer(source);
  });

  test('waits for others that are at work with the packs', async () => {
    mkdirSync(folder, { recursive: true });
    const release = lockPacks(folder);
    expect(await refusal(packs.offer(source))).toMatchObject({ kind: 'pack', problem: 'busy' });
    expect(await refusal(packs.remove('toy-letters'))).toMatchObject({ kind: 'pack', problem: 'busy' });
    release();
  });

  test('is removed, with its voices', async () => {
    await packs.offer(source);
    await packs.install();
    told.length = 0;
    expect(await packs.remove('toy-letters')).toEqual({ packs: [], work: null });
    expect(told).toEqual(['changed', 'listed', 'voices-changed']);
    expect(await refusal(packs.remove('toy-letters'))).toEqual({ kind: 'not-found', what: 'pack' });
  });
});

describe('a voice pack that is dropped on the window', () => {
  test('is taken in as a folder, without what systems leave in it, and as an archive', async () => {
    const withLeftovers = { '.DS_Store': 'x', ...PACK_FILES };
    expect((await drop('toys', withLeftovers)).work).toMatchObject({ stage: 'offered', name: 'toys' });
    await packs.install();
    expect(installed()).toEqual(['toy-letters']);
    const archive = zipSync(Object.fromEntries(Object.entries(PACK_FILES).map(([n, c]) => [`in/${n}`, bytesOf(c)])));
    expect((await drop('toys.zip', { 'toys.zip': archive }, false)).work).toMatchObject({ replaces: true });
    await packs.install();
    expect(installed()).toEqual(['toy-letters']);
  });

  test.each<[string, () => Promise<unknown>, object]>([
    [
      'leads out of its folder',
      () => drop('x', { '../../run.sh': 'x' }),
      { problem: 'malformed', where: '../../run.sh' },
    ],
    ['is no archive', () => drop('x.zip', { 'x.zip': 'no archive' }, false), { problem: 'no-pack' }],
    ['has no pack.json', () => drop('x', { 'a.txt': 'a' }), { problem: 'no-pack' }],
    ['is several files', () => drop('x', { a: 'a', b: 'b' }, false), { problem: 'no-pack' }],
  ])('is refused where it %s', async (_what, dropping, error) => {
    expect(await refusal(Promise.resolve().then(dropping))).toMatchObject({ kind: 'pack', ...error });
    expect(packs.state()).toEqual({ packs: [], work: null });
  });

  test('is refused where less or more comes than was told, or something else', async () => {
    packs.receive('x', [{ path: 'pack.json', size: 4 }], true);
    await packs.receiveChunk(0, bytesOf('ab'));
    expect(await refusal(packs.endReceiving())).toMatchObject({ problem: 'wrong-size', where: 'pack.json' });
    packs.receive('x', [{ path: 'pack.json', size: 4 }], true);
    expect(await refusal(packs.receiveChunk(0, bytesOf('abcde')))).toMatchObject({ kind: 'malformed-request' });
    packs.receive('x', [{ path: 'pack.json', size: 4 }], true);
    expect(await refusal(packs.receiveChunk(1, bytesOf('a')))).toMatchObject({ kind: 'malformed-request' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
