import {
  MAX_AUTOMATIC_SNAPSHOTS,
  type ProjectSnapshot,
  type SnapshotReason,
  snapshotReasonSchema,
} from '../../../../shared/model/snapshot.ts';
import type { Database } from '../folder/database.ts';
import { ProjectError } from '../folder/project-error.ts';
import type { Project } from '../project.ts';
import { rememberingTexts } from '../script/identities.ts';
import { readSnapshotContent, restoreSnapshotContent, type SnapshotContent } from './snapshot-content.ts';

interface SnapshotRow {
  readonly id: number;
  readonly made_at: number;
  readonly reason: string;
  readonly lines: number;
  readonly rendered: number;
}

export class DamagedSnapshotError extends Error {
  override readonly name = 'DamagedSnapshotError';
}

/** Newest first. Snapshots whose reason can't be read are left out. */
export function listSnapshots(db: Database): ProjectSnapshot[] {
  return db
    .prepare<SnapshotRow>(
      'SELECT id, made_at, reason, lines, rendered FROM snapshots WHERE json_valid(reason) ORDER BY id DESC',
    )
    .all()
    .flatMap(({ id, made_at, reason, lines, rendered }) => {
      const parsed = snapshotReasonSchema.safeParse(JSON.parse(reason));
      return parsed.success ? [{ id, madeAt: made_at, reason: parsed.data, lines, rendered }] : [];
    });
}

/** Adds a snapshot, and deletes the oldest automatic ones if there are too many. @returns its id */
/** Takes a snapshot of the current content. @returns its id */
export const snapshotNow = (db: Database, reason: SnapshotReason, now: number): number =>
  addSnapshot(db, reason, readSnapshotContent(db), now);

export function addSnapshot(db: Database, reason: SnapshotReason, found: SnapshotContent, now: number): number {
  return db.durably(() => {
    const { lastInsertRowid } = db
      .prepare('INSERT INTO snapshots (made_at, reason, lines, rendered, content) VALUES (?, ?, ?, ?, ?)')
      .run(now, JSON.stringify(reason), found.lines, found.rendered, found.content);
    db.prepare(
      `DELETE FROM snapshots WHERE id IN (
         SELECT id FROM snapshots WHERE json_valid(reason) AND json_extract(reason, '$.kind') <> 'named' ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    ).run(MAX_AUTOMATIC_SNAPSHOTS);
    return lastInsertRowid;
  });
}

/** Deletes a snapshot. @returns a function that adds it again; null if there is no such snapshot */
export function deleteSnapshot(db: Database, id: number): (() => void) | null {
  const row = db
    .prepare<SnapshotRow & { readonly content: Uint8Array }>(
      'SELECT id, made_at, reason, lines, rendered, content FROM snapshots WHERE id = ?',
    )
    .get(id);
  if (!row) return null;
  db.transaction(() => db.prepare('DELETE FROM snapshots WHERE id = ?').run(id));
  return () =>
    db.transaction(() => {
      db.prepare('INSERT INTO snapshots (id, made_at, reason, lines, rendered, content) VALUES (?, ?, ?, ?, ?, ?)').run(
        row.id,
        row.made_at,
        row.reason,
        row.lines,
        row.rendered,
        row.content,
      );
    });
}

const contentOf = (db: Database, id: number): Uint8Array | null =>
  db.prepare<{ readonly content: Uint8Array }>('SELECT content FROM snapshots WHERE id = ?').get(id)?.content ?? null;

/**
 * Restores a snapshot and adds one of the state before, in one durable transaction.
 * @param before the present state
 * @returns the id of the snapshot of the state before; null if there is no snapshot to restore
 * @throws DamagedSnapshotError, ProjectError
 */
export function restoreSnapshot(
  { db, keys }: Pick<Project, 'db' | 'keys'>,
  id: number,
  before: SnapshotContent,
  now: number,
): number | null {
  const content = contentOf(db, id);
  if (content === null) return null;
  try {
    return db.durably(() => {
      const added = addSnapshot(db, { kind: 'restore' }, before, now);
      rememberingTexts(db, now, () => restoreSnapshotContent(db, content, now));
      db.forgetCaches();
      keys.rekey();
      return added;
    });
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new DamagedSnapshotError(`snapshot ${id}`, { cause: error });
  }
}
