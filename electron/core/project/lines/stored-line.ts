import { NARRATOR, type StoredOverride, storedOverrideSchema } from '../../../../shared/model/cast.ts';
import type { Turn } from '../../../../shared/model/script.ts';
import type { LineRequestProblem } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';

const EXCERPT_LENGTH = 80;

export function excerptOf(text: string): string {
  const characters = [...text.slice(0, EXCERPT_LENGTH * 4).replace(/\s+/g, ' ')];
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…`
    : characters.join('');
}

export interface LineFacts {
  /** Null if no request can be built. */
  readonly renderKey: string | null;
  readonly characters: number;
  readonly problem: LineRequestProblem | null;
}

export function rolesOfTurns(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map((turn) => turn.role ?? NARRATOR))];
}

// Only a basic type check: there are tens of thousands of these values, and only Lectern writes them.
export function readTurns(db: Database, text: string): readonly Turn[] {
  return db.readDocument(text, (value) => checkList(value, isTurn), 'lines.turns');
}

export function readRoles(db: Database, text: string): readonly string[] {
  return db.readDocument(text, (value) => checkList(value, isString), 'lines.roles');
}

const isString = (value: unknown): value is string => typeof value === 'string';

const isTurn = (value: unknown): value is Turn =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

function checkList<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw new TypeError('it is no list of what it should hold');
}

export function readProblem(db: Database, text: string | null): LineRequestProblem | null {
  return text === null ? null : db.readDocument(text, (value) => value as LineRequestProblem, 'lines.problem');
}

export function readOverride(db: Database, text: string | null): StoredOverride | null {
  return text === null ? null : db.readDocument(text, (value) => storedOverrideSchema.parse(value), 'lines.override');
}
