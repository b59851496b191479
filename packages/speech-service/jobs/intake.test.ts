import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStreamOrder } from '../rendering/stream-order.ts';
import { ServiceDatabase } from '../store/database.ts';
import { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { temporaryFolder, VOICE } from '../testing/test-service.ts';
import { Intake, type JobRequest } from './intake.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: ServiceDatabase;
let store: SqliteJobStore;
let intake: Intake;
/** How many jobs there were each time that the queue was woken. */
let woken: number[];

beforeEach(() => {
  folder = temporaryFolder();
  database = new ServiceDatabase(join(folder.path, 'service.db'));
  store = new SqliteJobStore(database);
  woken = [];
  intake = new Intake({
    store,
    queue: { wake: () => void woken.push(store.countJobs().pending) },
    renderer: { laneOf: ({ request }) => `lane of ${request.turns[0]?.text}` },
    now: () => 5000,
  });
});
afterEach(async () => {
  await nextTurn();
  database.close();
  folder.remove();
});

function wanted(text: string, seed: number, more: Partial<JobRequest> = {}): JobRequest {
  const input = { voice_engine: 'SvcDialog' as const, text, voice: VOICE };
  return { input, order: createStreamOrder(input, seed), ...more };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is accepted', () => {
  test('is on disk when it is answered, in the order given, each job with its seed and its lane', async () => {
    const jobs = [wanted('One', 7, { customId: 'x', webhookUrl: 'http://127.0.0.1/job' }), wanted('Two', 8)];
    const batch = await intake.acceptBatch('u', jobs, 'http://127.0.0.1/batch');
    expect(store.findBatch('u', batch.id)).toEqual(batch);
    expect(batch).toMatchObject({
      kind: 'batch',
      created_at: 5000,
      webhook_url: 'http://127.0.0.1/batch',
      jobs: [
        { custom_id: 'x', seed: 7, lane: 'lane of One', webhook_url: 'http://127.0.0.1/job', status: 'pending' },
        { custom_id: null, seed: 8, lane: 'lane of Two', webhook_url: null },
      ],
    });
    expect(batch.id).toMatch(/^bb-\w{22}$/);
    for (const { id } of batch.jobs) expect(id).toMatch(/^bc-\w{22}$/);
  });

  test('may be a job of its own, with one identifier', async () => {
    for (const kind of ['single', 'conversion'] as const) {
      const { id, job } = await intake.acceptSingle('u', kind, wanted('One', 7));
      expect(job).toMatchObject({ id, batch_id: id, seed: 7 });
      expect(store.findBatch('u', id, kind)).toMatchObject({ kind, jobs: [job] });
    }
  });

  test('is begun after it was answered', async () => {
    await intake.acceptSingle('u', 'single', wanted('One', 7));
    expect(woken).toEqual([]);
    await nextTurn();
    expect(woken).toEqual([1]);
  });

  test('is not there at all where it can’t be written, and nothing is begun', async () => {
    database.run("CREATE TRIGGER broken BEFORE INSERT ON jobs BEGIN SELECT raise(ABORT, 'full'); END");
    await expect(intake.acceptBatch('u', [wanted('One', 7)])).rejects.toThrow('full');
    await nextTurn();
    expect([woken, store.countBatches()]).toEqual([[], 0]);
  });
});
