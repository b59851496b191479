import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMBEDDED_LANE } from '../speech/speech-engine.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { ServiceDatabase } from './database.ts';
import { SqliteJobStore } from './sqlite-job-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: ServiceDatabase;
beforeEach(() => {
  folder = temporaryFolder();
  const path = join(folder.path, 'service.db');
  const old = new DatabaseSync(path);
  old.exec(readFileSync(new URL('./fixtures/version-2.sql', import.meta.url), 'utf8'));
  old.close();
  database = new ServiceDatabase(path);
});
afterEach(() => {
  database.close();
  folder.remove();
});

describe('a database of format 2', () => {
  test('keeps all that was in it, and what was open goes on', () => {
    const store = new SqliteJobStore(database);
    expect(store.countJobs()).toEqual({ pending: 2, in_progress: 0, completed: 1, failed: 2 });
    expect(store.findBatch('u', 'bb-done')).toMatchObject({
      kind: 'batch',
      created_at: 1000,
      webhook_result: null,
      jobs: [
        { id: 'bc-1', custom_id: 'one', file: 'bc-1.mp3', duration: 1.5, size: 10, lane: EMBEDDED_LANE },
        { id: 'bc-2', error: 'No.' },
      ],
    });
    expect([store.claim(EMBEDDED_LANE)?.id, store.claim(EMBEDDED_LANE)?.id]).toEqual(['bc-4', 'bc-5']);
  });

  test('has its finished batches swept by when their last job ended', () => {
    const store = new SqliteJobStore(database);
    expect(store.removeFinished(3000, 10).batches).toBe(0);
    expect(store.removeFinished(3001, 10)).toEqual({ batches: 1, files: ['bc-1.mp3'] });
    store.claim(EMBEDDED_LANE);
    expect(store.fail('bc-4', 'No.', 4000)?.batchIsFinished).toBe(true);
    expect(store.removeFinished(4001, 10).batches).toBe(1);
    expect(store.countBatches()).toBe(1);
  });
});
