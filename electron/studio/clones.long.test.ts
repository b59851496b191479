import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toyPocketPack, writePack } from '../../node/testing/toy-models/toy-pack.ts';
import type { ParsedRequestOf } from '../../shared/ipc/contract.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop('silent', 'own');
  studio = await workshop.openWith(EXCERPT);
});
afterEach(() => workshop.clear());

/** A hum with its overtones, in which a pitch is heard. */
function sampleOf(seconds: number): Uint8Array<ArrayBuffer> {
  const sampleRate = 24_000;
  const wave = Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
    const turn = (2 * Math.PI * 140 * at) / sampleRate;
    return 0.3 * Math.sin(turn) + 0.15 * Math.sin(2 * turn) + 0.1 * Math.sin(3 * turn);
  });
  return new Uint8Array(encodeWav({ sampleRate, channels: [wave] }));
}

const consent = {
  person: 'Ada Lovelace',
  purpose: 'The audiobook “Notes”.',
  givenOn: '2026-01-02',
  validUntil: null,
};

type Order = ParsedRequestOf<'clone.create'>;

async function orderOf(from: TestStudio, name: string, more: Partial<Order> = {}): Promise<Order> {
  const { sampleId, problems } = await from.ask('clone.readSample', { name: 'ada.wav', bytes: sampleOf(10) });
  expect(problems).toEqual([]);
  return { sampleId, name, gender: 'female', consent, statement: 'Ada Lovelace agreed.', evidence: null, ...more };
}

const records = () => JSON.parse(readFileSync(join(workshop.home, 'consents.json'), 'utf8')).consents;

describe('a clone', () => {
  it('is made with its consent, listed among the voices, heard, cast and deleted for good', async () => {
    expect(await studio.ask('clone.list', {})).toEqual({ voices: [], inDoubt: [], lost: [] });
    studio.forget();
    const made = await studio.ask('clone.create', await orderOf(studio, 'Ada'));
    expect(made).toMatchObject({ name: 'Ada', gender: 'female', roles: [], hasSample: true, consent });
    expect(made.consent?.statement).toBe('Ada Lovelace agreed.');
    await studio.until('voices-changed');
    await studio.until('clone-progress', ({ sentBytes, totalBytes }) => sentBytes === totalBytes);
    expect(await studio.ask('cast.voices', {})).toContainEqual(
      expect.objectContaining({ id: made.id, name: 'Ada', isCloned: true, isCastable: true }),
    );

    expect(await studio.ask('clone.sample', { voice: made.id })).toHaveProperty('auditionId');
    await studio.ask('cast.change', { role: 'LANE', change: { voice: made.id } });
    const { voices } = await studio.ask('clone.list', {});
    expect(voices).toMatchObject([{ id: made.id, roles: ['LANE'], consent: { voice: made.id, deletedAt: null } }]);

    expect(await studio.ask('clone.delete', { voice: made.id })).toEqual({ roles: ['LANE'] });
    expect(await studio.ask('clone.list', {})).toMatchObject({
      voices: [],
      lost: [{ roles: ['LANE'], consent: { voiceName: 'Ada' } }],
    });
    expect((await studio.ask('cast.voices', {})).filter(({ isCloned }) => isCloned)).toEqual([]);
    const { json, records } = await studio.ask('clone.consents', {});
    expect(JSON.parse(json).consents[0]).toMatchObject({ person: 'Ada Lovelace', deletedAt: expect.any(String) });
    expect(records).toMatchObject([{ person: 'Ada Lovelace', voiceName: 'Ada' }]);
    // They have nothing of the sample itself.
    expect(readFileSync(join(workshop.home, 'consents.json')).byteLength).toBeLessThan(3_000);
  });

  it('is there again for another studio, with its consent', async () => {
    await studio.ask('clone.create', await orderOf(studio, 'Ada'));
    const again = await workshop.open();
    await again.ask('connection.useLocal', { plan: null });
    // It connected by itself before: the clones that are listed may still be of that link, and are told again.
    const names = async () => (await again.ask('voices.list', {})).map(({ name }) => name);
    for (again.forget(); !(await names()).includes('Ada'); again.forget()) await again.until('voices-changed');
    expect((await again.ask('clone.list', {})).voices).toMatchObject([{ name: 'Ada', consent, roles: [] }]);
  });

  it('is not asked for with a sample that was forgotten, a consent of the future, or one that can’t be kept', async () => {
    const order = await orderOf(studio, 'Ada');
    const late = { ...consent, givenOn: '2999-01-01' };
    expect(await studio.refusal('clone.create', { ...order, consent: late })).toMatchObject({ field: 'consent' });
    await studio.ask('clone.forgetSample', {});
    expect(await studio.refusal('clone.create', order)).toEqual({ kind: 'not-found', what: 'sample' });
    expect(await studio.ask('clone.readSample', { name: 'x', bytes: sampleOf(1) })).toMatchObject({
      problems: ['too-short'],
    });
    expect((await studio.ask('clone.list', {})).voices).toEqual([]);
  });

  it('has its consent on the disk before anything is sent, and leaves none where the service refuses it', async () => {
    const service = await pretend((path, _body, answer) => {
      if (path === 'POST /api/v2/cloned-voices/instant') {
        expect(records()).toMatchObject([{ person: 'Ada Lovelace', voice: null }]);
        answer(400, { error_id: 'INVALID_PARAMETERS', error_message: 'sample_file has no voice in it' });
      }
    });
    await connect(service.url);
    const error = await studio.refusal('clone.create', await orderOf(studio, 'Ada'));
    expect(error).toMatchObject({ kind: 'service', failure: { kind: 'invalid-parameters' } });
    expect(JSON.stringify(error)).toContain('no voice in it');
    expect(records()).toEqual([]);
    await service.close();
  });
});

