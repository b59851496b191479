import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MonotonicClock } from '../common/clock.ts';
import { openStorage } from '../host/shared-storage.ts';
import { type Fault, type FaultyProxy, faultyProxy } from '../testing/faulty-proxy.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { contentOf, namesIn, RenderedFiles, sampleBytes, testObjectStore } from '../testing/object-store-contract.ts';
import { S3_CREDENTIALS, S3Server } from '../testing/s3-server.ts';
import { parseS3Address } from './s3-address.ts';
import { S3Objects } from './s3-objects.ts';

/** A clock that doesn't wait between attempts and never reaches time limits. */
const IMPATIENT: MonotonicClock = {
  now: () => 0,
  sleep: (ms, signal) =>
    ms < 5000 ? Promise.resolve() : new Promise((_, reject) => signal.addEventListener('abort', reject)),
};

const server = new S3Server();
const environment = { ...process.env };
let folders = 0;

const newPrefix = (): string => {
  folders += 1;
  return `test-${folders}`;
};
const openStore = (endpoint = server.endpoint, clock = IMPATIENT, prefix = newPrefix()): Promise<S3Objects> =>
  S3Objects.load(parseS3Address(server.address(prefix, endpoint)), { clock, pageSize: 25 });

beforeAll(async () => {
  Object.assign(process.env, S3_CREDENTIALS);
  await server.start();
});
afterAll(async () => {
  await server.remove();
  process.env = environment;
});

describe('objects in a bucket', () => {
  testObjectStore(() => openStore());

  test('lists only its own folder', async () => {
    const files = new RenderedFiles();
    const prefix = newPrefix();
    const outer = await openStore(undefined, undefined, prefix);
    const inner = await openStore(undefined, undefined, `${prefix}/inner`);
    await outer.put('outer.mp3', files.write(sampleBytes(1)));
    await inner.put('inner.mp3', files.write(sampleBytes(1)));
    expect(await namesIn(outer)).toEqual(['outer.mp3']);
    expect(await namesIn(inner)).toEqual(['inner.mp3']);
    files.remove();
  });

  test('can be opened with the bucket’s address', async () => {
    const files = new RenderedFiles();
    const { objects: store } = await openStorage(server.address(newPrefix()), tmpdir());
    await store.put('sj-1.mp3', files.write(sampleBytes(10)));
    expect(await contentOf(store, 'sj-1.mp3')).toEqual(sampleBytes(10));
    files.remove();
  });

  test('can’t be used with wrong credentials', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'unknown-key', AWS_SECRET_ACCESS_KEY: 'unknown-secret' });
    const failure: unknown = await openStorage(server.address('audio'), tmpdir()).catch((error: unknown) => error);
    Object.assign(process.env, S3_CREDENTIALS);
    expect(String(failure)).toContain('it refused access (403 InvalidAccessKeyId). Check the credentials');
    expect(String(failure)).not.toContain('unknown');
  });

  test('can’t be used if the bucket is missing', async () => {
    const address = server.address('audio').replace('takes', 'talks');
    await expect(openStorage(address, tmpdir())).rejects.toThrow('there is no bucket “talks”. Create it');
  });
});

