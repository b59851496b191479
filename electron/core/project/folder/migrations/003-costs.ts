// Frozen: a change of the format is a new migration.
import type { Migration } from './migration.ts';

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

export const migration003: Migration = { version: 3, sql: COSTS };
