import { migration001 } from './001-project.ts';
import { migration002 } from './002-audio-analyses.ts';
import { migration003 } from './003-costs.ts';
import type { Migration } from './migration.ts';

/** The steps from an empty file to today's format, in order. */
export const MIGRATIONS: readonly Migration[] = [migration001, migration002, migration003];
