import { z } from 'zod';
import { type RowChange, rowChangeSchema } from '../../../../node/sqlite/row-changes.ts';
import { type StoredStep, UNDO_DEPTH } from '../../../../shared/ipc/undo-requests.ts';
import { parseJson } from '../../../../shared/rules/parse-json.ts';
import type { StepStore } from '../../undo/undo-log.ts';
import { currentRecording } from '../folder/change-recording.ts';
import type { Database } from '../folder/database.ts';

/** Total characters of the stored changes. Older steps are dropped if there are more. */
const MAX_CHARACTERS = 16_000_000;

const changesSchema = z.array(rowChangeSchema);

interface StepRow {
  readonly id: string;
  readonly label: string | null;
  readonly screen: string | null;
  readonly joins: string | null;
  readonly undone: 0 | 1;
}

/** A project's undo steps, which survive a restart. They contain the changed rows. */
export class StoredSteps implements StepStore {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;

  /** @param onError called if a step can't be stored; it can still be undone until the project is closed */
  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  add(id: string): void {
    const changes = currentRecording()?.take(this.#db) ?? [];
    if (changes.length === 0) return;
    this.#try(() => {
      const text = JSON.stringify(changes);
      // A new step can't be redone past steps that were undone before it.
      this.#db.prepare('DELETE FROM undo_steps WHERE undone = 1').run();
      if (text.length > MAX_CHARACTERS) return;
      this.#db.prepare('INSERT INTO undo_steps (id, changes) VALUES (?, ?)').run(id, text);
      this.#db
        .prepare(
          `DELETE FROM undo_steps WHERE id IN (
             SELECT id FROM (
               SELECT id, row_number() OVER newest AS place, sum(length(changes)) OVER newest AS characters
               FROM undo_steps WINDOW newest AS (ORDER BY id DESC))
             WHERE place > ? OR characters > ?)`,
        )
        .run(UNDO_DEPTH, MAX_CHARACTERS);
    });
  }

  turn(id: string, isUndone: boolean): void {
    const changes = currentRecording()?.take(this.#db) ?? [];
    this.#try(() => {
      if (changes.length === 0) return this.#delete(id);
      const sql = 'UPDATE undo_steps SET undone = ?, changes = ? WHERE id = ?';
      this.#db.prepare(sql).run(isUndone ? 1 : 0, JSON.stringify(changes), id);
    });
  }

  delete(id: string): void {
    this.#try(() => this.#delete(id));
  }

  /** Stores how the window shows the step. Unknown steps are ignored. */
  describe({ step, label, screen, joins }: Omit<StoredStep, 'isUndone'>): void {
    this.#try(() =>
      this.#db
        .prepare('UPDATE undo_steps SET label = ?, screen = ?, joins = ? WHERE id = ?')
        .run(label, screen, joins, step),
    );
  }

  /** Returns the steps from oldest to newest. Steps without a name are left out. */
  list(): StoredStep[] {
    return this.#db
      .prepare<StepRow>('SELECT id, label, screen, joins, undone FROM undo_steps ORDER BY id')
      .all()
      .flatMap(({ id, label, screen, joins, undone }) =>
        label === null || screen === null ? [] : [{ step: id, label, screen, joins, isUndone: undone === 1 }],
      );
  }

  /** Returns the steps' ids from oldest to newest. */
  ids(): { readonly id: string; readonly isUndone: boolean }[] {
    return this.#db
      .prepare<Pick<StepRow, 'id' | 'undone'>>('SELECT id, undone FROM undo_steps ORDER BY id')
      .all()
      .map(({ id, undone }) => ({ id, isUndone: undone === 1 }));
  }

  /** @returns the changes that the step made or, if it is undone, that undoing it made; null if they can't be read */
  changesOf(id: string): RowChange[] | null {
    const row = this.#db.prepare<{ readonly changes: string }>('SELECT changes FROM undo_steps WHERE id = ?').get(id);
    return changesSchema.safeParse(parseJson(row?.changes ?? '')).data ?? null;
  }

  #delete(id: string): void {
    this.#db.prepare('DELETE FROM undo_steps WHERE id = ?').run(id);
  }

  #try(work: () => void): void {
    try {
      this.#db.transaction(work);
    } catch (error) {
      this.#onError(error);
    }
  }
}
