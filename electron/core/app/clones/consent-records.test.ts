import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { filesIn, modeOf, temporaryDataFolder } from '../testing/data-folder.ts';
import { ConsentRecords, type NewConsent } from './consent-records.ts';

const CONSENT: NewConsent = {
  person: 'Ada Lovelace',
  purpose: 'The audiobook “Notes”',
  givenOn: '2026-11-20',
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
    expect((await open()).list()).toEqual([{ ...CONSENT, id, voice: null, recordedAt: clock.now(), deletedAt: null }]);
    await records.recordVoice(id, 'voice-1');
    await clock.advance(1_000);
    await records.recordDeletion('voice-1');
    await records.recordDeletion('another');
    expect((await open()).list()).toMatchObject([{ id, voice: 'voice-1', deletedAt: clock.now() }]);
    expect([...filesIn(folder.path).keys()]).toEqual(['consents.json']);
    expect(modeOf(join(folder.path, 'consents.json'))).toBe('600');
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
