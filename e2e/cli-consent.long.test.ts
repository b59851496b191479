// Checks that takes by cloned voices are only exported with a valid consent or a recorded decision.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CLONED_VOICE_PREFIX } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const book = at('book.lectern');
const script = at('book.txt');
const VOICE = `${CLONED_VOICE_PREFIX}abc/manifest.json`;

let service: ServiceProcess;
let silent: Readonly<Record<string, string>>;
let connection: { readonly origin: string; readonly userId: string };

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  silent = { ...service.environment, LECTERN_HOME: at('home') };
  writeFileSync(script, '# One\n\nThe lamp was lit.\n\nNobody came.\n');
  await call('import', script, '--project', book, '--kind', 'audiobook');
  await call('render', book, '--fail-on', 'never');
  // Simulates a voice that was cloned on another computer.
  const database = new DatabaseSync(join(book, 'project.db'));
  database.prepare(`UPDATE takes SET request = json_set(request, '$.voice', ?)`).run(VOICE);
  const row = database.prepare('SELECT source FROM takes').get();
  connection = JSON.parse(String(row?.['source']));
  database.close();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const run = (...args: readonly string[]) => lectern(args, silent);

async function call(...args: readonly string[]) {
  const result = await run(...args);
  expect(result.status, result.stderr).toBe(0);
  return result;
}

const exportTo = (out: string, ...options: readonly string[]) =>
  run('export', book, '--out', at(out), '--as', 'm4b', '--fail-on', 'never', '--json', ...options);

const consents = (change: object = {}) => ({
  lectern: 'consents',
  version: 1,
  consents: [
    {
      person: 'Ada Lovelace',
      purpose: 'The audiobook “Notes”',
      givenOn: '2026-01-02',
      voice: VOICE,
      voiceName: 'Ada',
      statement: 'Ada Lovelace agreed.',
      sample: null,
      connection: { origin: connection.origin, userId: connection.userId, name: 'Local service' },
      recordedAt: '2026-01-02T10:00:00.000Z',
      deletedAt: null,
      ...change,
    },
  ],
});

async function importConsents(change: object = {}): Promise<string> {
  writeFileSync(at('consents.json'), JSON.stringify(consents(change)));
  return (await call('consent', 'import', at('consents.json'))).stderr;
}

describe('a cloned voice without a consent on this computer', () => {
  it('can’t be exported until a decision is recorded, which appears in the reports', async () => {
    const refused = await exportTo('refused');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('this computer has no record of the person’s consent');
    expect(refused.stderr).toContain(`lectern consent decide "${book}" "${VOICE}" --reason TEXT --by NAME`);
    expect(existsSync(at('refused'))).toBe(false);
    expect((await run('export', book, '--out', at('lines'), '--as', 'lines')).status).toBe(2);
    // Subtitles contain no speech.
    await call('export', book, '--out', at('srt'), '--as', 'srt', '--fail-on', 'never');

    const check = await run('consent', 'check', book);
    expect([check.status, check.stdout]).toEqual([1, expect.stringContaining('(3 lines)')]);
    const status = JSON.parse((await call('status', book, '--json')).stdout);
    expect(status.consents).toEqual([
      { voice: VOICE, name: VOICE, consent: 'missing', lines: ['1.1', '1.2', '1.3'], decision: null },
    ]);

    const unknown = await run('consent', 'decide', book, 'Bea', '--reason', 'x', '--by', 'y');
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('no cloned voice “Bea”')]);
    await call('consent', 'decide', book, VOICE, '--reason', 'In the contract', '--by', 'Bo Lind');
    const exported = await exportTo('decided');
    expect(exported.status, exported.stderr).toBe(0);
    expect(exported.stderr).toContain('decided by Bo Lind');
    const decision = { voice: VOICE, about: 'missing', reason: 'In the contract', decidedBy: 'Bo Lind' };
    expect(JSON.parse(exported.stdout).disclosure.consentDecisions).toMatchObject([decision]);
    const list = JSON.parse(readFileSync(at('decided', 'delivery.json'), 'utf8'));
    expect(list.disclosure.consentDecisions).toMatchObject([decision]);
    expect((await call('consent', 'check', book)).stdout).toContain('Reason: In the contract');
  });

  it('is exported once the consent is imported, and refused again once it is withdrawn', async () => {
    expect(await importConsents()).toContain('1 consent added');
    expect(await importConsents()).toContain('0 consents added, 1 already recorded');
    await call('consent', 'check', book);
    expect((await exportTo('valid')).status).toBe(0);

    const [{ id }] = JSON.parse((await call('consent', 'list', '--json')).stdout);
    expect((await run('consent', 'withdraw', id, '--on', '2999-01-01')).status).toBe(2);
    expect((await run('consent', 'withdraw', 'nobody')).status).toBe(2);
    const { stderr } = await call('consent', 'withdraw', id, '--on', '2026-11-01', '--note', 'By letter');
    expect(stderr).toContain('Ada Lovelace’s consent to “Ada” is withdrawn as of 2026-11-01');
    const refused = await exportTo('withdrawn');
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('consent was withdrawn')]);

    // Lines that would use the voice again aren't sent.
    const database = new DatabaseSync(join(book, 'project.db'));
    database.prepare('UPDATE roles SET voice = ?').run(VOICE);
    database.close();
    writeFileSync(script, '# One\n\nThe lamp was lit again.\n\nNobody came.\n');
    const render = await run('render', script, '--project', book, '--out', at('again'), '--fail-on', 'never');
    expect([render.status, render.stderr]).toEqual([2, expect.stringContaining('Nothing was sent')]);
  });

  it('is refused if its consent has expired', async () => {
    await importConsents({ validUntil: '2026-01-31', recordedAt: '2026-02-02T10:00:00.000Z' });
    const refused = await exportTo('expired');
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('consent has expired')]);
  });
});

it('a file that isn’t from Lectern is refused', async () => {
  for (const text of ['', 'garbage', '{}', '{"lectern":"consents","version":1,"consents":[{"person":""}]}']) {
    writeFileSync(at('garbage.json'), text);
    const { status, stderr } = await run('consent', 'import', at('garbage.json'));
    expect([status, stderr]).toEqual([2, expect.stringContaining('garbage.json')]);
  }
});
