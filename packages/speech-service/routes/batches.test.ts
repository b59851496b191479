import { type BatchJob, batchJobSchema, type ChildJob, childJobSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import {
  ACCOUNT,
  credentials,
  HandRenderer,
  job,
  type TestService,
  testService,
  VOICE_2,
} from '../testing/test-service.ts';

let renderer: HandRenderer;
let service: TestService;
beforeEach(() => {
  renderer = new HandRenderer();
  service = testService(renderer, { host: 'studio.example' });
});
afterEach(() => service.close());

const ORIGIN = 'http://localhost:80';

/** What a batch looks like now. */
async function read(path: string): Promise<BatchJob> {
  const reply = await service.ask({ url: path });
  expect(reply.statusCode).toBe(200);
  return batchJobSchema.parse(reply.json());
}

async function submitted(...jobs: unknown[]): Promise<BatchJob> {
  const reply = await service.submit(jobs);
  expect(reply.statusCode, reply.body).toBe(201);
  await service.settle();
  return batchJobSchema.parse(reply.json());
}

const pathOf = (resource: { _links: { self: { href: string } } }): string =>
  new URL(resource._links.self.href).pathname;
const statuses = (batch: BatchJob): string[] => batch.jobs.map((child) => child.status);

describe('a batch that was made', () => {
  test('is answered with 201, its address in Location, and its jobs in the order given', async () => {
    const reply = await service.submit([job({ text: 'One.', custom_id: 'a' }), job({ text: 'Two.' })]);
    expect(reply.statusCode).toBe(201);
    const batch = batchJobSchema.parse(reply.json());
    expect(reply.headers['location']).toBe(batch._links.self.href);
    expect(batch).toMatchObject({ status: 'pending', webhook_url: null, webhook_result: null });
    expect(batch.id).toMatch(/^bb-[0-9A-Za-z]{22}$/);
    expect(batch.jobs.map((child) => child.input.text)).toEqual(['One.', 'Two.']);
    expect(batch.jobs.map((child) => child.custom_id)).toEqual(['a', null]);
    expect(batch.jobs.map((child) => child.status)).toEqual(['pending', 'pending']);
  });

  test('echoes what was asked for and nothing else', async () => {
    const asked = job({ speed: 1.5, seed: 7, language: 'english', quality: null, output_format: 'wav' });
    const batch = await submitted({ ...asked, custom_id: 'x', webhook_url: 'http://127.0.0.1:9/hook' });
    const { quality: _, ...expected } = asked;
    expect((await service.ask({ url: pathOf(batch) })).json().jobs[0].input).toEqual(expected);
    expect(batch.jobs[0]?.webhook_url).toBe('http://127.0.0.1:9/hook');
  });

  test('has links that lead to each other', async () => {
    const batch = await submitted(job({ custom_id: 'the_line-1' }), job());
    const [first, second] = batch.jobs;
    expect(first?._links.batch.href).toBe(batch._links.self.href);
    expect(second?._links.alternate).toBeNull();
    for (const link of [first?._links.self, first?._links.alternate]) {
      const reply = await service.ask({ url: new URL(link?.href ?? '').pathname });
      expect(childJobSchema.parse(reply.json()).id).toBe(first?.id);
    }
  });

  test('gives addresses on the host that the request came to', async () => {
    const batch = await submitted(job());
    const reply = await service.ask({ url: pathOf(batch), headers: { host: 'studio.example:8123' } });
    expect(reply.json()._links.self.href).toBe(`http://studio.example:8123${pathOf(batch)}`);
    const six = await service.ask({ url: pathOf(batch), headers: { host: '[::1]:8123' } });
    expect(six.json()._links.self.href).toBe(`http://[::1]:8123${pathOf(batch)}`);
  });

  test('is there for its own account only', async () => {
    const other = { ...ACCOUNT, key: 'sk-other', userId: 'user-other' };
    const shared = testService(new HandRenderer(), { accounts: [ACCOUNT, other] });
    const made = (await shared.submit([job({ custom_id: 'a' })])).json() as BatchJob;
    for (const link of [made._links.self, made.jobs[0]?._links.self, made.jobs[0]?._links.alternate]) {
      const url = new URL(link?.href ?? '').pathname;
      expect((await shared.app.inject({ url, headers: credentials(other) })).statusCode).toBe(404);
      expect((await shared.ask({ url })).statusCode).toBe(200);
    }
    await shared.close();
  });
});

describe('the states of a batch and its jobs', () => {
  test('go from pending over in_progress to completed', async () => {
    const batch = await submitted(job(), job(), job());
    expect(statuses(await read(pathOf(batch)))).toEqual(['in_progress', 'in_progress', 'pending']);
    expect((await read(pathOf(batch))).status).toBe('in_progress');
    while (renderer.waiting.length > 0) {
      renderer.waiting.shift()?.finish();
      await service.settle();
    }
    const done = await read(pathOf(batch));
    expect(done.status).toBe('completed');
    for (const child of done.jobs)
      expect(child).toMatchObject({ status: 'completed', output: { duration: 1.5, size: 10 } });
  });

  test('a job that can’t be spoken fails with its reason and stops no other', async () => {
    const batch = await submitted(job(), job());
    renderer.waiting[0]?.fail(new SpeechError('The voice is hoarse.'));
    renderer.waiting[1]?.finish();
    await service.settle();
    const reply = await service.ask({ url: pathOf(batch) });
    expect(reply.json()).toMatchObject({
      status: 'completed',
      jobs: [{ status: 'failed', output: null, error_message: 'The voice is hoarse.' }, { status: 'completed' }],
    });
  });

  test('a batch has failed when all its jobs have', async () => {
    const batch = await submitted(job());
    renderer.waiting[0]?.fail(new SpeechError('No.'));
    await service.settle();
    expect((await read(pathOf(batch))).status).toBe('failed');
  });

  test('a job is tried three times when the engine breaks under it', async () => {
    const batch = await submitted(job());
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(renderer.waiting).toHaveLength(1);
      renderer.waiting.shift()?.fail(new WorkerLostError('gone'));
      await service.settle();
    }
    expect(renderer.waiting).toHaveLength(0);
    const [child] = (await service.ask({ url: pathOf(batch) })).json().jobs;
    expect(child).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/engine failed/) });
  });

  test('jobs are taken in the order in which they were accepted, two at a time', async () => {
    await submitted(job({ text: '1' }), job({ text: '2' }), job({ text: '3' }));
    await submitted(job({ text: '4' }));
    const seen: string[] = [];
    while (renderer.waiting.length > 0) {
      expect(renderer.waiting.length).toBeLessThanOrEqual(2);
      const next = renderer.waiting.shift();
      seen.push(next?.order.request.turns[0]?.text ?? '');
      next?.finish();
      await service.settle();
    }
    expect(seen).toEqual(['1', '2', '3', '4']);
  });
});

