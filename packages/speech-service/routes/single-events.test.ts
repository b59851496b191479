import { completedEventSchema } from '@lectern/tts-protocol';
import { describe, expect, test, vi } from 'vitest';
import { JobProgress } from '../jobs/job-progress.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { type ReadEvent, readEvents } from '../testing/read-events.ts';
import { all, BODY, EVENTS, pathOf, SINGLE, singleJobService, told } from '../testing/single-jobs.ts';
import { temporaryFolder } from '../testing/test-service.ts';

const running = singleJobService();
const { ask, close, create, created, read, settle, start, work } = running;

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
    expect(reply.headers.get('location')).toBe(`${running.address}${pathOf({ id })}`);
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
    await settle();
    expect(running.renderer.waiting).toHaveLength(2);
    (await work()).finish();
    await settle();
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
    await settle();
    begun.tell('generate', 0.5);
    begun.finish();
    await settle();
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
    while (progress?.size !== 2) await settle();
    watch.mockRestore();
  });

  test('end at once when the service stops; the job is finished after the next start', async () => {
    await close();
    const folder = temporaryFolder();
    await start({ folder: folder.path });
    const reply = await create(BODY, EVENTS);
    const path = new URL(reply.headers.get('location') ?? '').pathname;
    const seen = all(reply);
    await work();
    await close();
    expect((await seen).at(-1)).toBe('active');
    await start({ folder: folder.path });
    expect(await read(path)).toMatchObject({ status: 'in_progress' });
    const again = all(await ask(path, { headers: EVENTS }));
    (await work()).finish();
    expect((await again).at(-1)).toBe('complete');
    await close();
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
    await settle();
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
    await close();
    const clock = new ManualClock();
    await start({ speedFactor: 2, clock });
    const reply = await create(BODY, EVENTS);
    const progresses: number[] = [];
    const path = new URL(reply.headers.get('location') ?? '').pathname;
    const reading = (async () => {
      for await (const event of readEvents(reply)) told(event, progresses);
    })();
    (await work()).finish();
    await settle();
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
