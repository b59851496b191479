// Voice packs on the command line: installed, spoken with, and what their licence says told with what is exported.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decode, durationSeconds } from '@lectern/audio';
import { SHIPPED_PACKS } from '@lectern/tts-protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { serveHttp } from '../electron/core/api/testing/local-server.ts';
import { PackInstaller } from '../electron/core/app/voice-packs/pack-installer.ts';
import { sha256Of, TOY_ARCHIVE, toyKnownPack } from '../electron/core/app/voice-packs/testing/toy-archive.ts';
import { systemClock } from '../electron/core/system.ts';
import { tarBz2 } from '../node/testing/tar.ts';
import {
  listedFiles,
  TOY_VITS_FILES,
  toyKittenPack,
  toyMatchaPack,
  toyPack,
  writePack,
} from '../node/testing/toy-models/toy-pack.ts';
import { toyCtcPack } from '../node/testing/toy-models/toy-recognisers.ts';
import { canMount, mountDrive } from './support/drives.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const account = { LECTERN_HOME: at('home') };
afterAll(() => folder.remove());

const RIGHTS = {
  licence: 'CC-BY-NC-4.0',
  licenceAddress: 'https://creativecommons.org/licenses/by-nc/4.0/',
  attribution: 'Toy letters by the makers of tests',
  commercialUse: false,
  forbiddenUses: ['Imitating a living person.'],
};

const CREDIT = 'Toy letters by the makers of tests, CC-BY-NC-4.0 (https://creativecommons.org/licenses/by-nc/4.0/)';

it('what a pack may be used for is recorded with each take, and said when it is exported', async () => {
  writePack(at('toys'), { ...toyPack(), rights: RIGHTS });
  expect(await lectern(['voices', 'add', at('toys')], account)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('can’t be used commercially'),
  });
  writeFileSync(at('play.txt'), 'MARA: Abc.\n\nIVO: Def.\n\nMARA: Ghi.\n');
  writeFileSync(at('cast.json'), JSON.stringify({ MARA: 'Low' }));
  const project = at('Play.lectern');
  const render = ['render', at('play.txt'), '--project', project, '--cast', at('cast.json'), '--out', at('audio')];
  const rendered = await lectern(render, account);
  expect(rendered, rendered.stderr).toMatchObject({ status: 0 });
  expect(rendered.stderr).toContain('Low can’t be used commercially (CC-BY-NC-4.0): MARA, 2 lines, such as 1, 3.');
  const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
  const rows = database
    .prepare('SELECT line_id, uses FROM takes JOIN voice_uses ON voice_uses.id = uses_id ORDER BY line_id')
    .all();
  database.close();
  expect(rows.map(({ uses }) => JSON.parse(String(uses))[0])).toMatchObject([
    { name: 'Low', synthesizer: 'Toy letters', rights: RIGHTS, consentId: null },
    { synthesizer: 'Flite', rights: { commercialUse: true, forbiddenUses: [] } },
    { name: 'Low', rights: RIGHTS },
  ]);
  writePack(at('home/service/packs/other'), { ...toyPack('other'), rights: undefined });
  expect(await lectern(['voices', 'packs'], account)).toMatchObject({
    stdout: expect.stringMatching(/Toy letters +2 .*CC-BY-NC-4\.0 +non-commercial +toy-letters/),
    stderr: expect.stringContaining('other can’t be used: it doesn’t state the licence of its voices'),
  });
  // The pack may go: what was recorded stays.
  expect(await lectern(['voices', 'remove', 'toy-letters'], account)).toMatchObject({ status: 0 });
  const exported = await lectern(['export', project, '--out', at('again'), '--as', 'lines', '--json'], account);
  expect(JSON.parse(exported.stdout)).toMatchObject({ credits: [CREDIT] });
  expect(exported.stderr).toContain('Not allowed with Toy letters: Imitating a living person.');
});

