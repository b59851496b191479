// Frozen: a change of the format is a new migration. Times are milliseconds since the epoch, JSON columns hold
// documents that are parsed where they are read.
import type { Migration } from './migration.ts';

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

export const migration001: Migration = { version: 1, sql: [PROJECT, SCRIPT, CAST, RUNS, TAKES].join('\n') };
