import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decode } from '../../codecs/decode.ts';
import { durationSeconds } from '../../codecs/pcm.ts';
import { completedEventSchema, generatingEventSchema, pingEventSchema } from '../../shared/service/events.ts';
import { type SingleJob, singleJobSchema } from '../../shared/service/single-jobs.ts';
import type { ServerOptions } from '../host/server.ts';
import { JobProgress } from '../jobs/job-progress.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { type ReadEvent, readEvents } from '../testing/read-events.ts';
import { type LiveService, startLive } from '../testing/service-process.ts';
import {
  ACCOUNT,
  credentials,
  HandRenderer,
  job,
  type TestService,
  temporaryFolder,
  testService,
  VOICE,
} from '../testing/test-service.ts';

const SINGLE = '/api/v2/tts';
const BODY = { text: 'Hello there.', voice: VOICE, voice_engine: 'SvcDialog' };
const EVENTS = { accept: 'text/event-stream' };

let renderer: HandRenderer;
let service: TestService;
let address: string;

async function start(different: Partial<ServerOptions> & { readonly folder?: string } = {}): Promise<void> {
  renderer = new HandRenderer();
  service = testService(renderer, different);
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => start());
afterEach(() => service.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, address), { ...init, headers: { ...credentials(ACCOUNT), ...init.headers } });

