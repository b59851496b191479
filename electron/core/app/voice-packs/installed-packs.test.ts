import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TOY_VITS_FILES, toyPack, writePack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { findPackFolders, lockPacks, tryRemoveLeftovers } from '../../../../node/voice-packs/pack-folders.ts';
import { checkPackFiles, PackError, readPack } from '../../../../node/voice-packs/read-pack.ts';
import { installedPacks, installPack, removePack } from './installed-packs.ts';

let place: string;
let folder: string;
let source: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-packs-'));
  folder = join(place, 'packs');
  source = join(place, 'source');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const bytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** A ZIP archive of a pack and more. */
function archive(more: Readonly<Record<string, string | Uint8Array>> = {}, within = ''): string {
  const files = { ...TOY_VITS_FILES, 'pack.json': JSON.stringify(toyPack()) };
  const all = [
    ...Object.entries(files).map(([path, content]) => [within + path, content] as const),
    ...Object.entries(more),
  ];
  const path = join(place, 'pack.zip');
  writeFileSync(path, zipSync(Object.fromEntries(all.map(([name, content]) => [name, bytes(content)]))));
  return path;
}

/** What keeps it from being installed; nothing is left of it. */
async function problem(from: string): Promise<string> {
  const error = await installPack({ source: from, folder }).catch((thrown: unknown) => thrown);
  if (!(error instanceof PackError)) throw error;
  expect(readdirSync(folder)).toEqual([]);
  return `${error.problem} ${error.where}`.trim();
}

