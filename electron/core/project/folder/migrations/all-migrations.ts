import { migration001 } from './001-project.ts';
import { migration002 } from './002-audio-analyses.ts';
import { migration003 } from './003-costs.ts';
import { migration004 } from './004-lost-jobs.ts';
import { migration005 } from './005-closed.ts';
import { migration006 } from './006-audio-problems.ts';
import type { Migration } from './migration.ts';

/** The steps from an empty file to today's format, in order. */
export const MIGRATIONS: readonly Migration[] = [
  migration001,
  migration002,
  migration003,
  migration004,
  migration005,
  migration006,
];
