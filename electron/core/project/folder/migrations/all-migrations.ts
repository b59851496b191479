import type { Migration } from '../../../../../node/sqlite/migrate.ts';

// Frozen: add a new migration to change the format. Times are in milliseconds since the epoch; JSON columns hold
// documents that are parsed when read.

const PROJECT = `
CREATE TABLE project (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  user_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  place TEXT NOT NULL,
  last_export TEXT
) STRICT;

-- Documents that could not be read, as they were.
CREATE TABLE kept_aside (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL,
  content TEXT NOT NULL,
  kept_at INTEGER NOT NULL
) STRICT;
`;

const SCRIPT = `
-- In script order by ord, which has gaps. A heading stands in its own chapter; a title in the chapter that follows.
CREATE TABLE paragraphs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ord INTEGER NOT NULL,
  chapter_id INTEGER REFERENCES paragraphs (id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL CHECK (kind IN ('blank', 'title', 'heading', 'speech', 'direction', 'pause')),
  source TEXT NOT NULL,
  gap TEXT NOT NULL,
  level INTEGER CHECK (level IN (1, 2)),
  pause_seconds REAL,
  problem TEXT,
  deleted_at INTEGER
) STRICT;
CREATE INDEX paragraphs_in_order ON paragraphs (ord) WHERE deleted_at IS NULL;
CREATE INDEX paragraphs_of_chapter ON paragraphs (chapter_id, ord) WHERE deleted_at IS NULL;
CREATE INDEX paragraphs_heading ON paragraphs (ord) WHERE kind = 'heading' AND deleted_at IS NULL;

-- What paragraphs once were: who has the same text again is the same paragraph again.
CREATE TABLE former_texts (
  text_hash TEXT NOT NULL,
  paragraph_id INTEGER NOT NULL REFERENCES paragraphs (id),
  left_at INTEGER NOT NULL,
  PRIMARY KEY (text_hash, paragraph_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  paragraph_id INTEGER NOT NULL REFERENCES paragraphs (id),
  part INTEGER NOT NULL,
  turns TEXT NOT NULL,
  roles TEXT NOT NULL,
  pause_before REAL,
  pause_after REAL,
  override TEXT,
  render_key TEXT,
  characters INTEGER NOT NULL,
  problem TEXT,
  deleted_at INTEGER
) STRICT;
CREATE INDEX lines_of_paragraph ON lines (paragraph_id, part, deleted_at);
`;

const CAST = `
CREATE TABLE roles (
  name TEXT PRIMARY KEY,
  ord INTEGER NOT NULL,
  voice TEXT,
  parameters TEXT NOT NULL,
  turn_prefix TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE pronunciation_rules (
  ord INTEGER PRIMARY KEY,
  from_text TEXT NOT NULL,
  to_text TEXT NOT NULL,
  whole_word INTEGER NOT NULL CHECK (whole_word IN (0, 1)),
  match_case INTEGER NOT NULL CHECK (match_case IN (0, 1)),
  role TEXT,
  language TEXT
) STRICT;
`;

const RUNS = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at INTEGER NOT NULL,
  options TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'cancelled')),
  finished_at INTEGER
) STRICT;