it('a clone that speaks has the licence of a pack that another process installed before its first take', async () => {
  const speaking = new StudioWorkshop('espeak', 'own');
  const studio = await speaking.openWith(EXCERPT);
  const made = await studio.ask('clone.create', await orderOf(studio, 'Ada'));
  await studio.ask('cast.change', { role: 'LANE', change: { voice: made.id } });
  const { pack, files } = toyPocketPack();
  writePack(join(speaking.home, 'service', 'packs', pack.id), pack, files);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  const { voices } = await studio.ask('export.usedVoices', {
    allowStale: false,
    approvedOnly: false,
    chapterIds: null,
  });
  expect(voices.find(({ roles }) => roles.includes('LANE'))?.use).toMatchObject({
    voice: made.id,
    synthesizer: pack.name,
    rights: { licence: pack.rights.licence },
  });
  await speaking.clear();
});

describe('takes by a clone without a valid consent', () => {
  const whole = { allowStale: false, approvedOnly: false, chapterIds: null };
  const lines = { template: '{line}', format: 'wav' as const, ...whole };

  async function rendered(): Promise<{ readonly id: string; readonly folderId: string; readonly outDir: string }> {
    const { id } = await studio.ask('clone.create', await orderOf(studio, 'Ada'));
    await studio.ask('cast.change', { role: 'LANE', change: { voice: id } });
    await studio.ask('production.start', {});
    await studio.until('run-changed', ({ run }) => run.state === 'finished');
    const outDir = join(workshop.folder, 'out');
    const { folderId } = await studio.internal('registerExportFolder', { path: outDir });
    return { id, folderId, outDir };
  }

  it('are marked once it is withdrawn, can’t be exported without a decision, and can’t be rendered again', async () => {
    const { id, folderId, outDir } = await rendered();
    expect(await studio.ask('consent.voices', {})).toMatchObject([{ voice: id, name: 'Ada', state: 'valid' }]);
    const [recorded] = (await studio.ask('clone.consents', {})).records;
    const withdrawal = { on: '2026-11-28', note: 'By letter' };
    const future = { on: '2999-01-01', note: null };
    expect(await studio.refusal('consent.withdraw', { id: recorded?.id ?? '', withdrawal: future })).toMatchObject({
      field: 'consent',
    });
    await studio.ask('consent.withdraw', { id: recorded?.id ?? '', withdrawal });
    await studio.until('consents-changed');
    const [voice] = await studio.ask('consent.voices', {});
    expect(voice).toMatchObject({ state: 'withdrawn', decision: null, roles: ['LANE'] });
    const marked = await studio.ask('review.list', { sort: 'script', consentOnly: true });
    expect(marked.lineIds).toEqual(voice?.lineIds);

    const refused = { kind: 'consent', doing: 'export', voices: [{ name: 'Ada', state: 'withdrawn' }] };
    expect(await studio.refusal('export.startLines', { ...lines, folderId })).toMatchObject(refused);
    const m4b = { kind: 'm4b' as const, options: whole, untitled: 'Opening', folderId };
    expect(await studio.refusal('export.startFiles', m4b)).toMatchObject(refused);
    expect(existsSync(outDir)).toBe(false);

    const lineIds = [...(voice?.lineIds ?? [])];
    const again = await studio.refusal('take.retake', { lineIds, reject: false, takes: 1 });
    expect(again).toMatchObject({ kind: 'consent', doing: 'render', voices: [{ name: 'Ada', lines: lineIds.length }] });

    const identity = { origin: voice?.origin ?? '', userId: voice?.userId ?? '', voice: id };
    const decision = { reason: 'The contract covers it', decidedBy: 'Bo' };
    const { step } = await studio.ask('consent.decide', { identity, decision });
    expect(await studio.ask('consent.voices', {})).toMatchObject([{ decision: { ...decision, about: 'withdrawn' } }]);
    await studio.undo({ step });
    expect(await studio.refusal('export.startFiles', m4b)).toMatchObject(refused);
    await studio.ask('undo.redo', { step: step ?? '' });
    studio.forget();
    await studio.ask('export.startFiles', m4b);
    await studio.until('export-changed', ({ state }) => state.running === null);
    const delivery = JSON.parse(readFileSync(join(outDir, 'delivery.json'), 'utf8'));
    expect(delivery.disclosure.consentDecisions).toMatchObject([{ ...decision, voice: id, about: 'withdrawn' }]);
  });

  it('can be exported again once a consent is added', async () => {
    const { id, folderId } = await rendered();
    // Simulates a voice that was cloned on another computer.
    rmSync(join(workshop.home, 'consents.json'));
    const [voice] = await studio.ask('consent.voices', {});
    expect(voice).toMatchObject({ voice: id, state: 'missing' });
    expect(await studio.refusal('export.startLines', { ...lines, folderId })).toMatchObject({ kind: 'consent' });
    const identity = { origin: voice?.origin ?? '', userId: voice?.userId ?? '', voice: id };
    const order = { identity, voiceName: 'Ada', consent, statement: 'Ada agreed.', evidence: null };
    const ended = { ...order, consent: { ...consent, validUntil: '2026-01-03' } };
    expect(await studio.refusal('consent.add', ended)).toMatchObject({ field: 'consent', reason: 'ended' });
    const evidence = { name: 'letter.pdf', bytes: new TextEncoder().encode('a scan') };
    const added = await studio.ask('consent.add', { ...order, evidence });
    expect(added).toMatchObject({ person: 'Ada Lovelace', evidence: { name: 'letter.pdf', sizeBytes: 6 } });
    expect(await studio.ask('consent.voices', {})).toMatchObject([{ state: 'valid' }]);
    studio.forget();
    await studio.ask('export.startLines', { ...lines, folderId });
    const { state } = await studio.until('export-changed', ({ state: { running } }) => running === null);
    expect(state.report?.outcome).toBe('done');
  });
});

