// The documents in the columns of a line.
import { type LineOverride, lineOverrideSchema, NARRATOR } from '../../../shared/model/cast.ts';
import type { Turn } from '../../../shared/model/script.ts';
import type { LineRequestProblem } from '../../../shared/rules/line-request.ts';
import type { Database } from './database.ts';

/** What is known of a line's request without asking for it. */
export interface LineFacts {
  /** Null where the line can't be asked for. */
  readonly renderKey: string | null;
  /** As they would be sent. */
  readonly characters: number;
  readonly problem: LineRequestProblem | null;
}

/** The names of the roles that speak, in order of appearance. Turns without a mark are the narrator's. */
export function rolesOfTurns(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map((turn) => turn.role ?? NARRATOR))];
}

// Turns and problems are written by this program only, and read by the ten thousand: their shape is taken as written.
export function readTurns(db: Database, text: string): readonly Turn[] {
  return db.readDocument(text, (value) => value as readonly Turn[], 'a line');
}

/** The names of the roles that speak in a line, in order of appearance. */
export function readRoles(db: Database, text: string): readonly string[] {
  return db.readDocument(text, (value) => value as readonly string[], 'the roles of a line');
}

export function readProblem(db: Database, text: string | null): LineRequestProblem | null {
  return text === null ? null : db.readDocument(text, (value) => value as LineRequestProblem, 'a problem of a line');
}

export function readOverride(db: Database, text: string | null): LineOverride | null {
  return text === null ? null : db.readDocument(text, (value) => lineOverrideSchema.parse(value), "a line's settings");
}
