import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { filesIn, modeOf, temporaryDataFolder } from '../testing/data-folder.ts';
import { ConsentRecords, type NewConsent } from './consent-records.ts';
import { consentsAsJson, parseConsents } from './consents-file.ts';

const CONSENT: NewConsent = {
  person: 'Ada Lovelace',
  purpose: 'The audiobook “Notes”',
  givenOn: '2026-11-20',
  validUntil: null,
  voice: null,
  voiceName: 'Ada',
  statement: 'Ada Lovelace agreed.',
  sample: { sha256: 'ab'.repeat(32), sizeBytes: 96_044, seconds: 3 },
  connection: { origin: 'local', userId: 'user-1', name: 'Local service' },
  voicesBefore: [],
};

let folder: ReturnType<typeof temporaryDataFolder>;
let clock: FakeClock;
let ids = 0;
beforeEach(() => {
  folder = temporaryDataFolder();
  clock = new FakeClock();
});
afterEach(() => folder.remove());

const nextId = () => {
  ids += 1;
  return `consent-${ids}`;
};
const open = () => ConsentRecords.open(folder.path, { clock, random: { next: () => 0.5, id: nextId } });

describe('consents', () => {
  it('are there again, with the voice that was made and the day on which it was deleted', async () => {
    const records = await open();
    const { id } = await records.add(CONSENT);
    expect((await open()).list()).toEqual([
      { ...CONSENT, id, recordedAt: clock.now(), evidence: null, deletedAt: null, withdrawal: null },
    ]);
    await records.recordVoice(id, 'voice-1');
    await clock.advance(1_000);
    await records.recordDeletion('voice-1');
    await records.recordDeletion('another');
    expect((await open()).list()).toMatchObject([{ id, voice: 'voice-1', deletedAt: clock.now() }]);
    expect([...filesIn(folder.path).keys()]).toEqual(['consents.json']);
    expect(modeOf(join(folder.path, 'consents.json'))).toBe('600');
  });

  it('from version 1, without end date, evidence and withdrawal, are kept', async () => {
    const { validUntil: _, ...former } = CONSENT;
    const record = { ...former, id: 'old', voice: 'voice-1', recordedAt: 1, deletedAt: null };
    writeFileSync(join(folder.path, 'consents.json'), JSON.stringify({ version: 1, consents: [record] }));
    const records = await open();
    expect(records.problem).toBeNull();
    expect(records.list()).toEqual([{ ...record, validUntil: null, evidence: null, withdrawal: null }]);
    await records.withdraw('old', { on: '2026-11-28', note: 'By letter' });
    expect(JSON.parse(readFileSync(join(folder.path, 'consents.json'), 'utf8'))).toMatchObject({
      version: 2,
      consents: [{ id: 'old', withdrawal: { on: '2026-11-28', note: 'By letter', recordedAt: clock.now() } }],
    });
  });

  it('keep the first withdrawal', async () => {
    const records = await open();
    const { id } = await records.add({ ...CONSENT, voice: 'voice-1' });
    await records.withdraw(id, { on: '2026-11-28', note: null });
    await records.withdraw(id, { on: '2026-11-29', note: null });
    expect(records.list()).toMatchObject([{ withdrawal: { on: '2026-11-28' } }]);
  });

  it('are changed by two processes without losing any', async () => {
    const [window, commandLine] = [await open(), await open()];
    const { id } = await window.add({ ...CONSENT, voice: 'voice-1' });
    await commandLine.add({ ...CONSENT, voice: 'voice-2' });
    await window.withdraw(id, { on: '2026-11-28', note: null });
    expect(await commandLine.refresh()).toMatchObject([
      { voice: 'voice-1', withdrawal: { on: '2026-11-28' } },
      { voice: 'voice-2', withdrawal: null },
    ]);
  });

  it('keep a recording or scan under its hash, readable only by its owner', async () => {
    const records = await open();
    const bytes = new TextEncoder().encode('a scan');
    const { evidence } = await records.add(CONSENT, { name: '../../signed.pdf', bytes });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(evidence).toEqual({ name: '../../signed.pdf', sha256, sizeBytes: 6 });
    expect(readFileSync(join(folder.path, 'consents', sha256), 'utf8')).toBe('a scan');
    expect(modeOf(join(folder.path, 'consents', sha256))).toBe('600');
  });

  it('are imported from another machine’s file only once', async () => {
    const records = await open();
    const { id } = await records.add({ ...CONSENT, voice: 'voice-1', validUntil: '2027-01-01' });
    await records.add(CONSENT);
    await records.withdraw(id, { on: '2026-11-28', note: null });
    const parsed = parseConsents(consentsAsJson(records.list()), nextId);
    // The second voice might not exist.
    expect(parsed).toMatchObject([{ voice: 'voice-1', validUntil: '2027-01-01', withdrawal: { on: '2026-11-28' } }]);
    expect(await records.importRecords(parsed ?? [])).toEqual([]);
    await records.remove(id);
    expect(await records.importRecords(parsed ?? [])).toHaveLength(1);
    expect(records.list()).toHaveLength(2);
    expect(parseConsents('{"lectern":"consents"}', nextId)).toBeNull();
    expect(parseConsents('no JSON', nextId)).toBeNull();
  });

  it('go where the voice was never made', async () => {
    const records = await open();
    const { id } = await records.add(CONSENT);
    await records.remove(id);
    expect((await open()).list()).toEqual([]);
  });

  it('that can’t be kept are not taken', async () => {
    const records = await open();
    mkdirSync(join(folder.path, 'consents.json'));
    await expect(records.add(CONSENT)).rejects.toMatchObject({ name: 'DocumentError' });
    expect(records.list()).toEqual([]);
  });

  it('that make no sense are put aside, and nothing is lost of them', async () => {
    writeFileSync(join(folder.path, 'consents.json'), '{"version":1,"consents":[{"person":"Ada"}]}');
    const records = await open();
    expect(records.problem).toMatchObject({ kind: 'unreadable' });
    await records.add(CONSENT);
    expect([...filesIn(folder.path).keys()]).toHaveLength(2);
  });
});
