// Webhooks of runs over the real local service: a receiver that takes them, one that refuses, and one that is silent.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let receiver: Server;
let calls: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  workshop = new StudioWorkshop();
  calls = 0;
  answer = (_, response) => void response.writeHead(204).end();
  receiver = createServer((request, response) => {
    calls += 1;
    request.resume();
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterEach(async () => {
  await workshop.clear();
  receiver.closeAllConnections();
  receiver.close();
});

const host = () => `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const address = (path = '/hook?token=secret') => `http://${host()}${path}`;

async function openTold(webhookUrl: string | null): Promise<TestStudio> {
  const studio = await workshop.openWith(EXCERPT);
  const { id } = await studio.ask('connection.status', {});
  await studio.ask('connection.update', { id: id ?? '', webhookUrl });
  return studio;
}

const finished = (studio: TestStudio) => studio.until('run-changed', ({ run }) => run.state === 'finished');
const rowsOf = async (studio: TestStudio) => (await studio.ask('production.snapshot', {})).batches;
const firstLine = async (studio: TestStudio) => {
  const { lineIds } = await studio.ask('review.list', { sort: 'script' });
  return studio.ask('line.detail', { lineId: lineIds[0] ?? 0 });
};

describe('a run of which somebody is told', () => {
  it('shows when its batch and its lines were called, and what was answered', async () => {
    const studio = await openTold(address());
    await studio.ask('production.start', {});
    const { run } = await finished(studio);
    expect(run).toMatchObject({ rendered: 6, failed: 0, inDoubt: 0 });
    await studio.until('run-changed', ({ batches }) => batches.some(({ webhook }) => webhook?.state === 'answered'));
    expect((await rowsOf(studio)).map(({ webhook }) => webhook)).toEqual([
      { host: host(), state: 'answered', calledAt: expect.any(Number), status: 204 },
    ]);
    expect((await firstLine(studio)).webhook).toMatchObject({ host: host(), state: 'answered', status: 204 });
    // One for each line, and one for the batch.
    expect(calls).toBe(7);
    // What is kept and told of it is whose it is, and not the whole address.
    expect(JSON.stringify([studio.events, studio.notices, await rowsOf(studio)])).not.toContain('token=secret');
  });

  it('ends as it would where the receiver answers 500, and says so', async () => {
    answer = (_, response) => void response.writeHead(500).end('<h1>No</h1>');
    const studio = await openTold(address());
    await studio.ask('production.start', {});
    expect((await finished(studio)).run).toMatchObject({ rendered: 6, failed: 0, stopped: null });
    await studio.until('run-changed', ({ batches }) => batches.some(({ webhook }) => webhook?.state === 'failed'));
    expect((await rowsOf(studio))[0]?.webhook).toMatchObject({ state: 'failed', status: 500 });
  });

  it('ends as it would where the receiver never answers', async () => {
    answer = () => {};
    const studio = await openTold(address());
    await studio.ask('production.start', {});
    expect((await finished(studio)).run).toMatchObject({ rendered: 6, failed: 0, stopped: null });
    expect((await rowsOf(studio))[0]?.webhook).toMatchObject({ state: 'waiting', calledAt: null });
  });

  it('can skip the configured webhook, or use another address', async () => {
    const studio = await openTold(address());
    const [first] = await studio.ask('project.chapters', {});
    await studio.ask('production.start', { chapterIds: [first?.id ?? null], webhookUrl: null });
    await finished(studio);
    expect((await rowsOf(studio)).map(({ webhook }) => webhook)).toEqual([null]);
    expect(calls).toBe(0);
    studio.forget();
    await studio.ask('production.start', { webhookUrl: address('/other') });
    await finished(studio);
    expect((await rowsOf(studio)).at(-1)?.webhook?.host).toBe(host());
  });

  it('stops and says why where the service calls no such address; nothing is sent in pieces for it', async () => {
    const studio = await openTold('https://hooks.example/secret');
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.stopped !== null);
    expect(run.stopped).toMatchObject({ kind: 'refuses-webhook' });
    expect(run).toMatchObject({ failed: 0, waiting: 6 });
  });
});
