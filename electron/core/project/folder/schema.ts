import type { Migration } from '../../../../node/sqlite/migrate.ts';

/** Identifies a SQLite file as a Lectern project: the bytes of `Lctn`. */
export const APPLICATION_ID = 0x4c63746e;

// Times are in milliseconds since the epoch. JSON columns hold documents that are parsed when read.
const SCHEMA = `
CREATE TABLE project (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  user_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  place TEXT NOT NULL,
  last_export TEXT,
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  book TEXT
) STRICT;

-- Documents that could not be read, unchanged.
CREATE TABLE kept_aside (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL,
  content TEXT NOT NULL,
  kept_at INTEGER NOT NULL
) STRICT;

-- In script order by ord, which has gaps. A heading belongs to its own chapter, a title to the following one.
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

-- Earlier texts of paragraphs: a paragraph that gets its old text back is the same paragraph again.
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
  language TEXT,
  ipa TEXT
) STRICT;

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

-- price: per 1,000 characters, null if unknown. webhook_reads: how often the service was asked about the webhook.
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
  error TEXT,
  price REAL,
  currency TEXT,
  webhook_host TEXT,
  webhook_called_at INTEGER,
  webhook_status INTEGER,
  webhook_reads INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX batches_by_state ON batches (state);

-- announced_duration: in seconds, as the service announced it; null if it didn't.
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
  job_id INTEGER REFERENCES jobs (id),
  uses_id INTEGER REFERENCES voice_uses (id),
  announced_duration REAL
) STRICT;
CREATE INDEX takes_of_line ON takes (line_id, render_key);
CREATE INDEX takes_of_job ON takes (job_id);
CREATE INDEX takes_of_audio ON takes (audio_hash);
CREATE INDEX takes_with_audio_problem ON takes (audio_hash) WHERE audio_problem IS NOT NULL;

-- The take that a line exports, for each key that the line has had. kept: a take of another key that the producer accepted.
CREATE TABLE picks (
  line_id INTEGER NOT NULL REFERENCES lines (id),
  render_key TEXT NOT NULL,
  take_id INTEGER NOT NULL REFERENCES takes (id),
  kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1)),
  PRIMARY KEY (line_id, render_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX picks_of_take ON picks (take_id);

-- Measurements, shared by takes with the same audio. Durations in seconds, levels in dB; balance: left minus right, null if
-- not stereo.
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
  end_level REAL,
  balance REAL
) STRICT;

-- Separate, because the measurements of all takes are read at once, but only a few waveforms.
CREATE TABLE audio_waveforms (
  id INTEGER PRIMARY KEY,
  audio_hash TEXT NOT NULL UNIQUE,
  peaks_per_second REAL NOT NULL,
  overview BLOB NOT NULL,
  peaks BLOB NOT NULL
) STRICT;

-- Paid speech without a take.
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

-- spoken: characters by role, as [{"role":…,"characters":…}].
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batches (id),
  run_id INTEGER NOT NULL REFERENCES runs (id),
  line_id INTEGER NOT NULL REFERENCES lines (id),
  custom_id TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  render_key TEXT NOT NULL,
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
CREATE INDEX jobs_of_batch ON jobs (batch_id, state);
CREATE INDEX jobs_of_line ON jobs (line_id, render_key);
CREATE INDEX jobs_of_run ON jobs (run_id, line_id);
CREATE INDEX jobs_unfinished ON jobs (state) WHERE state <> 'done';

-- Pauses before lines that the producer set.
CREATE TABLE set_pauses (
  line_id INTEGER PRIMARY KEY REFERENCES lines (id),
  seconds REAL NOT NULL CHECK (seconds >= 0)
) STRICT;

-- Permitted uses of takes' voices, as [{"voice":…,"rights":…}].
CREATE TABLE voice_uses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uses TEXT NOT NULL UNIQUE
) STRICT;

-- Increases whenever the write-ahead log is copied into the file. The table fits into one page, so the mark can be read even
-- if the log is missing or damaged (log-record.ts).
CREATE TABLE file_mark (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  mark INTEGER NOT NULL
) STRICT;

INSERT INTO file_mark (only_row, mark) VALUES (1, 0);
`;

// Notes belong to lines instead of takes. seconds: position in the take's file. A note taken over from a take has the take's
// date, because its own was not stored.
const NOTES = `
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  line_id INTEGER NOT NULL REFERENCES lines (id),
  text TEXT NOT NULL,
  take_id INTEGER REFERENCES takes (id),
  seconds REAL CHECK (seconds >= 0),
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX notes_of_line ON notes (line_id);

INSERT INTO notes (line_id, text, take_id, created_at)
  SELECT line_id, note, id, created_at FROM takes WHERE note <> '' ORDER BY id;
ALTER TABLE takes DROP COLUMN note;
`;

// Changes that can be undone, as JSON (`history/stored-steps.ts`), and states of the project that can be restored, as
// compressed JSON (`history/snapshot-content.ts`).
const HISTORY = `
CREATE TABLE undo_steps (
  id TEXT PRIMARY KEY,
  label TEXT,
  screen TEXT,
  joins TEXT,
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
  changes TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  made_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  lines INTEGER NOT NULL,
  rendered INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
`;

