import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, durationSeconds } from '@lectern/audio';
import { completedEventSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReadEvent, readEvents } from '../testing/read-events.ts';
import { type LiveService, startLive } from '../testing/service-process.ts';
import { all, BODY, EVENTS, SINGLE, told } from '../testing/single-jobs.ts';
import { temporaryFolder } from '../testing/test-service.ts';

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
