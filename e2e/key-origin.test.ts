// The key of one server is never sent to another one, whatever becomes of the connection's address: changed while it is
// being tested, on a drive that can't be written, by a process that is killed half way, or by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLinkOpener } from '../electron/compose.ts';
import { type LocalServer, serveHttp } from '../electron/core/api/testing/local-server.ts';
import type { SecretBox } from '../electron/core/app/secret-store.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { createStudio } from '../electron/studio/serve.ts';
import { TestStudio } from '../electron/studio/testing/test-studio.ts';
import type { KeyStorage } from '../shared/ipc/settings-requests.ts';
import { canMount, type Drive, makeReadOnly, mountDrive } from './support/drives.ts';

const KEY = 'sk-for-the-first-server-alone';

/** A service that takes any key, and notes what it was sent. */
interface Service extends LocalServer {
  readonly seen: string[];
}

async function startService(): Promise<Service> {
  const seen: string[] = [];
  const server = await serveHttp((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"a","name":"Ada"}]');
  });
  return { ...server, seen };
}

/** Turns bits over: sealed, for a test. */
const BOX: SecretBox = {
  isAvailable: () => true,
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0xff),
  decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString(),
};

let folder: string;
let home: string;
let first: Service;
let second: Service;
let drive: Drive | null;
const studios: TestStudio[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-key-'));
  home = join(folder, 'home');
  mkdirSync(home);
  process.env['LECTERN_HOME'] = home;
  drive = null;
  [first, second] = await Promise.all([startService(), startService()]);
});
afterEach(async () => {
  for (const studio of studios.splice(0)) await studio.internal('quit', {});
  await Promise.all([first.close(), second.close()]);
  drive?.remove();
  rmSync(folder, { recursive: true, force: true });
  // It was at work in each of these tests, so that what it was not sent says something.
  expect(first.seen.some((headers) => headers.includes(KEY))).toBe(true);
  expect(second.seen.filter((headers) => headers.includes(KEY))).toEqual([]);
});

async function open(): Promise<TestStudio> {
  const studio = await createStudio({
    home,
    projectsFolder: join(folder, 'projects'),
    samplesFolder: folder,
    openLink: createLinkOpener(),
    secretBox: BOX,
    clock: systemClock,
    random: systemRandom,
    notice: () => {},
  });
  const test = new TestStudio(studio);
  studios.push(test);
  return test;
}

/** A studio with an account of the first server. */
async function openWithAccount(keyStorage: KeyStorage = 'file') {
  const studio = await open();
  await studio.ask('connection.add', {
    name: 'Studio',
    baseUrl: first.url.href,
    userId: 'anna',
    key: KEY,
    budget: { plan: 'growth', limits: {}, sharePercent: 100 },
    pricePerThousand: null,
    currency: 'EUR',
    webhookUrl: null,
    inDoubtPolicy: 'ask',
    keyStorage,
  });
  const { id } = await studio.ask('connection.status', {});
  return { studio, id: id ?? '' };
}

/** Has the studio use the connection in every way that sends a key. */
async function tryAll(studio: TestStudio, id: string): Promise<void> {
  await studio.studio.handle('connection.use', { id });
  await studio.studio.handle('connection.test', { id });
  await studio.studio.handle('voices.list', {});
}

async function restart(id: string): Promise<TestStudio> {
  await studios.pop()?.internal('quit', {});
  const studio = await open();
  await tryAll(studio, id);
  return studio;
}

const document = () => join(home, 'connections.json');

/** Changes the address as a user with a text editor would. */
function editAddress(baseUrl: string): void {
  const kept = JSON.parse(readFileSync(document(), 'utf8'));
  for (const connection of kept.connections) connection.baseUrl = baseUrl;
  writeFileSync(document(), JSON.stringify(kept));
}

