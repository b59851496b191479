// What services say of webhooks: in time, late, never, and nonsense.

import type { LenientBatchJob } from '@lectern/tts-protocol';
import { lenientBatchJobSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../api/service-error.ts';
import { batchWebhook, lineWebhook, MAX_WEBHOOK_READS } from '../project/journal/webhook-results.ts';
import { BENCH_CONNECTION, RunBench } from './testing/run-bench.ts';
import { WEBHOOK_PAUSES_MS, WebhookWatch } from './webhook-watch.ts';

const TERMS = { terms: () => ({ price: null, webhookUrl: 'https://hooks.example:8443/secret-path?token=t' }) };
const GOOD = { called_at: '2026-11-22T03:00:00.000Z', response_status: 204, attempts: [1, { x: null }] };

let bench: RunBench;
let watch: WebhookWatch | null;
let reads: number;
let told: number[];
let defects: unknown[];
/** What the batch and each of its children say at each reading. */
let says: (reading: number) => unknown;

beforeEach(() => {
  bench = new RunBench();
  watch = null;
  [reads, told, defects] = [0, [], []];
  says = () => GOOD;
});
afterEach(async () => {
  await watch?.stop();
  expect(defects).toEqual([]);
  bench.clear();
});

function begin(readBatch: () => Promise<LenientBatchJob> = answer): WebhookWatch {
  return new WebhookWatch({
    db: bench.project.db,
    client: { readBatch },
    connection: BENCH_CONNECTION,
    clock: bench.clock,
    onRead: (_, lineIds) => told.push(...lineIds),
    onDefect: (error) => defects.push(error),
  });
}

async function answer(): Promise<LenientBatchJob> {
  reads += 1;
  const webhook_result = says(reads);
  const jobs = bench.service.submissions.at(-1)?.jobs.map(({ custom_id }) => ({ custom_id, webhook_result }));
  // Read as the client reads it.
  return lenientBatchJobSchema.parse({ webhook_result, jobs });
}

/** Renders lines whose batch has a webhook, and advances the clock until nothing more is asked. */
async function renderAndWatch(lines = 3): Promise<void> {
  bench.write(lines);
  await bench.render({}, {}, TERMS);
  watch = begin();
  for (let turn = 0; turn < 400; turn += 1) await bench.clock.advance(10_000);
}

const ofBatch = () => batchWebhook(bench.project.db, 1);
const ofLine = () => lineWebhook(bench.project.db, 1);

describe('a batch that somebody is told of', () => {
  it('is sent with the address; what is kept is whose it is, and the render key knows nothing of it', async () => {
    bench.write(2);
    const before = bench.project.lines.states().map(({ renderKey }) => renderKey);
    const outcome = await bench.render({}, {}, TERMS);
    const [body] = bench.service.submissions;
    expect(body?.webhook_url).toBe('https://hooks.example:8443/secret-path?token=t');
    expect(body?.jobs.every((job) => job.webhook_url === undefined)).toBe(true);
    expect(outcome.rendered.length).toBe(2);
    expect(bench.project.lines.states().map(({ state, renderKey }) => [state, renderKey])).toEqual(
      before.map((key) => ['fresh', key]),
    );
    expect(ofBatch()).toEqual({ host: 'hooks.example:8443', state: 'waiting', calledAt: null, status: null });
    const rows = JSON.stringify(bench.project.db.prepare('SELECT * FROM batches').all());
    expect(rows).not.toContain('secret-path');
  });

  it('is sent without a webhook when none is set', async () => {
    bench.write(1);
    await bench.render();
    expect(bench.service.submissions[0]).not.toHaveProperty('webhook_url');
    expect([ofBatch(), ofLine()]).toEqual([null, null]);
  });

  it('stops the run with a sentence where the service does not take the address', async () => {
    bench.write(60);
    bench.service.answer = () => ({
      kind: 'refused',
      error: new ServiceError({
        kind: 'invalid-parameters',
        status: 400,
        message: 'webhook_url must be an address of this machine',
        errorId: 'INVALID_PARAMETERS',
      }),
    });
    const outcome = await bench.render({}, {}, TERMS);
    expect(bench.service.submissions.length).toBeLessThanOrEqual(2);
    expect(outcome.stopped).toMatchObject({
      kind: 'refuses-webhook',
      failure: { message: 'webhook_url must be an address of this machine' },
    });
  });
});

describe('what became of a webhook', () => {
  it('is read once where all were called, for the batch and for each line', async () => {
    await renderAndWatch();
    const called = { host: 'hooks.example:8443', state: 'answered', calledAt: Date.parse(GOOD.called_at), status: 204 };
    expect([ofBatch(), ofLine(), reads]).toEqual([called, called, 1]);
    expect(told.toSorted()).toEqual([1, 2, 3]);
  });

  it('may come late: it is asked for again, with growing pauses', async () => {
    says = (reading) => (reading < 3 ? null : GOOD);
    await renderAndWatch();
    expect([ofBatch()?.state, reads]).toEqual(['answered', 3]);
  });

  it('may never arrive: it is asked for a limited number of times, even across a restart', async () => {
    says = () => undefined;
    await renderAndWatch();
    expect([ofBatch()?.state, ofLine()?.state, reads]).toEqual(['unknown', 'unknown', MAX_WEBHOOK_READS]);
    expect(WEBHOOK_PAUSES_MS.length).toBe(MAX_WEBHOOK_READS);
    await watch?.stop();
    watch = begin();
    await bench.clock.advance(10 ** 9);
    expect(reads).toBe(MAX_WEBHOOK_READS);
  });

  it('may be a failure, and a success later', async () => {
    says = (reading) => ({ ...GOOD, response_status: reading < 3 ? 500 : 200 });
    await renderAndWatch();
    expect([ofBatch(), reads]).toMatchObject([{ state: 'answered', status: 200 }, 3]);
    says = () => ({ ...GOOD, response_status: 503 });
    await renderAndWatch(4);
    expect(batchWebhook(bench.project.db, 2)).toMatchObject({ state: 'failed', status: 503 });
  });

  it.each([
    ['null', null, 'unknown'],
    ['a text', 'called', 'unknown'],
    ['a list', [GOOD], 'unknown'],
    ['an empty object', {}, 'unknown'],
    ['nonsense in both', { called_at: 'soon', response_status: '200' }, 'unknown'],
    ['a status that is none', { called_at: null, response_status: -1 }, 'unknown'],
    ['a time alone', { called_at: GOOD.called_at }, 'called'],
    ['a time and a status that is none', { called_at: GOOD.called_at, response_status: 99_999 }, 'called'],
    ['a status alone', { called_at: 7, response_status: 201 }, 'answered'],
  ])('that the service gives as %s breaks nothing', async (_name, value, state) => {
    says = () => value;
    await renderAndWatch(1);
    expect([ofBatch()?.state, ofLine()?.state]).toEqual([state, state]);
  });

  it('is kept where a later reading does not give it any more', async () => {
    says = (reading) => (reading === 1 ? { ...GOOD, response_status: 500 } : null);
    await renderAndWatch(1);
    expect(ofBatch()).toMatchObject({ state: 'failed', status: 500 });
  });

  it('counts a service that can’t be read as asked, and leaves the rest to the next opening where it is stopped', async () => {
    bench.write(1);
    await bench.render({}, {}, TERMS);
    watch = begin(() => Promise.reject(new ServiceError({ kind: 'server-error', status: 500, message: null })));
    await bench.clock.advance(3_000);
    await watch.stop();
    await bench.clock.advance(10 ** 9);
    expect(ofBatch()?.state).toBe('waiting');
    watch = begin();
    for (let turn = 0; turn < 50; turn += 1) await bench.clock.advance(10_000);
    expect(ofBatch()?.state).toBe('answered');
  });
});
