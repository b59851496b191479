import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SampleUpload } from './clones.ts';
import { ClientSession, KEY, problemOf, type Received, recordingBudget } from './testing/client-session.ts';
import { closedPort, serveRaw } from './testing/local-server.ts';
import { throughSilence } from './testing/silence.ts';

const session = new ClientSession();
const folders: string[] = [];
afterEach(async () => {
  await session.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const BYTES = new Uint8Array(200_000).map((_, index) => index % 251);
const CREATION = { name: 'My voice', fileName: 'sample.wav', mediaType: 'audio/wav' };
const sample: SampleUpload = { kind: 'bytes', bytes: BYTES };
const VOICE = { id: 's3://clones/1/manifest.json', name: 'My voice', type: 'instant', gender: null, future: [1] };

function fileOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-clones-'));
  folders.push(folder);
  const path = join(folder, 'sample.wav');
  writeFileSync(path, bytes);
  return path;
}

const formOf = ({ request, body }: Received) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData();

async function serve(status: number, body: unknown, headers: Record<string, string> = {}) {
  return session.serve((response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body)),
  );
}

describe('making a cloned voice', () => {
  it('sends name, gender and sample as a form, from memory, from a file and from a stream', async () => {
    async function* chunks() {
      for (let at = 0; at < BYTES.length; at += 7777) yield BYTES.subarray(at, at + 7777);
    }
    const samples: SampleUpload[] = [
      sample,
      { kind: 'file', path: fileOf(BYTES) },
      { kind: 'chunks', sizeBytes: BYTES.length, chunks: chunks() },
    ];
    for (const one of samples) {
      const { url, received } = await serve(201, VOICE);
      const voice = await session.client(url).createInstantClone({ ...CREATION, gender: 'female', sample: one });
      expect(voice).toEqual({ id: VOICE.id, name: 'My voice', type: 'instant' });
      const [only] = received;
      if (!only || received.length > 1) throw new Error(`${received.length} requests`);
      expect([only.request.method, only.request.url]).toEqual(['POST', '/api/v2/cloned-voices/instant']);
      expect(only.request.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-user-id': 'user' });
      const form = await formOf(only);
      expect([form.get('voice_name'), form.get('gender')]).toEqual(['My voice', 'female']);
      const part = form.get('sample_file');
      if (!(part instanceof File)) throw new Error('no file');
      expect([part.name, part.type]).toEqual(['sample.wav', 'audio/wav']);
      expect(Buffer.from(await part.arrayBuffer()).equals(BYTES)).toBe(true);
    }
  });

  it('leaves out the gender where none is given, and asks for nothing that the interface does not', async () => {
    const { url, received } = await serve(201, VOICE);
    const tiny: SampleUpload = { kind: 'bytes', bytes: new Uint8Array(1) };
    await session.client(url).createInstantClone({ ...CREATION, name: 'x'.repeat(500), sample: tiny });
    const [only] = received;
    expect(only && [...(await formOf(only)).keys()]).toEqual(['voice_name', 'sample_file']);
  });

  it.each([
    [
      400,
      { error_id: 'INVALID_PARAMETERS', error_message: 'too short' },
      { kind: 'invalid-parameters', message: 'too short' },
    ],
    [401, { error_message: 'who?' }, { kind: 'unauthorized' }],
    [403, { error_id: 'UNSUPPORTED_PLAN', error_message: 'no' }, { kind: 'unsupported-plan' }],
    [413, { error_message: 'too much' }, { kind: 'too-large' }],
    [429, '"Wait."', { kind: 'rate-limited', message: 'Wait.' }],
    [500, { message: 'oh' }, { kind: 'server-error' }],
    [302, '', { kind: 'redirected' }],
    [200, '<html>', { kind: 'not-the-service' }],
    [201, '', { kind: 'in-doubt', what: 'clone', why: { kind: 'unreadable-reply', status: 201, fault: 'empty' } }],
    [201, { name: 'no id' }, { kind: 'in-doubt', why: { fault: 'not-voice' } }],
    [201, '{"id": ', { kind: 'in-doubt' }],
  ])('fails as what it is, asked once: %i with %j', async (status, body, expected) => {
    const { url, received } = await serve(status, body, { location: '/elsewhere' });
    expect(await problemOf(session.client(url).createInstantClone({ ...CREATION, sample }))).toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('is in doubt where the answer is lost, and certain where nothing was sent', async () => {
    const cut = await session.serve((response) => response.destroy());
    const mute = await session.serve(() => {});
    const half = await session.serve((response) => {
      response.writeHead(201, { 'content-length': '100' }).write('{"id": "x"');
      setImmediate(() => response.destroy());
    });
    for (const { url, received } of [cut, mute, half]) {
      const client = session.client(url, { timeouts: { exchangeMs: 60_000 } });
      const create = () => problemOf(client.createInstantClone({ ...CREATION, sample }));
      const isMute = () => url === mute.url && received.length > 0;
      const problem = await throughSilence(60_000, isMute, create);
      expect(problem).toMatchObject({ kind: 'in-doubt', what: 'clone', why: { kind: 'connection', phase: 'sent' } });
      expect(received).toHaveLength(1);
    }
    // Who hangs up before he has the whole sample has made nothing of it.
    const early = await serveRaw('http', (socket) => void socket.once('data', () => socket.destroy()));
    const large: SampleUpload = { kind: 'bytes', bytes: new Uint8Array(20_000_000) };
    const broken = problemOf(session.client(early.url).createInstantClone({ ...CREATION, sample: large }));
    expect(await broken).toMatchObject({ kind: 'connection', phase: 'in-part' });
    await early.close();
    const nobody = session.client(await closedPort());
    expect(await problemOf(nobody.createInstantClone({ ...CREATION, sample }))).toMatchObject({ phase: 'not-sent' });
  });

  it('fails with the file’s own error, sending nothing, where there is no such file', async () => {
    const { url, received } = await serve(201, VOICE);
    const missing: SampleUpload = { kind: 'file', path: join(fileOf(BYTES), 'none') };
    await expect(session.client(url).createInstantClone({ ...CREATION, sample: missing })).rejects.toThrow(
      /ENOTDIR|ENOENT/,
    );
    expect(received).toHaveLength(0);
  });

  it('is called off by the signal', async () => {
    const leaving = new AbortController();
    const { url } = await session.serve(() => leaving.abort(new Error('enough')));
    const file: SampleUpload = { kind: 'file', path: fileOf(BYTES) };
    const made = session.client(url).createInstantClone({ ...CREATION, sample: file }, leaving.signal);
    await expect(made).rejects.toThrow('enough');
  });
});

describe('cloned voices', () => {
  it('are listed, without entries that are none', async () => {
    const { url, received } = await serve(200, [VOICE, null, { name: 'no id' }, 7, { id: 'b', sample: null }]);
    const voices = await session.client(url).listClonedVoices();
    expect(voices).toEqual([{ id: VOICE.id, name: 'My voice', type: 'instant' }, { id: 'b' }]);
    expect(received[0]?.request.url).toBe('/api/v2/cloned-voices');
    const wrong = await serve(200, { voices: [] });
    const client = session.client(wrong.url);
    expect(await problemOf(client.listClonedVoices(undefined, 1))).toMatchObject({ kind: 'unreadable-reply' });
  });

  it.each([
    [200, { message: 'gone', deleted: VOICE }],
    [200, 'OK'],
    [204, ''],
  ])('are deleted, whatever the service says to it: %i with %j', async (status, body) => {
    const { url, received } = await serve(status, body);
    await session.client(url).deleteClonedVoice(VOICE.id);
    const [only] = received;
    expect([only?.request.method, only?.request.url]).toEqual(['DELETE', '/api/v2/cloned-voices']);
    expect(only?.request.headers['content-type']).toBe('application/json');
    expect(JSON.parse(`${only?.body}`)).toEqual({ voice_id: VOICE.id });
  });

  it('are not deleted if the service says so or another one answers; in doubt without an answer', async () => {
    const none = await serve(404, { error_message: 'no such voice' });
    const page = await serve(200, '<html>');
    const cut = await session.serve((response) => response.destroy());
    const deletion = (url: URL) => problemOf(session.client(url).deleteClonedVoice('x'));
    expect(await deletion(none.url)).toMatchObject({ kind: 'not-found', message: 'no such voice' });
    expect(await deletion(page.url)).toMatchObject({ kind: 'not-the-service' });
    expect(await deletion(cut.url)).toMatchObject({ kind: 'in-doubt', what: 'deletion' });
    expect(cut.received).toHaveLength(1);
  });

  it('take a place in the budget of their scope', async () => {
    const { told, beforeSend } = recordingBudget();
    const good = await serve(201, VOICE);
    const busy = await serve(429, '"Wait."');
    const client = session.client(good.url, { beforeSend });
    await client.createInstantClone({ ...CREATION, sample });
    await client.deleteClonedVoice('x');
    await problemOf(session.client(busy.url, { beforeSend }).createInstantClone({ ...CREATION, sample }));
    expect(told).toEqual(['clone 0', 'settled', 'clone 0', 'settled', 'clone 0', 'refused']);
  });
});
