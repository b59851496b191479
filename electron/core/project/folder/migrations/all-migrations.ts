import { migration001 } from './001-project.ts';
import type { Migration } from './migration.ts';

// Frozen: a change of the format is a new migration.

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

const migration004: Migration = { version: 4, sql: LOST_JOBS };

// Frozen: a change of the format is a new migration.

// What a batch cost when it left: the price of 1,000 characters and its currency, both null where nobody knew one. Which
// host was asked to be told of it, what became of that, and how often that was asked for. `spoken`: who speaks how many of
// a job's characters, as [{"role":…,"characters":…}]; null in jobs of earlier days.
const COSTS = `
ALTER TABLE batches ADD COLUMN price REAL;
ALTER TABLE batches ADD COLUMN currency TEXT;
ALTER TABLE batches ADD COLUMN webhook_host TEXT;
ALTER TABLE batches ADD COLUMN webhook_called_at INTEGER;
ALTER TABLE batches ADD COLUMN webhook_status INTEGER;
ALTER TABLE batches ADD COLUMN webhook_reads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN spoken TEXT;
ALTER TABLE jobs ADD COLUMN webhook_called_at INTEGER;
ALTER TABLE jobs ADD COLUMN webhook_status INTEGER;

-- Words that were spoken at once, without a take: the service charges for them all the same.
CREATE TABLE auditions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  line_id INTEGER REFERENCES lines (id),
  role TEXT,
  origin TEXT NOT NULL,
  user_id TEXT NOT NULL,
  characters INTEGER NOT NULL,
  price REAL,
  currency TEXT,
  begun_at INTEGER NOT NULL
) STRICT;
`;

const migration003: Migration = { version: 3, sql: COSTS };

// Frozen: a change of the format is a new migration.

// What was measured of audio, by the hash of its bytes: takes of the same audio share it. Durations are seconds, levels dB.
// Waveforms stand apart: the figures of all takes are read at once, waveforms a few at a time.
const ANALYSES = `
CREATE TABLE audio_analyses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  audio_hash TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  loudness REAL,
  true_peak REAL,
  clipped_samples INTEGER NOT NULL,
  speech_level REAL,
  head_silence REAL NOT NULL,
  tail_silence REAL NOT NULL,
  longest_pause REAL NOT NULL,
  start_level REAL,
  end_level REAL
) STRICT;

CREATE TABLE audio_waveforms (
  id INTEGER PRIMARY KEY,
  audio_hash TEXT NOT NULL UNIQUE,
  peaks_per_second REAL NOT NULL,
  overview BLOB NOT NULL,
  peaks BLOB NOT NULL
) STRICT;
`;

const migration002: Migration = { version: 2, sql: ANALYSES };

// Frozen: a change of the format is a new migration.

// Takes of missing or damaged audio, which are looked for by their audio whenever audio arrives: a service may give the
// same sound to every line.
const AUDIO_PROBLEMS = 'CREATE INDEX takes_with_audio_problem ON takes (audio_hash) WHERE audio_problem IS NOT NULL;';

const migration006: Migration = { version: 6, sql: AUDIO_PROBLEMS };

// Frozen: a change of the format is a new migration.

// Whether the file is complete without its write-ahead log: 0 from the first write until the project is closed properly.
const CLOSED = 'ALTER TABLE project ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));';

const migration005: Migration = { version: 5, sql: CLOSED };

/** The steps from an empty file to today's format, in order. */
export const MIGRATIONS: readonly Migration[] = [
  migration001,
  migration002,
  migration003,
  migration004,
  migration005,
  migration006,
];
