import { AsyncLocalStorage } from 'node:async_hooks';
import type { RecordedTables, RowChange } from '../../../../node/sqlite/row-changes.ts';

/** What producers decide. Keys and counts that are computed from it are left out, and so is the history of paid work. */
export const RECORDED_TABLES: RecordedTables = {
  project: { rows: false, columns: ['settings', 'book'] },
  paragraphs: {
    rows: true,
    columns: ['ord', 'chapter_id', 'kind', 'source', 'gap', 'level', 'pause_seconds', 'problem', 'deleted_at'],
  },
  lines: {
    rows: true,
    columns: ['paragraph_id', 'part', 'turns', 'roles', 'pause_before', 'pause_after', 'override', 'deleted_at'],
  },
  roles: { rows: true, columns: ['ord', 'voice', 'parameters', 'turn_prefix'] },
  pronunciation_rules: {
    rows: true,
    columns: ['from_text', 'to_text', 'whole_word', 'match_case', 'role', 'language', 'ipa'],
  },
  set_pauses: { rows: true, columns: ['seconds'] },
  cue_sounds: {
    rows: true,
    columns: ['cue', 'audio_hash', 'format', 'size', 'name', 'duration', 'settings'],
  },
  picks: { rows: true, columns: ['take_id', 'kept'] },
  notes: { rows: true, columns: ['text', 'seconds', 'done_at'] },
  accepted_findings: { rows: true, columns: [] },
  takes: { rows: false, columns: ['verdict', 'trim_start', 'trim_end', 'gain_db'] },
};

/** The changes that a request has made to each database. */
export class ChangeRecording {
  readonly #changes = new Map<object, RowChange[]>();
  isOver = false;

  /** @param database the database's object, which identifies it */
  add(database: object, changes: readonly RowChange[]): void {
    if (changes.length > 0) this.#changes.set(database, [...(this.#changes.get(database) ?? []), ...changes]);
  }

  changesOf(database: object): RowChange[] {
    return this.#changes.get(database) ?? [];
  }

  take(database: object): RowChange[] {
    const changes = this.changesOf(database);
    this.#changes.delete(database);
    return changes;
  }
}

const recordings = new AsyncLocalStorage<ChangeRecording>();

/** Records the changes of a request. Work that it leaves running, such as a run, isn't recorded after the request ends. */
export function whileRecordingChanges<T>(work: () => T | Promise<T>): Promise<T> {
  const recording = new ChangeRecording();
  return recordings.run(recording, async () => {
    try {
      return await work();
    } finally {
      recording.isOver = true;
    }
  });
}

export function currentRecording(): ChangeRecording | null {
  const recording = recordings.getStore();
  return recording && !recording.isOver ? recording : null;
}
