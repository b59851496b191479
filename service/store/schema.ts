// The tables of service.db. The version is the database's `user_version`.
import type { DatabaseSync } from 'node:sqlite';

/** One step for each version, in order. A step that was shipped is never changed. */
const STEPS: readonly string[] = [
  `CREATE TABLE batches (
     id TEXT PRIMARY KEY,
     user_id TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     webhook_url TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE jobs (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
     custom_id TEXT,
     input TEXT NOT NULL,
     seed INTEGER NOT NULL,
     webhook_url TEXT,
     status TEXT NOT NULL DEFAULT 'pending',
     file TEXT,
     duration REAL,
     size INTEGER,
     error TEXT,
     finished_at INTEGER
   ) STRICT;
   CREATE INDEX jobs_by_batch ON jobs (batch_id, number);
   CREATE INDEX jobs_pending ON jobs (number) WHERE status = 'pending';
   CREATE INDEX jobs_unfinished ON jobs (batch_id) WHERE status IN ('pending', 'in_progress');`,
  // A single job is a batch of its own, of another kind. A lane is what a job waits in line for (speech-engine.ts);
  // those of a lower rank go first in it.
  // A batch is finished when its last job is.
  `ALTER TABLE batches ADD COLUMN kind TEXT NOT NULL DEFAULT 'batch';
   ALTER TABLE batches ADD COLUMN webhook_result TEXT;
   ALTER TABLE batches ADD COLUMN finished_at INTEGER;
   UPDATE batches SET finished_at = (SELECT max(finished_at) FROM jobs WHERE batch_id = batches.id)
     WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND status IN ('pending', 'in_progress'));
   CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;
   ALTER TABLE jobs ADD COLUMN webhook_result TEXT;
   ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'embedded';
   ALTER TABLE jobs ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
   DROP INDEX jobs_pending;
   CREATE INDEX jobs_pending ON jobs (lane, rank, number) WHERE status = 'pending';
   CREATE INDEX jobs_by_status ON jobs (status);
   CREATE TABLE deliveries (
     number INTEGER PRIMARY KEY,
     batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
     job_id TEXT REFERENCES jobs (id) ON DELETE CASCADE,
     url TEXT NOT NULL,
     host TEXT NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX deliveries_by_host ON deliveries (host, due_at, number);
   CREATE INDEX deliveries_by_job ON deliveries (job_id);
   CREATE UNIQUE INDEX deliveries_once ON deliveries (batch_id, ifnull(job_id, ''));
   CREATE TABLE clones (
     id TEXT PRIMARY KEY,
     user_id TEXT NOT NULL,
     name TEXT NOT NULL,
     gender TEXT,
     created_at INTEGER NOT NULL,
     based_on TEXT NOT NULL,
     timbre TEXT NOT NULL,
     deleted_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX clones_by_user ON clones (user_id, created_at);`,
];

/** A database that a newer version of the service has written. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings a database to the current version, each step whole or not at all.
 *
 * @param to an earlier version
 * @throws NewerDatabaseError where it is of a version to come
 */
export function migrate(database: DatabaseSync, to = STEPS.length): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (Math.max(version, to) > STEPS.length) {
    throw new NewerDatabaseError(
      `The data folder was written by a newer version of the service (its version is ${Math.max(version, to)}, this one knows ${STEPS.length}): update Lectern or name another folder with --data.`,
    );
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version || index >= to) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}
