import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readProvenance } from '../reading/read-provenance.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { tinyWav } from '../testing/tiny-audio.ts';
import { type SigningOrder, signFile } from './sign-file.ts';

let order: SigningOrder;
let folder: string;
beforeAll(async () => {
  order = await signingOrder();
  folder = mkdtempSync(join(tmpdir(), 'stamp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An RFC 3161 reply with the status “rejection”. */
const REJECTION = Buffer.from('30053003020102', 'hex');

describe('a time stamp', () => {
  it.each([
    ['the authority can’t be reached', () => Promise.reject(new TypeError('fetch failed')), { kind: 'unreachable' }],
    ['it answers with an error', async () => new Response('', { status: 503 }), { kind: 'rejected', status: 503 }],
    ['it rejects the request', async () => new Response(REJECTION), { kind: 'rejected', status: 2 }],
    ['it answers with a web page', async () => new Response('<html>'), { kind: 'invalid' }],
    ['its answer never ends', async () => new Response(endless()), { kind: 'invalid' }],
  ])('is left out and reported if %s', async (_, fetch, outcome) => {
    const path = join(folder, 'a.wav');
    writeFileSync(path, tinyWav());
    const result = await signFile(path, path, { ...order, timeStamps: { url: 'https://tsa.example', fetch } });
    expect(result.timeStamp).toEqual(outcome);
    expect((await readProvenance(path, [])).state).toBe('valid');
  });

  it('is awaited for at most five seconds', async () => {
    const path = join(folder, 'a.wav');
    writeFileSync(path, tinyWav());
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    const silent: typeof fetch = (_, { signal } = {}) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')));
        limit.abort();
      });
    const result = await signFile(path, path, { ...order, timeStamps: { url: 'https://tsa.example', fetch: silent } });
    expect(timeout).toHaveBeenCalledWith(5000);
    expect(result.timeStamp).toEqual({ kind: 'timed-out' });
  });

  it('that is missing leaves no bytes that can be changed undetected', async () => {
    const path = join(folder, 'a.wav');
    writeFileSync(path, tinyWav());
    const timeStamps = { url: 'https://tsa.example', fetch: () => Promise.reject(new TypeError('fetch failed')) };
    await signFile(path, path, { ...order, timeStamps });
    const bytes = readFileSync(path);
    bytes[bytes.length - 2000] = 1;
    writeFileSync(path, bytes);
    expect(await readProvenance(path, [])).toMatchObject({ state: 'changed', manifest: null });
  });
});

const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000)) });