// Sounds attached to cues. position: the cue's index in its paragraph. cue: its text when the sound was attached.
const CUE_SOUNDS = `
CREATE TABLE cue_sounds (
  paragraph_id INTEGER NOT NULL REFERENCES paragraphs (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  cue TEXT NOT NULL,
  audio_hash TEXT NOT NULL,
  format TEXT NOT NULL,
  size INTEGER NOT NULL,
  name TEXT NOT NULL,
  duration REAL NOT NULL,
  settings TEXT NOT NULL,
  PRIMARY KEY (paragraph_id, position)
) STRICT, WITHOUT ROWID;
`;

// What comparing takes with their text found, and what the producer decided about it. Proofs and models are computed
// from takes and can be deleted; accepted findings can't.
const PROOFS = `
-- A voice in one language and style. voice: JSON array of the voice's id, language and style. lines_learnt: the number of
-- lines that the model was learnt from. model: null while there are too few lines.
CREATE TABLE voice_models (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  voice TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  lines_learnt INTEGER NOT NULL CHECK (lines_learnt >= 0),
  model BLOB
) STRICT;

-- language: in which the words were read; null if unknown. audio_hash: of the bytes that were compared. voice_id: null for
-- takes with two voices. model_lines: lines_learnt of the model that was used; lines_learnt excludes the take's own line.
-- findings: JSON (proof/stored-findings.ts). finding_words: JSON array with the words and the voice of each finding. word_times:
-- 32-bit floats, three for each word: start and end in seconds, confidence. not_compared: JSON, why there is no score.
CREATE TABLE take_proofs (
  take_id INTEGER PRIMARY KEY REFERENCES takes (id),
  version INTEGER NOT NULL,
  language TEXT,
  audio_hash TEXT NOT NULL,
  voice_id INTEGER REFERENCES voice_models (id),
  model_lines INTEGER NOT NULL CHECK (model_lines >= 0),
  lines_learnt INTEGER NOT NULL CHECK (lines_learnt >= 0),
  score REAL,
  is_suspicious INTEGER NOT NULL CHECK (is_suspicious IN (0, 1)),
  findings TEXT NOT NULL,
  finding_words TEXT NOT NULL,
  word_times BLOB,
  not_compared TEXT,
  proofed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX suspicious_proofs ON take_proofs (take_id) WHERE is_suspicious = 1;
CREATE INDEX proofs_of_voice ON take_proofs (voice_id, model_lines);

-- Findings that the producer has accepted, and all like them. line: at these words of a line; word: at these words,
-- whoever speaks them; voice: at these words by this voice. words: in lower case, without punctuation around them.
CREATE TABLE accepted_findings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL CHECK (scope IN ('line', 'word', 'voice')),
  kind TEXT NOT NULL,
  words TEXT NOT NULL,
  line_id INTEGER REFERENCES lines (id),
  from_word INTEGER,
  voice TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Takes that were ordered because an earlier take was suspicious. seed: identifies the new take. outcome: which of the two
-- was picked, once the new take has been compared with its text.
CREATE TABLE proof_retries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  line_id INTEGER NOT NULL REFERENCES lines (id),
  render_key TEXT NOT NULL,
  take_id INTEGER NOT NULL REFERENCES takes (id),
  seed INTEGER NOT NULL,
  characters INTEGER NOT NULL CHECK (characters >= 0),
  ordered_at INTEGER NOT NULL,
  new_take_id INTEGER REFERENCES takes (id),
  outcome TEXT CHECK (outcome IN ('better', 'worse', 'decided'))
) STRICT;
CREATE INDEX retries_of_line ON proof_retries (line_id, render_key);
`;

// How voices have sounded (`rules/voice-drift.ts`).
const VOICE_SOUNDS = `
-- Measurements of a take's voice, shared by takes with the same audio. pitch: median, in semitones above 1 Hz; null if the
-- take has too little voiced speech. timbre: 32-bit floats, the mean cepstrum of voiced speech without its level.
CREATE TABLE voice_sounds (
  audio_hash TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  pitch REAL,
  timbre BLOB
) STRICT, WITHOUT ROWID;

-- Lines that the producer has chosen to be rendered again, to compare the voice with how it sounded before.
CREATE TABLE canary_lines (
  line_id INTEGER PRIMARY KEY REFERENCES lines (id)
) STRICT;

-- Voices whose change the producer has accepted. voice: as in \`takes/voice-history.ts\`. since: earlier takes aren't compared.
CREATE TABLE accepted_drifts (
  voice TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * Migrations from an empty file to the current format. To change the format, add a migration with the next version and
 * a fixture for that version. Never change an existing migration. Formats before 12 were never released.
 */
export const MIGRATIONS: readonly Migration[] = [
  { version: 12, sql: SCHEMA },
  { version: 13, sql: NOTES },
  { version: 14, sql: HISTORY },
  { version: 15, sql: CUE_SOUNDS },
  { version: 16, sql: PROOFS },
  { version: 17, sql: VOICE_SOUNDS },
];