CREATE TABLE run_lines (
  run_id INTEGER NOT NULL REFERENCES runs (id),
  line_id INTEGER NOT NULL REFERENCES lines (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (run_id, line_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES runs (id),
  state TEXT NOT NULL CHECK (
    state IN ('sending', 'accepted', 'refused', 'not-sent', 'in-doubt', 'done', 'resubmitted')),
  origin TEXT NOT NULL,
  user_id TEXT NOT NULL,
  self_link TEXT,
  characters INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  replied_at INTEGER,
  http_status INTEGER,
  error TEXT
) STRICT;
CREATE INDEX batches_by_state ON batches (state);

CREATE TABLE jobs (
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
    state IN ('sent', 'accepted', 'done', 'failed', 'in-doubt', 'refused', 'resubmitted')),
  child_id TEXT,
  child_link TEXT,
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_of_batch ON jobs (batch_id, state);
CREATE INDEX jobs_of_line ON jobs (line_id, render_key);
CREATE INDEX jobs_of_run ON jobs (run_id, line_id);
CREATE INDEX jobs_unfinished ON jobs (state) WHERE state <> 'done';
`;

const TAKES = `
CREATE TABLE takes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  line_id INTEGER NOT NULL REFERENCES lines (id),
  render_key TEXT NOT NULL,
  request TEXT NOT NULL,
  audio_hash TEXT NOT NULL,
  format TEXT NOT NULL,
  sample_rate INTEGER NOT NULL,
  size INTEGER NOT NULL,
  duration REAL NOT NULL,
  created_at INTEGER NOT NULL,
  source TEXT NOT NULL,
  verdict TEXT CHECK (verdict IN ('approved', 'rejected')),
  note TEXT NOT NULL DEFAULT '',
  trim_start REAL NOT NULL DEFAULT 0,
  trim_end REAL NOT NULL DEFAULT 0,
  gain_db REAL NOT NULL DEFAULT 0,
  audio_problem TEXT CHECK (audio_problem IN ('missing', 'damaged')),
  job_id INTEGER REFERENCES jobs (id)
) STRICT;
CREATE INDEX takes_of_line ON takes (line_id, render_key);
CREATE INDEX takes_of_job ON takes (job_id);
CREATE INDEX takes_of_audio ON takes (audio_hash);

-- The take that a line exports, for each key that the line has had; kept: of another key, accepted by the producer.
CREATE TABLE picks (
  line_id INTEGER NOT NULL REFERENCES lines (id),
  render_key TEXT NOT NULL,
  take_id INTEGER NOT NULL REFERENCES takes (id),
  kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1)),
  PRIMARY KEY (line_id, render_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX picks_of_take ON picks (take_id);
`;

const migration001: Migration = { version: 1, sql: [PROJECT, SCRIPT, CAST, RUNS, TAKES].join('\n') };

// Adds the state `lost` for jobs that the service accepted and no longer has. SQLite can't change a CHECK constraint,
// so the table is rebuilt.
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

// Adds prices per 1,000 characters (null if unknown), webhook data, and `spoken`, a job's characters by role as
// `[{"role":…,"characters":…}]` (null in jobs written before).
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

// Measurements are shared by takes with the same audio, in seconds and dB. Waveforms have their own table because they
// are read only a few at a time.
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

// Takes are looked up by hash whenever audio arrives. A service may return the same audio for every line.
const AUDIO_PROBLEMS = 'CREATE INDEX takes_with_audio_problem ON takes (audio_hash) WHERE audio_problem IS NOT NULL;';

const migration006: Migration = { version: 6, sql: AUDIO_PROBLEMS };

// 0 from the first write until the project is closed properly: the file is incomplete without its log.
const CLOSED = 'ALTER TABLE project ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));';

const migration005: Migration = { version: 5, sql: CLOSED };

const UNUSED_COLUMNS = `
ALTER TABLE batches DROP COLUMN http_status;
ALTER TABLE jobs DROP COLUMN seed_pinned;
`;

const migration007: Migration = { version: 7, sql: UNUSED_COLUMNS };

// Adds the book's details as a document (null if none), and pauses set by the producer before a line, in seconds.
const BOOK = `
ALTER TABLE project ADD COLUMN book TEXT;
CREATE TABLE set_pauses (
  line_id INTEGER PRIMARY KEY REFERENCES lines (id),
  seconds REAL NOT NULL CHECK (seconds >= 0)
) STRICT;
`;

const migration008: Migration = { version: 8, sql: BOOK };

// Adds the permitted uses of takes' voices as shared documents: `[{"voice":…,"rights":…}]`. Null if unknown, and in
// takes made before this migration.
const VOICE_USES = `
CREATE TABLE voice_uses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uses TEXT NOT NULL UNIQUE
) STRICT;
ALTER TABLE takes ADD COLUMN uses_id INTEGER REFERENCES voice_uses (id);
`;

const migration009: Migration = { version: 9, sql: VOICE_USES };

const RULE_SOUNDS = 'ALTER TABLE pronunciation_rules ADD COLUMN ipa TEXT;';

const migration010: Migration = { version: 10, sql: RULE_SOUNDS };

// Increases whenever the log is copied into the file. Its own table fits into one page, so the mark is readable even if
// the log is missing or damaged.
const FILE_MARK = `
CREATE TABLE file_mark (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  mark INTEGER NOT NULL
) STRICT;
INSERT INTO file_mark (only_row, mark) VALUES (1, 0);
`;

const migration011: Migration = { version: 11, sql: FILE_MARK };

// How much louder left is than right, in dB (null if not stereo or not measured), and the duration announced by the
// service, in seconds (null if none, or in older takes).
const TAKE_DOUBTS = `
ALTER TABLE audio_analyses ADD COLUMN balance REAL;
ALTER TABLE takes ADD COLUMN announced_duration REAL;
`;

const migration012: Migration = { version: 12, sql: TAKE_DOUBTS };

/** Identifies a SQLite file as a Lectern project: the bytes of `Lctn`. */
export const APPLICATION_ID = 0x4c63746e;

export const MIGRATIONS: readonly Migration[] = [
  migration001,
  migration002,
  migration003,
  migration004,
  migration005,
  migration006,
  migration007,
  migration008,
  migration009,
  migration010,
  migration011,
  migration012,
];
