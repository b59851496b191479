// Frozen: a change of the format is a new migration.
import type { Migration } from './migration.ts';

// Jobs that the service accepted and no longer has are `lost`. SQLite can't change a check, so the table is written again.
const LOST_JOBS = `
CREATE TABLE jobs_with_lost (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batches (id),
  run_id INTEGER NOT NULL REFERENCES runs (id),
  line_id INTEGER NOT NULL REFERENCES lines (id),
  custom_id TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  render_key TEXT NOT NULL,
  seed_pinned INTEGER NOT NULL DEFAULT 0 CHECK (seed_pinned IN (0, 1)),
  request TEXT NOT NULL,
  characters INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('sent', 'accepted', 'done', 'failed', 'in-doubt', 'lost', 'refused', 'resubmitted')),
  child_id TEXT,
  child_link TEXT,
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  spoken TEXT,
  webhook_called_at INTEGER,
  webhook_status INTEGER
) STRICT;
INSERT INTO jobs_with_lost (id, batch_id, run_id, line_id, custom_id, position, render_key, seed_pinned, request,
    characters, state, child_id, child_link, reason, attempts, created_at, finished_at, spoken, webhook_called_at,
    webhook_status)
  SELECT id, batch_id, run_id, line_id, custom_id, position, render_key, seed_pinned, request, characters, state,
    child_id, child_link, reason, attempts, created_at, finished_at, spoken, webhook_called_at, webhook_status FROM jobs;
-- An identifier that was used is never used again, even where its row is gone.
DELETE FROM sqlite_sequence WHERE name = 'jobs_with_lost';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_with_lost', seq FROM sqlite_sequence WHERE name = 'jobs';
DROP TABLE jobs;
ALTER TABLE jobs_with_lost RENAME TO jobs;
CREATE INDEX jobs_of_batch ON jobs (batch_id, state);
CREATE INDEX jobs_of_line ON jobs (line_id, render_key);
CREATE INDEX jobs_of_run ON jobs (run_id, line_id);
CREATE INDEX jobs_unfinished ON jobs (state) WHERE state <> 'done';
`;

export const migration004: Migration = { version: 4, sql: LOST_JOBS };
