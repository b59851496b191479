// Checking an account whose service takes the question and never answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLinkOpener } from '../compose.ts';
import { type LocalServer, serveHttp } from '../core/api/testing/local-server.ts';
import { ConnectionBook } from '../core/app/connections/connection-book.ts';
import { openConnectionKeys } from '../core/app/connections/connection-keys.ts';
import { ConnectionManager } from '../core/app/connections/connection-manager.ts';
import { systemRandom } from '../core/system.ts';
import { FakeClock } from '../core/testing/fake-clock.ts';

let home: string;
let server: LocalServer;
let clock: FakeClock;
let asked: Promise<void>;
let connections: ConnectionManager;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'lectern-check-'));
  vi.stubEnv('LECTERN_HOME', home);
  const { promise, resolve } = Promise.withResolvers<void>();
  asked = promise;
  server = await serveHttp(() => resolve());
  clock = new FakeClock();
  connections = new ConnectionManager({
    book: await ConnectionBook.open(home, { clock, random: systemRandom }),
    keys: openConnectionKeys(home, { isAvailable: () => false, encrypt: () => new Uint8Array(), decrypt: () => '' }),
    openLink: createLinkOpener(),
    clock,
    onChange: () => {},
    onRelease: async () => {},
    onLimitsProblem: () => {},
    onDefect: () => {},
  });
});
afterEach(async () => {
  await connections.close();
  await server.close();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const account = () => ({
  name: 'Studio',
  baseUrl: server.url.href,
  userId: 'anna',
  budget: { plan: 'growth' as const, limits: {}, sharePercent: 100 },
  pricePerThousand: null,
  currency: 'EUR',
  webhookUrl: null,
  inDoubtPolicy: 'ask' as const,
  keyStorage: 'file' as const,
});

it('ends after fifteen seconds with the reason, and nothing is kept', async () => {
  const added = connections.add(account(), 'key');
  await asked;
  await clock.advance(14_999);
  await clock.advance(1);
  expect(await added).toMatchObject({ ok: false, problem: { kind: 'connection', failure: 'timeout' } });
  expect(await connections.list()).toEqual([]);
  expect(clock.sleeping).toBe(0);
});

it('ends at once when it is called off, and nothing is kept', async () => {
  const added = connections.add(account(), 'key');
  const refused = expect(added).rejects.toMatchObject({ error: { kind: 'cancelled' } });
  await asked;
  connections.cancelCheck();
  await refused;
  expect(await connections.list()).toEqual([]);
  expect(clock.sleeping).toBe(0);
});
