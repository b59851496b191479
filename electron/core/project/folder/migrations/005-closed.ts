// Frozen: a change of the format is a new migration.
import type { Migration } from './migration.ts';

// Whether the file is complete without its write-ahead log: 0 from the first write until the project is closed properly.
const CLOSED = 'ALTER TABLE project ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));';

export const migration005: Migration = { version: 5, sql: CLOSED };