describe('a clone in doubt', () => {
  it('keeps its consent, and is known for what it is as soon as the service lists it', async () => {
    let listed: object[] = [{ id: 'older', name: 'Ada' }];
    const service = await pretend((path, _body, answer, hangUp) => {
      if (path === 'GET /api/v2/cloned-voices') answer(200, listed);
      if (path === 'POST /api/v2/cloned-voices/instant') hangUp();
    });
    await connect(service.url);
    const order = await orderOf(studio, 'Ada');
    expect(await studio.refusal('clone.create', order)).toMatchObject({
      kind: 'service',
      failure: { kind: 'in-doubt' },
    });
    // The one that has the same name was there before.
    expect(await studio.ask('clone.list', {})).toMatchObject({
      voices: [{ id: 'older', consent: null }],
      inDoubt: [{ voiceName: 'Ada' }],
    });
    listed = [...listed, { id: 'newer', name: 'Ada' }];
    expect(await studio.ask('clone.list', {})).toMatchObject({
      voices: [
        { id: 'older', consent: null },
        { id: 'newer', consent },
      ],
      inDoubt: [],
    });
    await service.close();
  });

  it('is no failure where the service lists it at once', async () => {
    const listed: object[] = [];
    const service = await pretend((path, _body, answer, hangUp) => {
      if (path === 'GET /api/v2/cloned-voices') answer(200, listed);
      if (path === 'POST /api/v2/cloned-voices/instant') {
        listed.push({ id: 'made', name: 'Ada' });
        hangUp();
      }
    });
    await connect(service.url);
    expect(await studio.ask('clone.create', await orderOf(studio, 'Ada'))).toMatchObject({ id: 'made', consent });
    await service.close();
  });

  it('can be given up', async () => {
    const service = await pretend((path, _body, _answer, hangUp) => {
      if (path === 'POST /api/v2/cloned-voices/instant') hangUp();
    });
    await connect(service.url);
    await studio.refusal('clone.create', await orderOf(studio, 'Ada'));
    const [doubt] = (await studio.ask('clone.list', {})).inDoubt;
    await studio.ask('clone.dropDoubt', { consentId: doubt?.id ?? '' });
    expect((await studio.ask('clone.list', {})).inDoubt).toEqual([]);
    await service.close();
  });

  it('was deleted where the service does not list it any more, though its answer was lost', async () => {
    let listed: object[] = [{ id: 'a', name: 'Ada' }];
    const service = await pretend((path, _body, answer, hangUp) => {
      if (path === 'GET /api/v2/cloned-voices') answer(200, listed);
      if (path === 'DELETE /api/v2/cloned-voices') {
        listed = [];
        hangUp();
      }
    });
    await connect(service.url);
    expect(await studio.ask('clone.delete', { voice: 'a' })).toEqual({ roles: [] });
    await service.close();
  });
});