describe('a voice pack', () => {
  test('is installed from a folder and from an archive, told of first, replaced, and removed', async () => {
    writePack(source);
    const told: string[] = [];
    await installPack({
      source,
      folder,
      onFound: ({ rights }) => void told.push(`${rights.licence} ${readdirSync(folder)}`),
    });
    expect(told).toEqual(['CC-BY-4.0 .lock']);
    expect(installedPacks(folder).map(({ id }) => id)).toEqual(['toy-letters']);
    await installPack({ source: archive(), folder });
    await installPack({ source: archive({}, 'toy-letters/'), folder });
    expect(readdirSync(folder)).toEqual(['toy-letters~3']);
    expect(installedPacks(folder)).toMatchObject([{ id: 'toy-letters', pack: { name: 'Toy letters' }, problem: null }]);
    expect(readFileSync(join(folder, 'toy-letters~3', 'model.onnx'))).toEqual(
      Buffer.from(bytes(TOY_VITS_FILES['model.onnx'] ?? '')),
    );
    expect(await removePack(folder, '../source')).toBe(false);
    expect(await removePack(folder, 'toy-letters')).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that can not be used is told of, with what is wrong with it', () => {
    writePack(join(folder, 'toy-letters'));
    writePack(join(folder, 'other'));
    writePack(join(folder, 'unlicensed'), { ...toyPack('unlicensed'), rights: undefined });
    expect(installedPacks(folder).map(({ id, problem }) => [id, problem])).toEqual([
      ['toy-letters', null],
      ['other', { kind: 'malformed', where: 'id' }],
      ['unlicensed', { kind: 'no-licence', where: '' }],
    ]);
  });

  test('is not there where it is refused once it is known', async () => {
    writePack(source);
    const refuse = (): void => {
      throw new Error('No.');
    };
    await expect(installPack({ source, folder, onFound: refuse })).rejects.toThrow('No.');
    await expect(installPack({ source: archive(), folder, onFound: refuse })).rejects.toThrow('No.');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is refused where something is in it that is not listed, but for what systems leave behind', async () => {
    writePack(source);
    mkdirSync(join(source, '__MACOSX'));
    writeFileSync(join(source, '__MACOSX', 'x'), '');
    writeFileSync(join(source, '.DS_Store'), '');
    await installPack({ source, folder });
    expect(readdirSync(join(folder, 'toy-letters')).toSorted()).toEqual(['model.onnx', 'pack.json', 'tokens.txt']);
    await removePack(folder, 'toy-letters');
    writeFileSync(join(source, 'setup.sh'), '');
    expect(await problem(source)).toBe('unlisted setup.sh');
    expect(await problem(archive({ 'more/setup.sh': '' }))).toBe('unlisted more/setup.sh');
  });

  test('is refused where a file is a link, or another one than was listed', async () => {
    writePack(source);
    writeFileSync(join(source, 'tokens.txt'), 'x'.repeat(bytes(TOY_VITS_FILES['tokens.txt'] ?? '').length));
    expect(await problem(source)).toBe('wrong-hash tokens.txt');
    rmSync(join(source, 'tokens.txt'));
    symlinkSync('/etc/hostname', join(source, 'tokens.txt'));
    expect(await problem(source)).toBe('missing tokens.txt');
  });

  test.each(['../outside', '/outside', 'a/../../outside', 'C:\\outside', 'NUL', 'a\u0000b'])(
    'is refused as an archive with a file named %j, and nothing is written outside',
    async (name) => {
      const before = readdirSync(place);
      expect(await problem(archive({ [name]: 'x' }))).toBe(`malformed ${name}`);
      expect(readdirSync(place).toSorted()).toEqual([...before, 'pack.zip', 'packs'].toSorted());
    },
  );

  test('is looked at in its archive before anything of it is written, and refused where a file is larger than listed', async () => {
    const seen: string[][] = [];
    await installPack({ source: archive(), folder, onFound: () => void seen.push(readdirSync(folder)) });
    expect(seen).toEqual([['.lock']]);
    await removePack(folder, 'toy-letters');
    const bomb = new Uint8Array(8 * 1024 ** 2);
    expect(await problem(archive({ 'tokens.txt': bomb }))).toBe('wrong-size tokens.txt');
    expect(await problem(archive({ '__MACOSX/x': bomb, more: 'x' }))).toBe('unlisted more');
  });

  test('is refused where it is another one than was shown by then', async () => {
    writePack(source);
    const spoil = (): void => writePack(source, { ...toyPack(), rights: { licence: 'MIT', commercialUse: true } });
    await expect(installPack({ source, folder, onFound: spoil })).rejects.toMatchObject({ problem: 'malformed' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is refused as half an archive, as none, and as one of something else', async () => {
    const whole = readFileSync(archive());
    const half = join(place, 'half.zip');
    writeFileSync(half, whole.subarray(0, whole.length / 2));
    expect(await problem(half)).toMatch(/^(malformed|no-pack|missing)/);
    writeFileSync(half, 'no archive at all');
    expect(await problem(half)).toBe('no-pack');
    writeFileSync(half, '');
    expect(await problem(half)).toBe('no-pack');
    writeFileSync(half, zipSync({ 'a.txt': bytes('x'), 'b.txt': bytes('y') }));
    expect(await problem(half)).toBe('no-pack');
  });
});

/** What a kill at each step of installing the source would leave, in folders of their own. */
async function killedAtEachStep(): Promise<string[]> {
  const copies = join(place, 'copies');
  const entry = new URL('./testing/watched-install.ts', import.meta.url);
  expect(await once(fork(entry, [source, folder, copies], { execArgv: [] }), 'exit')).toEqual([0, null]);
  return readdirSync(copies)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((name) => join(copies, name));
}

/** The name of the one pack that is found in a folder; its files are all right. */
async function found(packs: string): Promise<string | undefined> {
  const [only, ...others] = installedPacks(packs);
  expect(others).toEqual([]);
  const path = join(packs, findPackFolders(packs).get('toy-letters')?.name ?? '');
  await checkPackFiles(path, readPack(path));
  return only?.pack?.name;
}

describe('a voice pack that is replaced', () => {
  test('is the old or the new one at every moment, and nothing of a process that was killed stays', async () => {
    writePack(join(folder, 'toy-letters'), { ...toyPack(), name: 'Old' });
    writePack(source, { ...toyPack(), name: 'New' });
    const names: (string | undefined)[] = [];
    for (const left of await killedAtEachStep()) {
      const name = await found(left);
      names.push(name);
      tryRemoveLeftovers(left);
      expect(await found(left)).toBe(name);
      expect(readdirSync(left)).toEqual([name === 'Old' ? 'toy-letters' : 'toy-letters~2']);
    }
    const firstNew = names.indexOf('New');
    expect(firstNew).toBeGreaterThan(5);
    expect(names).toEqual(names.map((_, at) => (at < firstNew ? 'Old' : 'New')));
    expect(await found(folder)).toBe('New');
  });

  test('does not come back where a process was killed while it removed its successor', async () => {
    writePack(join(folder, 'toy-letters'), { ...toyPack(), name: 'Old' });
    writePack(join(folder, 'toy-letters~2'), { ...toyPack(), name: 'New' });
    expect(await removePack(folder, 'toy-letters')).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not touched while someone else is at work, and neither is what is half there', async () => {
    writePack(source);
    writePack(join(folder, '.half'));
    const release = lockPacks(folder);
    await expect(installPack({ source, folder })).rejects.toThrow(/locked/);
    await expect(removePack(folder, 'toy-letters')).rejects.toThrow(/locked/);
    tryRemoveLeftovers(folder);
    release();
    expect(readdirSync(folder)).toEqual(['.half']);
    await installPack({ source, folder });
    expect(readdirSync(folder)).toEqual(['toy-letters']);
  });
});
