// Repairs unreadable records, and recovers missing paid audio from exports where possible.

import type { ProjectNotice } from '../../../shared/model/problems/project-problem.ts';
import { recoverAudio } from '../export/recover-audio.ts';
import type { Clock } from '../ports.ts';
import { repairRows } from '../project/lines/repair-rows.ts';
import type { Project } from '../project/project.ts';
import { SerialQueue } from '../timing.ts';
import type { ReaderThread } from './reader-thread.ts';

export interface PaidWorkParts {
  readonly project: Project;
  readonly reader: Pick<ReaderThread, 'query'>;
  readonly clock: Clock;
  readonly readOnly: boolean;
  /** `notice` informs the producer about a repair. */
  readonly onChange: (notice: ProjectNotice | null) => void;
  readonly onDefect: (error: unknown) => void;
}

/** Delay before the check starts, so that the project is shown first. */
const OPENING_DELAY_MS = 2_000;

export class PaidWork {
  readonly #parts: PaidWorkParts;
  readonly #end = new AbortController();
  readonly #queue = new SerialQueue();

  constructor(parts: PaidWorkParts) {
    this.#parts = parts;
  }

  begin(): void {
    const look = async () => {
      await this.#parts.clock.sleep(OPENING_DELAY_MS, this.#end.signal);
      await this.check();
    };
    look().catch((error: unknown) => {
      if (!this.#end.signal.aborted) this.#parts.onDefect(error);
    });
  }

  /** First waits for any check in progress, because it might have missed the latest losses. @throws ProjectError */
  check(): Promise<void> {
    return this.#queue.run(() => this.#check());
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the project is closed'));
    await this.#queue.run(async () => {});
  }

  async #check(): Promise<void> {
    if (this.#end.signal.aborted) return;
    const { project, reader, clock, readOnly, onChange } = this.#parts;
    if (!readOnly && (await reader.query('hasUnreadableRows', null))) {
      const { repaired, inDoubt } = repairRows(project.db, project.keys, clock.now());
      onChange({ kind: 'repaired', lines: repaired.length + inDoubt.length });
    }
    const hasChanged = await this.#checkAudioFiles();
    if (this.#end.signal.aborted) return;
    const { recovered } = readOnly ? { recovered: 0 } : await recoverAudio(project);
    if (recovered > 0) onChange({ kind: 'recovered', files: recovered });
    else if (hasChanged) onChange(null);
  }

  /** Works in small steps, so that other queries don't have to wait. Returns whether any audio file has changed. */
  async #checkAudioFiles(): Promise<boolean> {
    const { project, reader } = this.#parts;
    let hasChanged = false;
    for (let after: number | null = 0; after !== null; ) {
      const { changes, next }: Awaited<ReturnType<Project['takes']['audioChanges']>> = await reader.query(
        'audioChanges',
        after,
      );
      if (this.#end.signal.aborted) return false;
      project.takes.recordAudioChanges(changes);
      hasChanged ||= changes.length > 0;
      after = next;
    }
    return hasChanged;
  }
}