describe.each(['file', 'keychain', 'ask'] as const)(
  'a key that is kept by "%s" stays with its server',
  (keyStorage) => {
    it('when the address changes while the connection is tested and used', async () => {
      const { studio, id } = await openWithAccount(keyStorage);
      const there = first.url.href;
      for (const [round, baseUrl] of [second.url.href, there, second.url.href].entries()) {
        const update = studio.studio.handle('connection.update', { id, baseUrl });
        const others = [];
        for (let turn = 0; turn < 8; turn += 1) {
          others.push(studio.studio.handle('connection.test', { id }), tryAll(studio, id));
          await new Promise(setImmediate);
        }
        await Promise.all([update, ...others]);
        if (baseUrl === there && round < 2) await studio.ask('connection.enterKey', { id, key: KEY, use: true });
      }
      expect(await studio.ask('connection.list', {})).toMatchObject([{ baseUrl: second.url.href, hasKey: false }]);
      expect(await studio.refusal('connection.test', { id })).toMatchObject({ kind: 'key-needed' });
    });

    it('when the change of address can’t be written: a folder is in its file’s place', async () => {
      const { studio, id } = await openWithAccount(keyStorage);
      rmSync(document());
      mkdirSync(join(document(), 'full'), { recursive: true });
      expect(await studio.refusal('connection.update', { id, baseUrl: second.url.href })).toMatchObject({
        kind: 'data-folder',
      });
      await tryAll(studio, id);
      expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'key-needed' });
    });

    it('when it is changed to another way of keeping and another server at once', async () => {
      const { studio, id } = await openWithAccount(keyStorage);
      const other = keyStorage === 'file' ? 'ask' : 'file';
      await studio.ask('connection.update', { id, baseUrl: second.url.href, keyStorage: other });
      await tryAll(studio, id);
      expect(await studio.ask('connection.list', {})).toMatchObject([{ keyStorage: other, hasKey: false }]);
    });

    it('when the connection is removed, and brought back beside changes', async () => {
      const { studio, id } = await openWithAccount(keyStorage);
      await Promise.all([
        studio.studio.handle('connection.update', { id, baseUrl: second.url.href }),
        studio.studio.handle('connection.remove', { id }).then(async (removed) => {
          if (removed.ok) await studio.studio.handle('undo.undo', { step: removed.value.step ?? '' });
        }),
        tryAll(studio, id),
      ]);
      await tryAll(studio, id);
    });
  },
);

describe('a key that outlives the process', () => {
  it.each(['file', 'keychain'] as const)(
    'is not used (%s) at an address that was changed by hand',
    async (keyStorage) => {
      const { id } = await openWithAccount(keyStorage);
      await studios.pop()?.internal('quit', {});
      editAddress(second.url.href);
      const studio = await open();
      await studio.until('connection-changed', ({ status }) => status.state === 'key-needed');
      await tryAll(studio, id);
      expect(await studio.ask('connection.list', {})).toMatchObject([{ baseUrl: second.url.href, hasKey: false }]);
      // With the earlier address it is available again: nothing was lost.
      await studio.internal('quit', {});
      studios.pop();
      editAddress(first.url.href);
      const back = await restart(id);
      expect(await back.ask('connection.status', {})).toMatchObject({ state: 'ready' });
    },
  );

  it('is not used by another connection that was given its id by hand', async () => {
    const { id } = await openWithAccount('file');
    await studios.pop()?.internal('quit', {});
    const kept = JSON.parse(readFileSync(document(), 'utf8'));
    kept.connections.unshift({ ...kept.connections[0], baseUrl: second.url.href, name: 'Another' });
    writeFileSync(document(), JSON.stringify(kept));
    await restart(id);
  });

  it.skipIf(!canMount)('is not used at an address that a full drive may not have taken', async () => {
    drive = mountDrive(home, 2_000_000);
    const { studio, id } = await openWithAccount('file');
    drive.fill(0);
    const refused = await studio.refusal('connection.update', { id, baseUrl: second.url.href });
    // The key that was forgotten may have left just the room that the change takes.
    expect([null, 'data-folder']).toContain(refused?.kind ?? null);
    await tryAll(studio, id);
    await restart(id);
  });

  it.skipIf(!canMount)('is not used at an address that a read-only file did not take', async () => {
    const { studio, id } = await openWithAccount('file');
    const makeWritable = makeReadOnly(document());
    try {
      const refused = await studio.refusal('connection.update', { id, baseUrl: second.url.href });
      expect(refused).toMatchObject({ kind: 'data-folder' });
      await tryAll(studio, id);
      await restart(id);
    } finally {
      makeWritable();
    }
  });

  it.skipIf(!canMount)('keeps the address too where it can’t be forgotten', async () => {
    const { studio, id } = await openWithAccount('file');
    const makeWritable = makeReadOnly(join(home, 'keys'));
    try {
      const refused = await studio.refusal('connection.update', { id, baseUrl: second.url.href });
      expect(refused).toMatchObject({ kind: 'data-folder', problem: { kind: 'key-file' } });
      expect(await studio.ask('connection.list', {})).toMatchObject([{ baseUrl: first.url.href, hasKey: true }]);
      await tryAll(studio, id);
    } finally {
      makeWritable();
    }
  });

  it('is not used after a kill at any step of a change of address', async () => {
    const { id } = await openWithAccount('file');
    await studios.pop()?.internal('quit', {});
    const change = fileURLToPath(new URL('./support/change-address.ts', import.meta.url));
    const stateBefore = [document(), join(home, 'keys', `${id}.key`)].map(
      (path) => [path, readFileSync(path)] as const,
    );
    let step = 0;
    for (let killed = true; killed; ) {
      step += 1;
      for (const [path, bytes] of stateBefore) writeFileSync(path, bytes);
      const child = spawn(process.execPath, [change, id, second.url.href, String(step)], { stdio: 'inherit' });
      const [code, signal] = await once(child, 'exit');
      killed = signal === 'SIGKILL';
      if (!killed) expect(code).toBe(0);
      await restart(id);
    }
    // One for each way of keeping keys in files, and one for the document.
    expect(step).toBeGreaterThan(2);
  });
});
