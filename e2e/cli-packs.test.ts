// Voice packs on the command line: installed, spoken with, and what their licence says told with what is exported.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { PackInstaller } from '../electron/core/app/voice-packs/pack-installer.ts';
import { systemClock } from '../electron/core/system.ts';
import { listedFiles, toyPack, writePack } from '../node/testing/toy-models/toy-pack.ts';
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

it('what a pack may be used for is recorded with each take, and said when it is exported', {
  timeout: 60_000,
}, async () => {
  writePack(at('toys'), { ...toyPack(), rights: RIGHTS });
  expect(await lectern(['voices', 'add', at('toys')], account)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('may not be used commercially'),
  });
  writeFileSync(at('play.txt'), 'MARA: Abc.\n\nIVO: Def.\n\nMARA: Ghi.\n');
  writeFileSync(at('cast.json'), JSON.stringify({ MARA: 'Low' }));
  const project = at('Play.lectern');
  const render = ['render', at('play.txt'), '--project', project, '--cast', at('cast.json'), '--out', at('audio')];
  const rendered = await lectern(render, account);
  expect(rendered, rendered.stderr).toMatchObject({ status: 0 });
  expect(rendered.stderr).toContain('Low may not be used commercially (CC-BY-NC-4.0): MARA, 2 lines, such as 1, 3.');
  const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
  const rows = database
    .prepare('SELECT line_id, uses FROM takes JOIN voice_uses ON voice_uses.id = uses_id ORDER BY line_id')
    .all();
  database.close();
  expect(rows.map(({ uses }) => JSON.parse(String(uses))[0])).toMatchObject([
    { name: 'Low', synthesizer: 'Toy letters', rights: RIGHTS, consentId: null },
    { rights: null },
    { name: 'Low', rights: RIGHTS },
  ]);
  writePack(at('home/service/packs/other'), { ...toyPack('other'), rights: undefined });
  expect(await lectern(['voices', 'packs'], account)).toMatchObject({
    stdout: expect.stringMatching(/Toy letters +2 .*CC-BY-NC-4\.0 +not commercial +toy-letters/),
    stderr: expect.stringContaining('other is not used: it does not say what its voices may be used for'),
  });
  // The pack may go: what was recorded stays.
  expect(await lectern(['voices', 'remove', 'toy-letters'], account)).toMatchObject({ status: 0 });
  const exported = await lectern(['export', project, '--out', at('again'), '--as', 'lines', '--json'], account);
  expect(JSON.parse(exported.stdout)).toMatchObject({ credits: [CREDIT] });
  expect(exported.stderr).toContain('Forbidden with Toy letters: Imitating a living person.');
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
        connections: { current: null, listAgain: async () => {} },
        emit: () => {},
        onDefect: () => {},
      });
      await packs.offer(at('large'));
      await expect(packs.install()).rejects.toMatchObject({ error: { kind: 'pack', problem: 'disk-full' } });
      expect(readdirSync(join(drive.path, 'service', 'packs'))).toEqual([]);
    } finally {
      drive.remove();
    }
  });
});