describe('when the store fails', () => {
  let proxy: FaultyProxy;
  let files: RenderedFiles;
  let store: S3Objects;
  let direct: S3Objects;
  beforeEach(async () => {
    proxy = await faultyProxy(() => server.endpoint);
    files = new RenderedFiles();
    const prefix = newPrefix();
    store = await openStore(proxy.address, IMPATIENT, prefix);
    direct = await openStore(server.endpoint, IMPATIENT, prefix);
  });
  afterEach(async () => {
    files.remove();
    await proxy.close();
  });

  test.each<[string, readonly Fault[]]>([
    ['responds with errors', [{ status: 503 }, { status: 500 }, { status: 429 }]],
    ['closes the connection', [{ cutUpload: 50_000 }, { cutUpload: 0 }]],
    ['receives corrupted data', ['corrupt']],
  ])('an upload is retried if the store %s', async (_, faults) => {
    proxy.fail('PUT', ...faults);
    // Files over 2 MiB are only sent after the store has sent `100 Continue`.
    const bytes = sampleBytes(2_500_000);
    const path = files.write(bytes);
    await store.put('sj-1.mp3', path);
    expect(existsSync(path)).toBe(false);
    expect((await contentOf(direct, 'sj-1.mp3'))?.equals(bytes)).toBe(true);
    expect(proxy.methods).toEqual(Array(faults.length + 1).fill('PUT'));
  });

  test('an upload that never succeeds leaves no object, and keeps the file', async () => {
    proxy.fail('PUT', ...Array(4).fill({ cutUpload: 100_000 }));
    const path = files.write(sampleBytes(300_000));
    await expect(store.put('sj-1.mp3', path)).rejects.toThrow(
      /can’t be used: the connection failed \((ECONNRESET|EPIPE)\)/,
    );
    expect(existsSync(path)).toBe(true);
    expect(await direct.open('sj-1.mp3')).toBeUndefined();
    await store.put('sj-1.mp3', path);
    expect(await contentOf(direct, 'sj-1.mp3')).toEqual(sampleBytes(300_000));
  });

  test('all requests are retried', async () => {
    await direct.put('sj-1.mp3', files.write(sampleBytes(10)));
    for (const method of ['HEAD', 'GET', 'DELETE']) proxy.fail(method, { status: 503 });
    expect(await contentOf(store, 'sj-1.mp3')).toEqual(sampleBytes(10));
    proxy.fail('GET', { status: 503 });
    expect(await namesIn(store)).toEqual(['sj-1.mp3']);
    await store.remove('sj-1.mp3');
    expect(await direct.open('sj-1.mp3')).toBeUndefined();
  });

  test('permanent errors aren’t retried', async () => {
    proxy.fail('PUT', { status: 403 });
    await expect(store.put('sj-1.mp3', files.write(sampleBytes(10)))).rejects.toThrow('it refused access (403');
    expect(proxy.methods).toEqual(['PUT']);
  });

  test('a bucket without permission to write or remove objects is rejected at startup', async () => {
    const open = () => openStorage(server.address(newPrefix(), proxy.address), tmpdir());
    for (const method of ['PUT', 'DELETE']) {
      proxy.fail(method, { status: 403 });
      await expect(open()).rejects.toThrow('it refused access (403');
    }
    expect(await namesIn((await open()).objects)).toEqual([]);
  });

  test('an interrupted stream is destroyed with an error', async () => {
    await direct.put('sj-1.mp3', files.write(sampleBytes(300_000)));
    proxy.fail('GET', { cutAnswer: 100_000 });
    const found = await store.open('sj-1.mp3');
    const stream = found?.read(0, 299_999);
    await expect(stream && buffer(stream)).rejects.toThrow('can’t be used: the connection failed');
    expect(stream?.destroyed).toBe(true);
  });

  test('a stream of an object that was replaced or removed is destroyed with an error', async () => {
    await direct.put('sj-1.mp3', files.write(sampleBytes(10)));
    const found = await store.open('sj-1.mp3');
    await direct.remove('sj-1.mp3');
    await expect(found && buffer(found.read(0, 9))).rejects.toThrow('it responded with 404');
  });

  test('destroying a stream closes the connection', async () => {
    await direct.put('sj-1.mp3', files.write(sampleBytes(10)));
    proxy.fail('GET', 'hang');
    const found = await store.open('sj-1.mp3');
    const stream = found?.read(0, 9);
    stream?.on('error', () => {}).resume();
    await proxy.hanging();
    stream?.destroy();
    if (stream) await once(stream, 'close');
    expect(proxy.methods).toEqual(['HEAD', 'GET']);
  });

  test('closing an object ends its stream', async () => {
    await direct.put('sj-1.mp3', files.write(sampleBytes(10)));
    proxy.fail('GET', 'hang');
    const found = await store.open('sj-1.mp3');
    const read = found && buffer(found.read(0, 9));
    await proxy.hanging();
    await found?.close();
    await expect(read).rejects.toThrow('can’t be used');
  });

  test('requests without a response are retried, then fail', async () => {
    const clock = new ManualClock();
    const slow = await openStore(proxy.address, clock);
    proxy.fail('HEAD', 'hang', 'hang', 'hang', 'hang');
    const opened = slow.open('sj-1.mp3');
    const failed = expect(opened).rejects.toThrow('it has not responded for 5 s');
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await proxy.hanging();
      await clock.pass(5000);
      // The delay before the next attempt starts only after the request has timed out.
      await new Promise((resolve) => setImmediate(resolve));
      await clock.pass(2000);
    }
    await failed;
  });

  test('a store that has stopped is reported, and used again after a restart', async () => {
    const path = files.write(sampleBytes(100_000));
    await server.kill();
    await expect(direct.put('sj-1.mp3', path)).rejects.toThrow('can’t be used: no server is running there');
    await expect(direct.open('sj-1.mp3')).rejects.toThrow('no server is running there');
    await expect(direct.remove('sj-1.mp3')).rejects.toThrow('no server is running there');
    await expect(namesIn(direct)).rejects.toThrow('no server is running there');
    expect(existsSync(path)).toBe(true);
    await server.start();
    await direct.put('sj-1.mp3', path);
    expect(await contentOf(direct, 'sj-1.mp3')).toEqual(sampleBytes(100_000));
  });
});
