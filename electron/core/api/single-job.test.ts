import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceClientOptions } from './service-client.ts';
import { ClientSession, problemOf } from './testing/client-session.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const session = new ClientSession();
afterEach(() => session.end());

type Answer = (response: ServerResponse) => void;
const OUTPUT = { url: 'https://cdn.test/audio.mp3', duration: 1.5, size: 4000 };

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A service whose answer to a generation is lost, and which is read from then on. */
async function lost(answers: readonly Answer[], more: Partial<ServiceClientOptions> = {}) {
  const clock = new SkippingClock();
  let reads = 0;
  const { url } = await session.serve((response, { request }) => {
    if (request.method === 'POST') {
      response.writeHead(202, { location: '/job' }).end();
    } else {
      reads += 1;
      answers[Math.min(reads, answers.length) - 1]?.(response);
    }
  });
  const client = session.client(url, { clock, ...more });
  const followed = async () => {
    const { value } = await client.generate({ text: 'Hello.', voice: 'v' }).next();
    return value;
  };
  return { client, clock, followed, reads: () => reads };
}

describe('following a job', () => {
  it('asks for a place in the budget each time, and waits longer and longer', async () => {
    const places: string[] = [];
    const beforeRead = async (scope: string) => {
      places.push(scope);
      return { settle() {} };
    };
    const pending = json({ id: 'j', status: 'in_progress' });
    const answers = [
      ...Array.from({ length: 6 }, () => pending),
      json({ id: 'j', status: 'completed', output: OUTPUT }),
    ];
    const { followed, clock } = await lost(answers, { beforeRead });
    expect(await followed()).toEqual({ kind: 'completed', id: 'j', progress: 1, ...OUTPUT });
    expect(places).toEqual(Array.from({ length: 7 }, () => 'read'));
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it('outlives failures that pass: an outage, refusals, and a service that comes back', async () => {
    const refused = json('Wait.', 429);
    const down = json({ message: 'down' }, 503);
    const cut: Answer = (response) => response.destroy();
    const answers = [
      ...Array.from({ length: 9 }, () => down),
      refused,
      refused,
      cut,
      cut,
      json({ ...OUTPUT, id: 'j' }),
    ];
    const { followed } = await lost(answers);
    expect(await followed()).toMatchObject({ kind: 'completed' });
  });

  it('ends in doubt after five minutes without an answer', async () => {
    const { followed, clock } = await lost([json({ message: 'down' }, 503)]);
    expect(await problemOf(followed())).toMatchObject({ kind: 'in-doubt', why: { status: 503 }, self: '/job' });
    const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
    expect(waited).toBeGreaterThanOrEqual(300_000);
    expect(waited).toBeLessThan(330_000);
  });

  it('ends in doubt where the job is complete and its audio does not come, or can’t be fetched', async () => {
    for (const output of [null, { url: null }, { url: 'ftp://x/y' }, {}]) {
      const { followed, clock } = await lost([json({ id: 'j', status: 'completed', output })]);
      expect(await problemOf(followed())).toEqual({ kind: 'in-doubt', what: 'generation', why: null, self: '/job' });
      expect(clock.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(330_000);
    }
  });

  it('ends in doubt where the job is never finished', async () => {
    const { followed, clock } = await lost([json({ id: 'j', status: 'someday' })], { timeouts: { followMs: 60_000 } });
    expect(await problemOf(followed())).toMatchObject({ kind: 'in-doubt', why: null });
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('takes audio of a job that says that it is not finished for none', async () => {
    const early = json({ id: 'j', status: 'in_progress', output: OUTPUT });
    const { followed, reads } = await lost([early, json({ id: 'j', status: 'completed', output: OUTPUT })]);
    expect(await followed()).toMatchObject({ kind: 'completed' });
    expect(reads()).toBe(2);
  });
});
