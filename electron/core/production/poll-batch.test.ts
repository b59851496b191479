import type { LenientBatchJob } from '@lectern/tts-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { budgetSettingsSchema } from '../../../shared/model/connection.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { Journal, OpenBatch } from '../project/journal/journal.ts';
import { createReadPacer } from '../scheduler/read-pacer.ts';
import { TemporaryLimits } from '../scheduler/testing/temporary-limits.ts';
import { pollBatch } from './poll-batch.ts';
import { LOCAL_POLL_TIMING, PollingPace } from './poll-interval.ts';
import type { ServicePresence } from './service-presence.ts';

const BATCHES = 24;
/** The service speaks one batch after the other. Milliseconds. */
const BATCH_MS = 1_500;
const READS_PER_MINUTE = 400;

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

const openBatch = (id: number): OpenBatch => {
  const customId = `c${id}`;
  const job = { id, customId, lineId: id, childId: null, childLink: null };
  return { id, runId: 1, selfLink: `/b/${id}`, finished: [], jobs: [job as unknown as OpenBatch['jobs'][number]] };
};

it('reads each of many batches soon after it is done, with the readings that a plan allows', async () => {
  const { clock } = limits;
  const settings = budgetSettingsSchema.parse({ plan: 'growth', limits: { read: { requests: READS_PER_MINUTE } } });
  const budget = limits.budget(settings);
  const pacer = createReadPacer({ budget, clock, requestTimeoutMs: 30_000 });
  const startedAt = clock.now();
  const doneAt = (id: number) => startedAt + id * BATCH_MS;
  const client = {
    async readBatch(link: string, signal: AbortSignal): Promise<LenientBatchJob> {
      (await pacer.waitForRoom('read', { signal })).settle();
      const id = Number(link.slice('/b/'.length));
      const isDone = clock.now() >= doneAt(id);
      const child = isDone ? { status: 'completed', output: {} } : { status: 'queued' };
      return { jobs: [{ custom_id: `c${id}`, ...child }] } as unknown as LenientBatchJob;
    },
  } as unknown as ServiceClient;
  const pace = new PollingPace(() => READS_PER_MINUTE);
  const lateMs: number[] = [];
  const parts = {
    journal: { setChildren: () => {} } as unknown as Journal,
    client,
    clock,
    timing: LOCAL_POLL_TIMING,
    pace,
    presence: {} as ServicePresence,
  };
  const poll = async (id: number) => {
    for await (const event of pollBatch(openBatch(id), null, parts, new AbortController().signal)) {
      if (event.kind !== 'completed') expect.unreachable();
      lateMs.push(clock.now() - doneAt(event.job.id));
    }
  };
  const ends = Array.from({ length: BATCHES }, (_, at) => poll(at + 1));
  await clock.advance(BATCHES * BATCH_MS + 5 * 60_000);
  await Promise.all(ends);
  expect(lateMs).toHaveLength(BATCHES);
  expect(Math.max(...lateMs)).toBeLessThanOrEqual(3_000);
});