it('is called off before the service has the sample, and leaves nothing', async () => {
  let isCreating = false;
  const service = await pretend((path) => {
    if (path === 'POST /api/v2/cloned-voices/instant') throw new Error('it was sent');
    if (path === 'GET /api/v2/cloned-voices' && isCreating) void studio.ask('clone.cancel', {});
  });
  await connect(service.url);
  const order = await orderOf(studio, 'Ada');
  isCreating = true;
  expect(await studio.refusal('clone.create', order)).toEqual({ kind: 'cancelled' });
  expect((await studio.ask('clone.consents', {})).records).toEqual([]);
  await service.close();
});

it('is in doubt where it is called off once the service has the sample', async () => {
  const service = await pretend((path, _body, answer) => {
    if (path === 'GET /api/v2/cloned-voices') answer(200, []);
    if (path === 'POST /api/v2/cloned-voices/instant') void studio.ask('clone.cancel', {});
    return path.startsWith('POST') ? 'silent' : undefined;
  });
  await connect(service.url);
  const order = await orderOf(studio, 'Ada');
  expect(await studio.refusal('clone.create', order)).toMatchObject({
    kind: 'service',
    failure: { kind: 'in-doubt' },
  });
  expect((await studio.ask('clone.list', {})).inDoubt).toMatchObject([{ voiceName: 'Ada' }]);
  await service.close();
});

it('keeps its consent where the voice was made and that can’t be written down', async () => {
  const path = join(workshop.home, 'consents.json');
  const service = await pretend((asked, _body, answer) => {
    if (asked !== 'POST /api/v2/cloned-voices/instant') return;
    rmSync(path);
    mkdirSync(join(path, 'full'), { recursive: true });
    answer(201, { id: 'made', name: 'Ada' });
  });
  await connect(service.url);
  expect(await studio.ask('clone.create', await orderOf(studio, 'Ada'))).toMatchObject({ id: 'made', consent });
  await service.close();
});

type Answer = (status: number, body: unknown) => void;

interface Pretended {
  readonly url: string;
  close(): Promise<void>;
}

/** A service that answers what it is told to; what is left is answered as by a service without clones. */
async function pretend(
  take: (path: string, body: Buffer, answer: Answer, hangUp: () => void) => unknown,
): Promise<Pretended> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const answer: Answer = (status, body) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      const path = `${request.method} ${request.url}`;
      const left = take(path, Buffer.concat(parts), answer, () => response.destroy());
      if (left !== 'silent' && !response.headersSent && !response.destroyed) answer(200, []);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function connect(baseUrl: string): Promise<void> {
  const budget = { plan: 'hacker' as const, limits: {}, sharePercent: 100 };
  const account = { name: 'Studio', baseUrl, userId: 'user', budget, pricePerThousand: null, currency: 'USD' };
  const added = { ...account, keyStorage: 'file' as const, key: 'sk-1' };
  const outcome = await studio.ask('connection.add', added as ParsedRequestOf<'connection.add'>);
  expect(outcome).toMatchObject({ ok: true });
}