const create = (body: unknown = BODY, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  ask(SINGLE, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function created(body: unknown = BODY): Promise<SingleJob> {
  const reply = await create(body);
  expect(reply.status).toBe(201);
  const made = singleJobSchema.parse(await reply.json());
  await service.settle();
  return made;
}

const read = async (path: string): Promise<SingleJob> => singleJobSchema.parse(await (await ask(path)).json());

const pathOf = ({ id }: { readonly id: string }): string => `${SINGLE}/${id}`;

/** An event as `stage stageProgress`, checked; its progress is noted. */
function told({ kind, data }: ReadEvent, progresses: number[] = []): string {
  if (kind === 'ping') return `ping ${pingEventSchema.parse(data)}`;
  expect(['generating', 'completed']).toContain(kind);
  const event = (kind === 'completed' ? completedEventSchema : generatingEventSchema).parse(JSON.parse(data));
  progresses.push(event.progress);
  return 'stageProgress' in event ? `${event.stage} ${event.stageProgress}` : event.stage;
}

/** All events up to the end of the answer. */
async function all(reply: Response): Promise<string[]> {
  const progresses: number[] = [];
  const seen: string[] = [];
  for await (const event of readEvents(reply)) seen.push(told(event, progresses));
  expect(progresses).toEqual([...progresses].sort((a, b) => a - b));
  return seen;
}

/** The work that was begun for the job that was made last. */
async function work(): Promise<HandRenderer['waiting'][number]> {
  for (;;) {
    const begun = renderer.waiting.shift();
    if (begun !== undefined) return begun;
    await service.settle();
  }
}

describe('a single job', () => {
  test('is answered with 201, its address in Location, and a link to itself', async () => {
    const reply = await create({ ...BODY, seed: null, output_format: 'wav' });
    expect(reply.status).toBe(201);
    const made = singleJobSchema.parse(await reply.json());
    expect(reply.headers.get('location')).toBe(made._links.self.href);
    expect(made._links.self.href).toBe(`${address}${pathOf(made)}`);
    expect(made).toMatchObject({ status: 'pending', output: null, input: { ...BODY, output_format: 'wav' } });
    expect(made.input).not.toHaveProperty('seed');
  });

  test('is read as JSON on its way from pending to completed', async () => {
    const made = await created();
    expect(await read(pathOf(made))).toMatchObject({ id: made.id, status: 'in_progress', output: null });
    (await work()).finish();
    await service.settle();
    const done = await read(pathOf(made));
    expect(done).toMatchObject({ status: 'completed', output: { duration: 1.5, size: 10 } });
    expect(done.created_at).toBe(made.created_at);
    expect(await (await fetch(done.output?.url ?? '')).text()).toBe('0123456789');
  });

  test('that fails says why', async () => {
    const made = await created();
    (await work()).fail(new SpeechError('The voice is hoarse.'));
    await service.settle();
    expect(await read(pathOf(made))).toMatchObject({
      status: 'failed',
      output: null,
      error_message: 'The voice is hoarse.',
    });
  });

  test('is read as its audio, whole or a range of it', async () => {
    const made = await created();
    const audio = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      ask(pathOf(made), { headers: { accept: 'audio/*', ...headers } });
    const early = await audio();
    expect([early.status, ((await early.json()) as { error_id: string }).error_id]).toEqual([404, 'NOT_FOUND']);
    (await work()).finish();
    await service.settle();
    const whole = await audio();
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'audio/mpeg',
      '0123456789',
    ]);
    expect(whole.headers.get('vary')).toContain('accept');
    for (const accept of ['audio/mpeg', 'audio/wav, audio/*;q=0.1']) {
      expect((await audio({ accept })).headers.get('content-type')).toBe('audio/mpeg');
    }
    expect((await audio({ accept: 'audio/wav, application/json;q=0.5' })).headers.get('content-type')).toMatch(/json/);
    const wav = await audio({ accept: 'audio/wav' });
    expect([wav.status, await wav.json()]).toEqual([
      406,
      { error_id: 'NOT_ACCEPTABLE', error_message: 'The audio of this job is audio/mpeg.' },
    ]);
    const part = await audio({ range: 'bytes=3-5' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
  });

  test('is there for its own account only, and is no batch', async () => {
    await service.close();
    const other = { ...ACCOUNT, key: 'sk-other', userId: 'user-other' };
    await start({ accounts: [ACCOUNT, other] });
    const made = await created();
    for (const accept of ['application/json', 'text/event-stream', 'audio/*']) {
      const foreign = await ask(pathOf(made), { headers: { ...credentials(other), accept } });
      expect([foreign.status, ((await foreign.json()) as { error_id: string }).error_id]).toEqual([404, 'NOT_FOUND']);
    }
    for (const path of [
      `${SINGLE}/batches/${made.id}`,
      `${SINGLE}/batches/${made.id}/job/${made.id}`,
      `${SINGLE}/sj-x`,
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
    const batch = (await (
      await ask(`${SINGLE}/batches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jobs: [job()] }),
      })
    ).json()) as { id: string; jobs: { id: string }[] };
    for (const id of [batch.id, batch.jobs[0]?.id ?? '']) expect((await ask(pathOf({ id }))).status).toBe(404);
    expect((await (await ask('/internal/stats')).json()) as unknown).toMatchObject({
      batches: 1,
      jobs: { in_progress: 2 },
    });
  });

  test('that is wrong is refused before anything is begun, whatever answer was asked for', async () => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await create({ text: '', voice: 'x', speeed: 1 }, { accept });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
      const { error_id, error_message } = (await reply.json()) as Record<string, string>;
      expect(error_id).toBe('INVALID_PARAMETERS');
      expect(error_message).toMatch(/text.*speeed/);
    }
    expect(service.store.counts().pending + service.store.counts().in_progress).toBe(0);
  });

  test('counts against its own limit; reading it against that of reading', async () => {
    await service.close();
    const limits = { single: { requests: 2, characters: 30 }, read: { requests: 3 } };
    await start({ accounts: [{ ...ACCOUNT, limits }] });
    const made = await created();
    const stream = await create(BODY, EVENTS);
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    const third = await create(BODY, EVENTS);
    expect(third.status).toBe(429);
    expect(await third.json()).toEqual(expect.any(String));
    for (const headers of [{}, { accept: 'audio/*' }, {}])
      expect((await ask(pathOf(made), { headers })).status).not.toBe(429);
    expect((await ask(pathOf(made), { headers: EVENTS })).status).toBe(429);
  });
});

describe('the events of a single job', () => {
  test('go through all stages in their order to the audio, and end', async () => {
    const reply = await create(BODY, EVENTS);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const events = readEvents(reply);
    const next = async (): Promise<string> => told((await events.next()).value);
    expect(await next()).toBe('queued');
    const begun = await work();
    expect(await next()).toBe('active');
    for (const [stage, fraction, seen] of [
      ['preload', 0, 'preload 0'],
      ['preload', 1, 'preload 1'],
      ['generate', 0, 'generate 0'],
      ['generate', 0.5, 'generate 0.5'],
      ['generate', 1, 'generate 1'],
      ['postprocessing', 0.25, 'postprocessing 0.25'],
    ] as const) {
      begun.tell(stage, fraction);
      expect(await next()).toBe(seen);
    }
    begun.finish();
    expect(await next()).toBe('postprocessing 1');
    const last = (await events.next()).value as ReadEvent;
    const { id, url } = completedEventSchema.parse(JSON.parse(last.data));
    expect(JSON.parse(last.data)).toEqual({ id, progress: 1, stage: 'complete', url, duration: 1.5, size: 10 });
    expect(await (await fetch(url)).text()).toBe('0123456789');
    expect((await events.next()).done).toBe(true);
    expect(await read(pathOf({ id }))).toMatchObject({ status: 'completed' });
    expect(reply.headers.get('location')).toBe(`${address}${pathOf({ id })}`);
  });

  test('are the same for everybody who watches, from whenever on', async () => {
    const made = await created();
    const begun = await work();
    begun.tell('preload', 1);
    begun.tell('generate', 0.5);
    const watching = await Promise.all(Array.from({ length: 20 }, () => ask(pathOf(made), { headers: EVENTS })));
    const seen = Promise.all(watching.map(all));
    begun.finish();
    for (const events of await seen) {
      expect(events.slice(0, 3)).toEqual(['queued', 'active', 'preload 1']);
      expect(events.slice(-3)).toEqual(['generate 1', 'postprocessing 1', 'complete']);
    }
    const late = await all(await ask(pathOf(made), { headers: EVENTS }));
    expect(late).toEqual(['queued', 'active', 'preload 1', 'generate 1', 'postprocessing 1', 'complete']);
  });

  test('begin in the queue while others are at work', async () => {
    await created();
    await created();
    const reply = await create(BODY, EVENTS);
    const events = readEvents(reply);
    expect(told((await events.next()).value)).toBe('queued');
    await service.settle();
    expect(renderer.waiting).toHaveLength(2);
    (await work()).finish();
    await service.settle();
    expect(told((await events.next()).value)).toBe('active');
    await reply.body?.cancel().catch(() => {});
  });

  test('end without `completed` where the job fails; the job says why', async () => {
    const reply = await create(BODY, EVENTS);
    const seen = all(reply);
    const begun = await work();
    begun.tell('generate', 0.5);
    begun.fail(new SpeechError('No.'));
    expect((await seen).at(-1)).toBe('generate 0.5');
    const path = new URL(reply.headers.get('location') ?? '').pathname;
    expect(await read(path)).toMatchObject({ status: 'failed', error_message: 'No.' });
    expect(await all(await ask(path, { headers: EVENTS }))).toEqual(['queued']);
  });

  test('stop when the client leaves, but the job goes on', async () => {
    const leaving = new AbortController();
    const reply = await ask(SINGLE, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...EVENTS },
      body: JSON.stringify(BODY),
      signal: leaving.signal,
    });
    const begun = await work();
    leaving.abort();
    await service.settle();
    begun.tell('generate', 0.5);
    begun.finish();
    await service.settle();
    expect(await read(new URL(reply.headers.get('location') ?? '').pathname)).toMatchObject({ status: 'completed' });
  });

  test('leave nothing behind when the watcher of a waiting job has left', async () => {
    const watch = vi.spyOn(JobProgress.prototype, 'watch');
    await created();
    await created();
    const reply = await create(BODY, EVENTS);
    const [progress] = watch.mock.contexts as JobProgress[];
    expect(progress?.size).toBe(3);
    await reply.body?.cancel();
    // The two that are being worked on.
    while (progress?.size !== 2) await service.settle();
    watch.mockRestore();
  });

  test('end at once when the service stops; the job is finished after the next start', async () => {
    await service.close();
    const folder = temporaryFolder();
    await start({ folder: folder.path });
    const reply = await create(BODY, EVENTS);
    const path = new URL(reply.headers.get('location') ?? '').pathname;
    const seen = all(reply);
    await work();
    await service.close();
    expect((await seen).at(-1)).toBe('active');
    await start({ folder: folder.path });
    expect(await read(path)).toMatchObject({ status: 'in_progress' });
    const again = all(await ask(path, { headers: EVENTS }));
    (await work()).finish();
    expect((await again).at(-1)).toBe('complete');
    await service.close();
    folder.remove();
    await start();
  });

  test('are followed by a ping every 15 seconds while nothing happens', async () => {
    await created();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const made = await created();
      const events = readEvents(await ask(pathOf(made), { headers: EVENTS }));
      expect(told((await events.next()).value)).toBe('queued');
      expect(told((await events.next()).value)).toBe('active');
      vi.advanceTimersByTime(15_000);
      expect(told((await events.next()).value)).toMatch(/^ping \d{4}-/);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are chosen by `accept`, among JSON and others too; HEAD has none', async () => {
    const made = await created();
    (await work()).finish();
    await service.settle();
    const type = async (accept: string): Promise<string | null> => {
      const reply = await ask(pathOf(made), { headers: { accept } });
      await reply.arrayBuffer();
      return reply.headers.get('content-type');
    };
    expect(await type('text/event-stream, application/json;q=0.5')).toBe('text/event-stream');
    expect(await type('application/json, text/event-stream')).toMatch(/^application\/json/);
    expect(await type('*/*')).toMatch(/^application\/json/);
    const head = await ask(pathOf(made), { method: 'HEAD', headers: EVENTS });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/event-stream', '']);
  });

  test('follow the time that a job pretends to take', async () => {
    await service.close();
    const clock = new ManualClock();
    await start({ speedFactor: 2, clock });
    const reply = await create(BODY, EVENTS);
    const progresses: number[] = [];
    const path = new URL(reply.headers.get('location') ?? '').pathname;
    const reading = (async () => {
      for await (const event of readEvents(reply)) told(event, progresses);
    })();
    (await work()).finish();
    await service.settle();
    await clock.pass(1500);
    expect(await read(path)).toMatchObject({ status: 'in_progress', output: null });
    await clock.pass(1500);
    await reading;
    const [half = 0] = progresses.filter((progress) => progress >= 0.5);
    expect(half).toBeLessThan(0.6);
    expect(progresses.length).toBeGreaterThan(20);
    expect(progresses.at(-1)).toBe(1);
  });
});

describe('the service as a process', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let live: LiveService | undefined;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    live?.process.kill('SIGKILL');
    await live?.ended;
    folder.remove();
  });

  const post = (text: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(new URL(SINGLE, live?.address), {
      method: 'POST',
      headers: { ...live?.headers, ...headers },
      body: JSON.stringify({ ...BODY, text, output_format: 'wav' }),
    });

  test('speaks a single job and tells of it', async () => {
    live = await startLive(folder.path);
    const events: ReadEvent[] = [];
    for await (const event of readEvents(await post('It was a bright cold day in April.', EVENTS))) events.push(event);
    const stages = events.map((event) => told(event).split(' ')[0]);
    expect([...new Set(stages)]).toEqual(['queued', 'active', 'preload', 'generate', 'postprocessing', 'complete']);
    const { url, duration, size } = completedEventSchema.parse(JSON.parse(events.at(-1)?.data ?? ''));
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(bytes.length).toBe(size);
    expect(durationSeconds(await decode(bytes, { format: 'wav' }))).toBeCloseTo(duration, 3);
    expect(duration).toBeGreaterThan(1);
  });

  test('takes as long as it is told to pretend, and keeps results no longer than it is told to', async () => {
    const leftover = join(folder.path, 'audio', `sj-${'0'.repeat(22)}.mp3.part`);
    mkdirSync(join(folder.path, 'audio'));
    writeFileSync(leftover, 'x');
    // A tenth of a second of silence, for half a second; kept for about one.
    live = await startLive(folder.path, '--speech', 'silent', '--speed-factor', '5', '--keep-hours', '0.0003');
    const begun = performance.now();
    const reply = await post('Hi.', EVENTS);
    expect((await all(reply)).at(-1)).toBe('complete');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(500);
    const job = new URL(new URL(reply.headers.get('location') ?? '').pathname, live.address);
    while ((await fetch(job, { headers: live.headers })).status !== 404) await sleep(50);
    while (readdirSync(join(folder.path, 'audio')).length > 0) await sleep(50);
  });

  test('loses no job when it is killed right after its first event, and finishes each once', async () => {
    live = await startLive(folder.path);
    const paths: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const reply = await post(`This is text number ${count}, and it goes on for a while.`, EVENTS);
      expect(reply.status).toBe(200);
      paths.push(new URL(reply.headers.get('location') ?? '').pathname);
      reply.body?.cancel().catch(() => {});
    }
    live.process.kill('SIGKILL');
    await once(live.process, 'exit').catch(() => {});
    await live.ended;
    live = await startLive(folder.path);
    for (const path of paths) {
      const seen = await all(await fetch(new URL(path, live.address), { headers: { ...live.headers, ...EVENTS } }));
      expect(seen.at(-1)).toBe('complete');
    }
    const ids = paths.map((path) => path.split('/').at(-1));
    expect(readdirSync(join(folder.path, 'audio')).sort()).toEqual(ids.map((id) => `${id}.wav`).sort());
    const stats = await live.json('/internal/stats');
    expect(stats).toMatchObject({ batches: 0, jobs: { pending: 0, in_progress: 0, completed: 8, failed: 0 } });
  });
});
