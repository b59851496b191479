// Frozen: a change of the format is a new migration.
import type { Migration } from './migration.ts';

// Takes of missing or damaged audio, which are looked for by their audio whenever audio arrives: a service may give the
// same sound to every line.
const AUDIO_PROBLEMS = 'CREATE INDEX takes_with_audio_problem ON takes (audio_hash) WHERE audio_problem IS NOT NULL;';

export const migration006: Migration = { version: 6, sql: AUDIO_PROBLEMS };
