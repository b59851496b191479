// A connection that failed says nothing about the next one.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LocalServer, serveHttp } from '../core/api/testing/local-server.ts';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import type { OpenLink } from '../core/production/service-link.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let service: LocalServer;
beforeEach(async () => {
  workshop = new StudioWorkshop('silent', 'own');
  service = await serveHttp((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"a","name":"Ada"}]');
  });
});
afterEach(async () => {
  await workshop.clear();
  await service.close();
});

/** Keeps the local service from starting. */
const damage = () => {
  mkdirSync(join(workshop.home, 'service'), { recursive: true });
  writeFileSync(join(workshop.home, 'service', 'account.json'), 'nonsense');
};
const mend = () => rmSync(join(workshop.home, 'service'), { recursive: true });

const addAccount = (studio: TestStudio) =>
  studio.ask('connection.add', {
    name: 'Studio',
    baseUrl: service.url.href,
    userId: 'anna',
    key: 'sk-a-key',
    budget: { plan: 'growth', limits: {}, sharePercent: 100 },
    pricePerThousand: null,
    currency: 'EUR',
    webhookUrl: null,
    inDoubtPolicy: 'ask',
    keyStorage: 'file',
  });

it('an account works after a local service that did not start', async () => {
  damage();
  const studio = await workshop.open();
  expect(await studio.refusal('connection.useLocal', { plan: null })).toMatchObject({ kind: 'local-service' });
  expect(await studio.refusal('voices.list', {})).toMatchObject({ kind: 'local-service' });
  expect(await addAccount(studio)).toMatchObject({ ok: true });
  expect((await studio.ask('voices.list', {})).map(({ id }) => id)).toEqual(['a']);
  expect(await studio.ask('project.create', { name: 'New' })).toMatchObject({ name: 'New' });
});

it('after the removal of such a connection there is none, and that is what is said', async () => {
  damage();
  const studio = await workshop.open();
  await studio.refusal('connection.useLocal', { plan: null });
  const [local] = await studio.ask('connection.list', {});
  await studio.ask('connection.remove', { id: local?.id ?? '' });
  expect(await studio.refusal('voices.list', {})).toEqual({ kind: 'no-connection' });
});

it('the local service itself works once it can start', async () => {
  damage();
  const studio = await workshop.open();
  await studio.refusal('connection.useLocal', { plan: null });
  mend();
  expect(await studio.ask('connection.useLocal', { plan: null })).toMatchObject({ state: 'ready' });
  expect((await studio.ask('voices.list', {})).length).toBeGreaterThan(0);
});

it('one that fails late does not mark the next one as failed', async () => {
  const late = Promise.withResolvers<never>();
  const studio = await workshop.open(
    (open): OpenLink =>
      (choice, ...rest) =>
        choice.baseUrl ? open(choice, ...rest) : late.promise,
  );
  const local = studio.studio.handle('connection.useLocal', { plan: null });
  await studio.until('connection-changed', ({ status }) => status.state === 'connecting');
  expect(await addAccount(studio)).toMatchObject({ ok: true, status: { state: 'ready' } });
  const told = studio.events.length;
  late.reject(new LocalServiceError({ kind: 'no-answer' }));
  await local;
  expect(studio.events.slice(told)).toEqual([]);
  expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'ready', kind: 'account', failure: null });
  expect(await studio.ask('voices.list', {})).toHaveLength(1);
});

it('a request that waits for the one before is answered by the one that took its place', async () => {
  const never = Promise.withResolvers<never>();
  const studio = await workshop.open(
    (open): OpenLink =>
      (choice, ...rest) =>
        choice.baseUrl ? open(choice, ...rest) : never.promise,
  );
  void studio.studio.handle('connection.useLocal', { plan: null });
  await studio.until('connection-changed', ({ status }) => status.state === 'connecting');
  const waiting = studio.ask('voices.list', {});
  await addAccount(studio);
  never.reject(new LocalServiceError({ kind: 'no-answer' }));
  expect(await waiting).toHaveLength(1);
});
