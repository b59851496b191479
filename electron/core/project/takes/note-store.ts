// Notes belong to lines, and lines are never removed from the database. The notes of a deleted line are hidden with it,
// and return if the line is restored.
import { type LineNote, MAX_NOTE_LENGTH } from '../../../../shared/model/note.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from '../folder/database.ts';
import { NOT_DELETED } from '../lines/line-states.ts';
import { TakeError } from './take-decisions.ts';

/** A note as stored. */
export type StoredNote = Omit<LineNote, 'take'>;

export interface NewNote {
  readonly lineId: number;
  readonly text: string;
  /** Must be a take of the line. */
  readonly takeId: number | null;
  /** Position in the take's file, limited to its duration. */
  readonly seconds: number | null;
}

export interface NoteChange {
  readonly text?: string | undefined;
  readonly isDone?: boolean | undefined;
  /** Removes the time, so that the note is about the whole line. */
  readonly withoutTime?: boolean | undefined;
}

const COLUMNS = `notes.id AS id, notes.line_id AS lineId, notes.text AS text, notes.take_id AS takeId,
  notes.seconds AS seconds, notes.created_at AS createdAt, notes.done_at AS doneAt`;

const NOTES_OF_LINES = `SELECT ${COLUMNS}, CASE WHEN takes.id IS NULL THEN NULL ELSE (SELECT count(*)
    FROM takes AS earlier WHERE earlier.line_id = takes.line_id AND earlier.id <= takes.id) END AS take
  FROM notes LEFT JOIN takes ON takes.id = notes.take_id AND takes.line_id = notes.line_id
  WHERE notes.line_id IN (SELECT value FROM json_each(?)) ORDER BY notes.id`;

/** Returns each line's notes, oldest first. Lines without notes are left out. */
export function notesOf(db: Database, lineIds: readonly number[]): Map<number, LineNote[]> {
  return Map.groupBy(db.prepare<LineNote>(NOTES_OF_LINES).all(JSON.stringify(lineIds)), ({ lineId }) => lineId);
}

/** Counts notes of lines that are no longer in the script. */
export function countHiddenNotes(db: Database): number {
  const query = `SELECT count(*) AS n FROM notes JOIN lines ON lines.id = notes.line_id
    JOIN paragraphs ON paragraphs.id = lines.paragraph_id WHERE NOT (${NOT_DELETED})`;
  return db.prepare<{ readonly n: number }>(query).get()?.n ?? 0;
}

export class NoteStore {
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(db: Database, clock: Pick<Clock, 'now'>) {
    this.#db = db;
    this.#clock = clock;
  }

  find(id: number): StoredNote | null {
    return this.#db.prepare<StoredNote>(`SELECT ${COLUMNS} FROM notes WHERE id = ?`).get(id) ?? null;
  }

  /** Oldest first. */
  ofLine(lineId: number): LineNote[] {
    return notesOf(this.#db, [lineId]).get(lineId) ?? [];
  }

  /** @throws TakeError `long-note`, `no-such-line`, `no-such-take`, `other-line` */
  add({ lineId, text, takeId, seconds }: NewNote): StoredNote {
    checkLength(text);
    return this.#db.durably(() => {
      this.#requireLine(lineId);
      const duration = takeId === null ? 0 : this.#durationOf(takeId, lineId);
      const id = this.#db
        .prepare('INSERT INTO notes (line_id, text, take_id, seconds, created_at) VALUES (?, ?, ?, ?, ?)')
        .run(
          lineId,
          text,
          takeId,
          takeId === null || seconds === null ? null : Math.min(seconds, duration),
          this.#clock.now(),
        ).lastInsertRowid;
      return this.#require(id);
    });
  }

  /** @returns the note before and after the change; null if it doesn't exist @throws TakeError `long-note` */
  change(
    id: number,
    { text, isDone, withoutTime }: NoteChange,
  ): { readonly before: StoredNote; readonly after: StoredNote } | null {
    if (text !== undefined) checkLength(text);
    return this.#db.durably(() => {
      const before = this.find(id);
      if (!before) return null;
      const doneAt = isDone === undefined ? before.doneAt : isDone ? (before.doneAt ?? this.#clock.now()) : null;
      const seconds = withoutTime ? null : before.seconds;
      const after = { ...before, text: text ?? before.text, doneAt, seconds };
      this.#write(after);
      return { before, after };
    });
  }

  /** @returns the removed note; null if it doesn't exist */
  remove(id: number): StoredNote | null {
    return this.#db.durably(() => {
      const note = this.find(id);
      if (note) this.#db.prepare('DELETE FROM notes WHERE id = ?').run(id);
      return note;
    });
  }

  /**
   * Restores a note to an earlier state; null removes it.
   * @returns false, without a change, if the note is no longer in the state `from`
   */
  restore(id: number, from: StoredNote | null, to: StoredNote | null): boolean {
    return this.#db.durably(() => {
      if (!isSameNote(this.find(id), from)) return false;
      if (to) this.#write(to);
      else this.remove(id);
      return true;
    });
  }

  /** Keeps the id of a note that was removed, so that other undo steps still find it. */
  #write({ id, lineId, text, takeId, seconds, createdAt, doneAt }: StoredNote): void {
    this.#db
      .prepare(
        `INSERT INTO notes (id, line_id, text, take_id, seconds, created_at, done_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET text = excluded.text, seconds = excluded.seconds, done_at = excluded.done_at`,
      )
      .run(id, lineId, text, takeId, seconds, createdAt, doneAt);
  }

  #require(id: number): StoredNote {
    const note = this.find(id);
    if (!note) throw new RangeError(`note ${id} was not saved`);
    return note;
  }

  #requireLine(lineId: number): void {
    const isLine = this.#db.prepare('SELECT 1 FROM lines WHERE id = ? AND deleted_at IS NULL').get(lineId);
    if (!isLine) throw new TakeError({ kind: 'no-such-line', lineId });
  }

  /** In seconds. */
  #durationOf(takeId: number, lineId: number): number {
    const take = this.#db
      .prepare<{ readonly line_id: number; readonly duration: number }>(
        'SELECT line_id, duration FROM takes WHERE id = ?',
      )
      .get(takeId);
    if (!take) throw new TakeError({ kind: 'no-such-take', takeId });
    if (take.line_id !== lineId) throw new TakeError({ kind: 'other-line', takeId, lineId });
    return take.duration;
  }
}

function checkLength(text: string): void {
  const characters = countCharacters(text);
  if (characters > MAX_NOTE_LENGTH) throw new TakeError({ kind: 'long-note', characters });
}

const isSameNote = (one: StoredNote | null, other: StoredNote | null): boolean =>
  one?.text === other?.text && one?.doneAt === other?.doneAt && one?.seconds === other?.seconds;
