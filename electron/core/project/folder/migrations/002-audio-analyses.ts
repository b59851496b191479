// Frozen: a change of the format is a new migration.
import type { Migration } from './migration.ts';

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

export const migration002: Migration = { version: 2, sql: ANALYSES };