it.each([
  ['Kitten', toyKittenPack],
  ['Matcha', toyMatchaPack],
])('a pack of a %s model is added, cast, and speaks as long as each text', async (kind, toy) => {
  const { pack, files: models } = toy();
  const home = { LECTERN_HOME: at(`home-${kind}`) };
  writePack(at(pack.id), pack, models);
  expect(await lectern(['voices', 'add', at(pack.id)], home)).toMatchObject({ status: 0 });
  const text = 'Seven words, and then some more.';
  writeFileSync(at(`${kind}.txt`), `MARA: ${text}\n\nMARA: ${text} ${text}\n`);
  writeFileSync(at(`${kind}.json`), JSON.stringify({ MARA: 'Low' }));
  const out = at(`audio-${kind}`);
  const made = ['--project', at(`${kind}.lectern`), '--cast', at(`${kind}.json`), '--out', out, '--format', 'wav'];
  const rendered = await lectern(['render', at(`${kind}.txt`), ...made], home);
  expect(rendered, rendered.stderr).toMatchObject({ status: 0 });
  const files = readdirSync(out).filter((name) => name.endsWith('.wav'));
  const sounds = await Promise.all(files.sort().map((name) => decode(readFileSync(join(out, name)))));
  expect(sounds.map(({ channels: [samples = []] }) => samples.some((sample) => sample > 0.05))).toEqual([true, true]);
  const [once = 0, twice = 0] = sounds.map(durationSeconds);
  expect(once).toBeGreaterThan(1);
  expect(twice / once).toBeCloseTo(2, 0);
});

/** A server that breaks off once in the middle of the archive, and goes on where it is asked to. */
async function servePack(archive: Uint8Array) {
  const half = Math.floor(archive.byteLength / 2);
  const ranges: (string | undefined)[] = [];
  const server = await serveHttp(({ headers: { range } }, response) => {
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, {
      etag: '"toys"',
      'content-length': archive.byteLength - from,
      ...(range === undefined
        ? {}
        : { 'content-range': `bytes ${from}-${archive.byteLength - 1}/${archive.byteLength}` }),
    });
    if (ranges.length > 1) response.end(archive.subarray(from));
    else response.write(archive.subarray(0, half), () => response.socket?.destroySoon());
  });
  return { address: new URL('/toys.tar.bz2', server.url).href, half, ranges, close: () => server.close() };
}

it('a pack of the catalogue is fetched once its licence is accepted, gone on with, cast, and speaks', async () => {
  const server = await servePack(TOY_ARCHIVE);
  const home = { LECTERN_HOME: at('fetching') };
  try {
    const { archive, pack } = toyKnownPack(server.address);
    mkdirSync(at('fetching/service'), { recursive: true });
    const known = { archive, pack: { ...pack, rights: RIGHTS } };
    writeFileSync(at('fetching/service/known-packs.json'), JSON.stringify({ format: 1, packs: [known] }));
    const listed = await lectern(['voices', 'packs', '--known', '--json'], home);
    expect(JSON.parse(listed.stdout)).toHaveLength(SHIPPED_PACKS.packs.length + 1);
    expect(JSON.parse(listed.stdout)[0]).toMatchObject({
      id: 'toy-letters',
      download_bytes: TOY_ARCHIVE.byteLength,
      arrived_bytes: 0,
      installed: false,
      rights: { licence: 'CC-BY-NC-4.0', commercialUse: false },
    });
    const unasked = await lectern(['voices', 'add', 'toy-letters'], home);
    expect(unasked).toMatchObject({ status: 2, stderr: expect.stringMatching(/CC-BY-NC-4\.0[\s\S]*--yes/) });
    expect(server.ranges).toEqual([]);
    const added = await lectern(['voices', 'add', 'toy-letters', '--yes', '--json'], home);
    expect(added, added.stderr).toMatchObject({ status: 0, stderr: expect.stringContaining('Not allowed: Imitating') });
    expect(JSON.parse(added.stdout)).toMatchObject({ id: 'toy-letters', voices: [{ id: 'low' }, { id: 'high' }] });
    expect(server.ranges).toEqual([undefined, `bytes=${server.half}-`]);
    expect(readdirSync(at('fetching/service/arriving-packs'))).toEqual([]);
    writeFileSync(at('letters.txt'), 'MARA: Abc.\n');
    writeFileSync(at('letters.json'), JSON.stringify({ MARA: 'Low' }));
    const spoken = ['--project', at('Letters.lectern'), '--cast', at('letters.json'), '--out', at('letters')];
    const rendered = await lectern(['render', at('letters.txt'), ...spoken], home);
    expect(rendered, rendered.stderr).toMatchObject({ status: 0 });
  } finally {
    await server.close();
  }
});