describe('what a job asks for', () => {
  test('reaches the engine, with defaults for what is left open', async () => {
    await submitted(
      job({ text: 'A: Hi.\nB: Ho.', voice_2: VOICE_2, turn_prefix: 'A:', turn_prefix_2: 'B:', speed: 2, seed: 5 }),
      job({ temperature: 0.5, language: 'french', output_format: 'flac', quality: 'low', sample_rate: 8000 }),
    );
    const [first, second] = renderer.waiting.map(({ order }) => order);
    expect(first?.request).toMatchObject({ speed: 2, seed: 5, temperature: 1, language: undefined });
    expect(first?.request.turns.map(({ voice, text }) => [voice.includes('abigail'), text])).toEqual([
      [false, 'Hi.'],
      [true, 'Ho.'],
    ]);
    expect(first).toMatchObject({ format: 'mp3', quality: 'medium', sampleRate: undefined });
    expect(second?.request).toMatchObject({ temperature: 0.5, language: 'french', speed: 1 });
    expect(second).toMatchObject({ format: 'flac', quality: 'low', sampleRate: 8000 });
    expect(second?.request.seed).toBeGreaterThanOrEqual(0);
  });

  test('is marked where its markup says so, and refused where that is wrong', async () => {
    const text = 'I <emphasis>am</emphasis> &amp; &lt;was&gt;.';
    const batch = await submitted(job({ text, markup: 'ssml' }), job({ text }));
    expect(renderer.waiting.map(({ order }) => order.request.turns)).toMatchObject([
      [{ text: 'I am & <was>.', marks: [{ mark: 'emphasis', start: 2, end: 4 }] }],
      [{ text }],
    ]);
    expect((await read(pathOf(batch))).jobs[0]?.input).toMatchObject({ text, markup: 'ssml' });
    for (const wrong of [{ text: '<b>No.</b>', markup: 'ssml' }, { markup: 'html' }]) {
      const reply = await service.submit([job(wrong)]);
      expect([reply.statusCode, reply.json()]).toMatchObject([400, { error_id: 'INVALID_PARAMETERS' }]);
    }
  });
});

