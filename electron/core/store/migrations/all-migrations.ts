import { migration001 } from './001-project.ts';
import type { Migration } from './migration.ts';

/** The steps from an empty file to today's format, in order. */
export const MIGRATIONS: readonly Migration[] = [migration001];
