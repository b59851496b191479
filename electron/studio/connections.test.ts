// Connections as a producer sets them up: checked at once, kept without their keys, changed while a project is open.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});

afterEach(() => workshop.clear());

/** Whether some file below a folder holds a text. */
function holds(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('an account', () => {
  it('is kept and used where the service accepts it', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.open();
    const added = await studio.ask('connection.add', account);
    expect(added).toMatchObject({ ok: true, status: { state: 'ready', kind: 'account', plan: 'growth' } });
    expect(await studio.ask('connection.list', {})).toMatchObject([
      { kind: 'local' },
      { kind: 'account', name: 'Studio', hasKey: true, keyStorage: 'file', pricePerThousand: 0.2 },
    ]);
    const { id } = await studio.ask('connection.status', {});
    const tested = await studio.ask('connection.test', { id: id ?? '' });
    expect(tested).toMatchObject({ voices: expect.any(Number), failure: null });
  });

  it('with a wrong key is refused with the reason, and nothing of it is kept', async () => {
    const account = await workshop.remoteAccount({ key: 'wrong-key-3141' });
    const studio = await workshop.open();
    const refused = await studio.ask('connection.add', account);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'unauthorized', status: 401 } });
    expect(JSON.stringify(refused)).not.toContain('wrong-key-3141');
    expect(await studio.ask('connection.list', {})).toHaveLength(1);
    expect(await studio.ask('connection.status', {})).toMatchObject({ kind: 'local' });
    expect(holds(workshop.folder, 'wrong-key-3141')).toEqual([]);
  });

  it('at which nothing answers is refused', async () => {
    const account = await workshop.remoteAccount({ baseUrl: 'http://127.0.0.1:9' });
    const studio = await workshop.open();
    expect(await studio.ask('connection.add', account)).toMatchObject({ ok: false, failure: { kind: 'connection' } });
  });

  it('whose key is not to be kept is asked for at the next start', async () => {
    const account = await workshop.remoteAccount({ keyStorage: 'ask' });
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    const again = await workshop.open();
    const { status } = await again.until('connection-changed', (told) => told.status.state === 'key-needed');
    expect(await again.refusal('project.create', { name: 'New' })).toEqual({
      kind: 'key-needed',
      connectionId: status.id,
      connectionName: 'Studio',
    });
    const entered = await again.ask('connection.enterKey', { id: status.id ?? '', use: true, key: account.key });
    expect(entered).toMatchObject({ state: 'ready' });
    expect(holds(workshop.home, account.key).filter((path) => !path.includes('service'))).toEqual([]);
  });

  it('can’t be kept in a keychain that is not there', async () => {
    const account = await workshop.remoteAccount({ keyStorage: 'keychain' });
    const studio = await workshop.open();
    expect(await studio.refusal('connection.add', account)).toEqual({ kind: 'keychain-unavailable' });
    expect(await studio.ask('connection.list', {})).toHaveLength(1);
  });

  it('is not the service of a project that was made with another, until the project is given to it', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.openWith(EXCERPT);
    await studio.ask('connection.add', account);
    const other = { kind: 'other-connection', projectOrigin: 'local' };
    expect(await studio.refusal('production.start', {})).toMatchObject(other);
    const words = { text: 'Yes, sir.', role: 'LANE', lineId: null };
    expect(await studio.refusal('audition.start', words)).toMatchObject(other);
    await studio.ask('project.adoptConnection', {});
    expect(await studio.ask('production.plan', {})).toMatchObject({ price: { currency: 'EUR' } });
    await studio.ask('production.start', {});
    await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 6);
  });

  it('is forgotten with its key', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    const { id } = await studio.ask('connection.status', {});
    const { connections: left } = await studio.ask('connection.remove', { id: id ?? '' });
    expect(left.map(({ kind }) => kind)).toEqual(['local']);
    expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'none', id: null });
    expect(await studio.refusal('voices.list', {})).toEqual({ kind: 'no-connection' });
    expect(holds(join(workshop.home, 'keys'), account.key)).toEqual([]);
  });

  it('that was removed comes back as it was, with its key, which was not on disk while it was removed', async () => {
    const account = await workshop.remoteAccount({
      webhookUrl: 'https://studio.example/hook',
      inDoubtPolicy: 'send-again',
    });
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    await studio.ask('connection.add', { ...account, name: 'Another' });
    const before = await studio.ask('connection.list', {});
    const id = before[1]?.id ?? '';
    await studio.ask('connection.use', { id });
    const removed = await studio.ask('connection.remove', { id });
    expect(holds(join(workshop.home, 'keys'), account.key)).toHaveLength(1);
    expect(await studio.undo(removed)).toEqual({ redo: true });
    expect(await studio.ask('connection.list', {})).toEqual(before);
    expect(await studio.ask('connection.status', {})).toMatchObject({ id, state: 'ready' });
    expect(holds(join(workshop.home, 'keys'), account.key)).toHaveLength(2);
    const step = removed.step ?? '';
    expect(await studio.refusal('undo.undo', { step })).toEqual({ kind: 'not-found', what: 'step' });
    await studio.ask('undo.redo', { step });
    expect((await studio.ask('connection.list', {})).map((left) => left.id)).not.toContain(id);
  });

  it('never takes its key to another service', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    const { id } = await studio.ask('connection.status', {});
    const sameService = await studio.ask('connection.update', { id: id ?? '', baseUrl: `${account.baseUrl}/` });
    expect(sameService).toMatchObject({ hasKey: true });
    const moved = await studio.ask('connection.update', { id: id ?? '', baseUrl: 'http://127.0.0.1:9' });
    expect(moved).toMatchObject({ hasKey: false, baseUrl: 'http://127.0.0.1:9' });
    expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'key-needed' });
    expect(holds(join(workshop.home, 'keys'), account.key)).toEqual([]);
  });

  it('is tested: voices, time, and the limits that this machine goes by', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    const { id } = await studio.ask('connection.status', {});
    const tested = await studio.ask('connection.test', { id: id ?? '' });
    expect(tested.voices).toBeGreaterThan(0);
    expect(tested.answerMs).toBeGreaterThanOrEqual(0);
    // Half of Growth's.
    expect(tested.limits).toContainEqual({ scope: 'batch', requests: 100, characters: 175_000, lowered: false });
  });
});