describe('an audio file', () => {
  async function finished(): Promise<{ child: ChildJob; url: string }> {
    const batch = await submitted(job());
    renderer.waiting[0]?.finish();
    await service.settle();
    const child = childJobSchema.parse((await service.ask({ url: pathOf(batch.jobs[0] ?? batch) })).json());
    return { child, url: (child.output?.url ?? '').replace(ORIGIN, '').replace('http://localhost', '') };
  }

  test('is fetched without credentials, with its type and length', async () => {
    const { url } = await finished();
    const reply = await service.app.inject({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect(reply.body).toBe('0123456789');
    const head = await service.app.inject({ method: 'HEAD', url });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers['content-length']).toBe('10');
  });

  test('is fetched in parts', async () => {
    const { url } = await finished();
    const part = await service.app.inject({ url, headers: { range: 'bytes=4-6' } });
    expect(part).toMatchObject({ statusCode: 206, body: '456' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 4-6/10', 'content-length': '3' });
    const etag = String(part.headers['etag']);
    const rest = await service.app.inject({ url, headers: { range: 'bytes=8-', 'if-range': etag } });
    expect(rest).toMatchObject({ statusCode: 206, body: '89' });
    const changed = await service.app.inject({ url, headers: { range: 'bytes=8-', 'if-range': '"other"' } });
    expect(changed).toMatchObject({ statusCode: 200, body: '0123456789' });
    const beyond = await service.app.inject({ url, headers: { range: 'bytes=10-' } });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */10');
    expect((await service.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  });

  test('is refused where the address is forged', async () => {
    const { url } = await finished();
    for (const wrong of [
      url.replace('bc-', 'bd-'),
      url.replace('signature=', 'signature=x'),
      '/audio/x.mp3',
      '/audio/..%2Fservice.db',
    ]) {
      const reply = await service.app.inject({ url: wrong });
      expect(reply.statusCode, wrong).toBe(403);
      expect(reply.json()).toEqual({ error_message: expect.any(String), error_id: 'ADDRESS_INVALID' });
    }
  });

  test('is refused after an hour; reading the job again gives a new address', async () => {
    let now = Date.UTC(2026, 0, 1);
    const timed = testService(renderer, { now: () => now });
    const batch = (await timed.submit([job()])).json() as BatchJob;
    await timed.settle();
    renderer.waiting[0]?.finish();
    await timed.settle();
    const address = async (): Promise<string> =>
      (await timed.ask({ url: pathOf(batch) })).json().jobs[0].output.url.replace('http://localhost:80', '');
    const first = await address();
    now += 3_599_000;
    expect((await timed.app.inject({ url: first })).statusCode).toBe(200);
    now += 1000;
    expect((await timed.app.inject({ url: first })).statusCode).toBe(403);
    expect((await timed.app.inject({ url: await address() })).statusCode).toBe(200);
    await timed.close();
  });
});
