// A service that accepts batches and never says what became of them: after a bounded time the run says so and ends, and the
// lines stay in flight.

import type { LenientBatchJob, LenientChildJob } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STALLED_AFTER_MS, UNREADABLE_AFTER_MS } from './poll-batch.ts';
import { planRun } from './run-plan.ts';
import { RunBench } from './testing/run-bench.ts';

let bench: RunBench;

beforeEach(() => {
  bench = new RunBench();
});
afterEach(() => bench.clear());

/** Changes what is read of each batch. */
function answers(change: (batch: LenientBatchJob, reading: number) => LenientBatchJob): void {
  const read = bench.service.readBatch.bind(bench.service);
  let reading = 0;
  bench.service.readBatch = async (self) => {
    reading += 1;
    return change(await read(self), reading);
  };
}

const each = (change: (child: LenientChildJob, at: number) => LenientChildJob) => (batch: LenientBatchJob) => ({
  ...batch,
  jobs: batch.jobs?.map(change),
});

async function render(inDoubtPolicy: 'ask' | 'send-again' = 'ask') {
  const startedAt = bench.clock.now();
  const outcome = await bench.render({}, {}, { inDoubtPolicy: () => inDoubtPolicy });
  return { outcome, tookMs: bench.clock.now() - startedAt };
}

const inFlight = () => planRun(bench.project, bench.journal).inFlight.length;

describe.each<readonly [string, (batch: LenientBatchJob) => LenientBatchJob]>([
  ['never have jobs', () => ({ status: 'in_progress' })],
  ['are empty objects', () => ({})],
  [
    'name no job and echo nothing',
    each(({ status, output }) => ({ status, output }) satisfies LenientChildJob as LenientChildJob),
  ],
])('where its answers %s', (_, change) => {
  it('the run says so at once, stops after five minutes, and leaves its lines in flight', async () => {
    bench.write(3);
    answers(change);
    const { outcome, tookMs } = await render();
    expect(tookMs).toBeGreaterThanOrEqual(UNREADABLE_AFTER_MS);
    expect(tookMs).toBeLessThan(UNREADABLE_AFTER_MS + 60_000);
    expect(bench.events).toContainEqual(expect.objectContaining({ kind: 'waiting', cause: 'unreachable' }));
    expect(outcome.stopped).toMatchObject({
      kind: 'useless-replies',
      missing: expect.stringMatching(/^jobs|job-names$/),
    });
    expect([outcome.failed.size, outcome.inDoubt, outcome.lost]).toEqual([0, [], []]);
    expect([outcome.unfinished.size, inFlight(), bench.service.submissions.length]).toEqual([3, 3, 1]);
  });

  it('nothing is sent again, even where the policy is to send again what is lost', async () => {
    bench.write(3);
    answers(change);
    await render('send-again');
    await render('send-again');
    expect(bench.service.submissions.length).toBe(1);
  });

  it('the lines come once its answers are whole', async () => {
    bench.write(3);
    let isWhole = false;
    answers((batch) => (isWhole ? batch : change(batch)));
    await render();
    isWhole = true;
    const { outcome } = await render();
    expect([outcome.rendered.length, outcome.batches]).toEqual([3, 0]);
  });
});

it('no more batches are sent where the first one’s answers never have jobs', async () => {
  bench.write(500);
  answers(() => ({}));
  const { outcome } = await bench.render({}, { requests: 1 }).then((done) => ({ outcome: done }));
  expect(bench.service.submissions.length).toBeLessThan(9);
  expect(outcome.unfinished.size).toBe(bench.service.submissions.length * 50);
});

describe.each<readonly [string, (batch: LenientBatchJob, reading: number) => LenientBatchJob]>([
  ['have no status', each(({ custom_id }) => ({ custom_id }))],
  [
    'change to and fro',
    (batch, reading) =>
      each((child) => ({ ...child, status: reading % 2 ? 'pending' : 'in_progress', output: undefined }))(batch),
  ],
  [
    'come in another order each time',
    (batch, reading) => {
      const jobs = (batch.jobs ?? []).map(
        (child, at) => ({ ...child, status: at ? 'pending' : 'in_progress' }) as const,
      );
      return { jobs: [...jobs.slice(reading % 3), ...jobs.slice(0, reading % 3)] };
    },
  ],
])('where its jobs %s', (_, change) => {
  it('the run waits for half an hour', async () => {
    bench.write(3);
    answers(change);
    const { outcome, tookMs } = await render();
    expect(tookMs).toBeGreaterThanOrEqual(STALLED_AFTER_MS);
    expect(tookMs).toBeLessThan(STALLED_AFTER_MS + 60_000);
    expect([outcome.failed.size, outcome.unfinished.size, inFlight()]).toEqual([0, 3, 3]);
    expect(bench.events).toContainEqual(
      expect.objectContaining({
        kind: 'lines-unfinished',
        failure: { kind: 'unfinished', why: 'stalled', minutes: 30 },
      }),
    );
  });
});
