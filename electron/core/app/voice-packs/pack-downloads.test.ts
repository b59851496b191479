import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventOf } from '../../../../shared/ipc/events.ts';
import { createNodeTransport } from '../../api/node-transport.ts';
import { type LocalServer, serveHttp } from '../../api/testing/local-server.ts';
import { SkippingClock } from '../../api/testing/skipping-clock.ts';
import { PackDownloads } from './pack-downloads.ts';
import { TOY_ARCHIVE, toyKnownPack } from './testing/toy-archive.ts';

const HALF = Math.floor(TOY_ARCHIVE.byteLength / 2);

let home: string;
let server: LocalServer;
let answers: 'half' | 'all' | 'gone';
let told: EventOf<'pack-fetch'>[];
let downloads: PackDownloads;
let changes: number;
/** Networks that were opened, and those that are still open. */
let networks: { opened: number; open: number };

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'lectern-downloads-'));
  server = await serveHttp(({ headers: { range } }, response) => {
    if (answers === 'gone') return void response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const size = TOY_ARCHIVE.byteLength;
    const part = { 'content-range': `bytes ${from}-${size - 1}/${size}` };
    response.writeHead(from > 0 ? 206 : 200, { etag: '"toys"', 'content-length': size - from, ...(from > 0 && part) });
    if (answers === 'all') response.end(TOY_ARCHIVE.subarray(from));
    else response.write(TOY_ARCHIVE.subarray(from, HALF));
  });
  mkdirSync(join(home, 'service'));
  const packs = [toyKnownPack(new URL('/toys.tar.bz2', server.url).href)];
  writeFileSync(join(home, 'service', 'known-packs.json'), JSON.stringify({ format: 1, packs }));
  told = [];
  changes = 0;
  networks = { opened: 0, open: 0 };
  downloads = new PackDownloads({
    home,
    fetch: { clock: new SkippingClock(), random: { next: () => 0 } },
    openNetwork,
    clock: new SkippingClock(),
    emit: (_name, payload) => void told.push(payload as EventOf<'pack-fetch'>),
    packs: {
      packsChanged: async () => {
        changes += 1;
      },
    },
    onDefect: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  await downloads.pause();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

function openNetwork(): ReturnType<typeof createNodeTransport> {
  const network = createNodeTransport();
  networks.opened += 1;
  networks.open += 1;
  return {
    send: network.send,
    close: () => {
      networks.open -= 1;
      network.close();
    },
  };
}

const toys = () => downloads.state().packs.find(({ pack }) => pack.id === 'toy-letters');

/** Resolves once something is told that is as wanted. */
const until = (isWanted: (event: EventOf<'pack-fetch'>) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => void (told.some(isWanted) ? resolve() : setImmediate(look));
    look();
  });
const ended = () => until(({ fetch }) => fetch === null);

test('a pack is fetched while other things go on, paused, gone on with, and its voices are listed then', async () => {
  answers = 'half';
  expect(networks.opened).toBe(0);
  expect(toys()).toMatchObject({ arrived: 0, isInstalled: false, download: TOY_ARCHIVE.byteLength });
  expect(downloads.start('toy-letters').fetch).toMatchObject({ id: 'toy-letters', stage: 'fetching', done: 0 });
  expect(() => downloads.start('kokoro')).toThrow(expect.objectContaining({ error: { kind: 'busy', what: 'pack' } }));
  await until(({ fetch }) => fetch?.done === HALF);
  expect(await downloads.pause()).toMatchObject({ fetch: null, failure: null });
  expect(toys()).toMatchObject({ arrived: HALF, isInstalled: false });
  await ended();
  answers = 'all';
  told.length = 0;
  downloads.start('toy-letters');
  await ended();
  expect(downloads.state()).toMatchObject({ fetch: null, failure: null });
  expect([toys(), changes]).toMatchObject([{ arrived: 0, isInstalled: true }, 1]);
  expect(networks).toEqual({ opened: 2, open: 0 });
});

test('a fetch that fails says why until another one is begun, and one that is given up leaves nothing', async () => {
  answers = 'gone';
  downloads.start('toy-letters');
  await ended();
  expect(downloads.state().failure).toMatchObject({
    id: 'toy-letters',
    error: { kind: 'pack-fetch', name: 'Toy letters', problem: 'refused', status: 404 },
  });
  answers = 'half';
  told.length = 0;
  expect(downloads.start('toy-letters').failure).toBe(null);
  await until(({ fetch }) => fetch?.done === HALF);
  expect(await downloads.cancel('toy-letters')).toMatchObject({ fetch: null, failure: null });
  expect(toys()).toMatchObject({ arrived: 0, isInstalled: false });
  expect(networks.open).toBe(0);
  expect(() => downloads.start('nothing')).toThrow(
    expect.objectContaining({ error: { kind: 'not-found', what: 'pack' } }),
  );
});