it('the local service is looked at: whether it runs, where, and what it wrote', async () => {
  workshop = new StudioWorkshop('silent', 'own');
  const studio = await workshop.open();
  expect(await studio.ask('connection.local', {})).toMatchObject({ running: false, address: null, log: [] });
  await studio.ask('connection.useLocal', { plan: null });
  const look = await studio.ask('connection.local', {});
  expect(look).toMatchObject({ running: true, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/) });
  expect(look.folder).toBe(join(workshop.home, 'service'));
  expect(look.log.length).toBeGreaterThan(0);
});

describe('an audition', () => {
  it('speaks words at once, and its audio is there while it comes', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const words = { text: 'Did you hear what I was playing?', role: 'ALGERNON', lineId: null };
    const { auditionId, contentType, characters } = await studio.ask('audition.start', words);
    expect(contentType).toBe('audio/mpeg');
    expect(characters).toBe(words.text.length);
    expect(await studio.internal('auditionType', { auditionId })).toEqual({ contentType });
    let offset = 0;
    for (let done = false; !done; ) {
      const next = await studio.internal('readAudition', { auditionId, offset });
      offset += next?.bytes.byteLength ?? 0;
      done = next?.done ?? true;
    }
    expect(offset).toBeGreaterThan(1_000);
    expect(await studio.ask('review.list', { sort: 'script' })).toMatchObject({ takes: 0 });
  });

  it('of voices that are compared tells its price before it is sent', async () => {
    const account = await workshop.remoteAccount();
    const studio = await workshop.open();
    await studio.ask('connection.add', account);
    const bytes = new TextEncoder().encode(EXCERPT);
    const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
    await studio.ask('project.createFromImport', { importId, name: 'Play' });
    const { lineId = 0 } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const voices = (await studio.ask('cast.voices', {})).slice(0, 3).map(({ id }) => id);
    const words = { role: 'LANE', lineId, text: 'Ten of them.' };
    const { characters, price } = await studio.ask('cast.compareOutlook', { ...words, voices });
    expect(characters).toBe(36);
    expect(price).toEqual({ amount: expect.closeTo(36 * 0.0002, 8), currency: 'EUR' });
  });

  it('ends where another one begins, or it is stopped', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const first = await studio.ask('audition.start', { text: 'One.', role: null, lineId: null });
    const second = await studio.ask('audition.start', { text: 'Two.', role: null, lineId: null });
    expect(await studio.internal('readAudition', { auditionId: first.auditionId, offset: 0 })).toBeNull();
    await studio.ask('audition.stop', {});
    expect(await studio.internal('auditionType', { auditionId: second.auditionId })).toBeNull();
  });
});