it('a pack at an address is fetched only with its hash, and only over https or from this machine', async () => {
  const files = Object.entries({ ...TOY_VITS_FILES, 'pack.json': JSON.stringify(toyPack()) });
  const archive = tarBz2(files.map(([name, content]) => ({ name: `toys/${name}`, content })));
  const server = await servePack(archive);
  const home = { LECTERN_HOME: at('addressed') };
  const add = (address: string, ...more: string[]) => lectern(['voices', 'add', address, '--yes', ...more], home);
  try {
    expect(await add(server.address)).toMatchObject({ status: 2, stderr: expect.stringContaining('--sha256') });
    const hash = ['--sha256', sha256Of(archive)];
    expect(await add('http://packs.example/toys.tar.bz2', ...hash)).toMatchObject({ status: 2 });
    expect(server.ranges).toEqual([]);
    const wrong = await add(server.address, '--sha256', 'a'.repeat(64));
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('doesn’t have the expected SHA-256') });
    expect(await add(server.address, ...hash)).toMatchObject({ status: 0 });
    const packs = await lectern(['voices', 'packs', '--json'], home);
    expect(JSON.parse(packs.stdout)).toMatchObject([{ id: 'toy-letters' }]);
    expect(readdirSync(at('addressed/service/arriving-packs'))).toEqual([]);
  } finally {
    await server.close();
  }
});

// A small drive can only be mounted by root on Linux.
describe.skipIf(!canMount)('a drive without room for a pack', () => {
  it('is said to be full, on the command line and in the window, and nothing of the pack stays', async () => {
    const drive = mountDrive(at('drive'), 1024 * 1024);
    try {
      const files = { 'model.onnx': new Uint8Array(2 * 1024 ** 2), 'tokens.txt': 'a 1' };
      writePack(at('large'), { ...toyPack('large', files), files: listedFiles(files) }, files);
      const added = await lectern(['voices', 'add', at('large')], { LECTERN_HOME: drive.path });
      expect(added).toMatchObject({ status: 2, stderr: expect.stringMatching(/is full/) });
      const packs = new PackInstaller({
        home: drive.path,
        clock: systemClock,
        connections: { current: null, relistVoices: async () => true },
        emit: () => {},
        onChange: () => {},
        onDefect: () => {},
      });
      const known = { format: 1, packs: [toyKnownPack('https://packs.example/toys.tar.bz2')] };
      writeFileSync(join(drive.path, 'service', 'known-packs.json'), JSON.stringify(known));
      const fetched = await lectern(['voices', 'add', 'toy-letters', '--yes'], { LECTERN_HOME: drive.path });
      expect(fetched).toMatchObject({ status: 1, stderr: expect.stringMatching(/needs \d+ MB of disk space/) });
      await packs.offer(at('large'));
      await expect(packs.install()).rejects.toMatchObject({ error: { kind: 'pack', problem: 'disk-full' } });
      expect(readdirSync(join(drive.path, 'service', 'packs'))).toEqual([]);
    } finally {
      drive.remove();
    }
  });
});

it('a speech recogniser is added like a pack of voices, listed apart from them, and removed', async () => {
  const home = { LECTERN_HOME: at('recogniser-home') };
  const { pack, files } = toyCtcPack();
  writePack(at('listener'), pack, files);
  writePack(at('more-letters'));
  const added = await lectern(['voices', 'add', at('listener')], home);
  expect(added, added.stderr).toMatchObject({ status: 0 });
  expect(added.stderr).toContain('Toy recogniser: speech recogniser, 1 MB, licence CC-BY-4.0.');
  expect(added.stderr).toContain('Installed. It can now check takes.');
  await lectern(['voices', 'add', at('more-letters')], home);
  const { stdout } = await lectern(['voices', 'packs'], home);
  expect(stdout).toMatch(/Toy letters[\s\S]*Speech recognisers:[\s\S]*Toy recogniser +en, de/);
  expect(JSON.parse((await lectern(['voices', 'packs', '--json'], home)).stdout)).toMatchObject([
    { id: 'toy-letters', kind: 'voices', languages: ['en-US'] },
    { id: 'toy-ctc', kind: 'recogniser', languages: ['en', 'de'], voices: [] },
  ]);
  expect((await lectern(['voices', '--json'], home)).stdout).not.toContain('toy-ctc');
  expect(await lectern(['voices', 'remove', 'toy-ctc'], home)).toMatchObject({ status: 0 });
});
