// Exports of the open project: one at a time, into folders that the producer chose in the system's own dialog.
import type { AudioWorkers } from '../core/audio/audio-workers.ts';
import type { Clock, Random } from '../core/ports.ts';
import { type ExportChoice, exportTakes, lastExport } from '../core/workshop/export-takes.ts';
import type { Emit } from './emit.ts';
import type { ProjectSession } from './project-session.ts';
import { refuse } from './studio-error.ts';
import { Throttle } from './throttle.ts';

export interface ExportDeskParts {
  readonly workers: Pick<AudioWorkers, 'convertAudio'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

const PROGRESS_MS = 100;

/** What an export came to. */
export interface Exported {
  readonly files: number;
  readonly folder: string;
  readonly failed: { line: number; reason: string }[];
  readonly notices: string[];
}

export class ExportDesk {
  readonly #parts: ExportDeskParts;
  readonly #folders = new Map<string, string>();
  #running: { readonly end: AbortController; readonly over: Promise<void> } | null = null;

  constructor(parts: ExportDeskParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Remembers a folder. @returns the name under which it is exported to */
  register(path: string): string {
    const folderId = this.#parts.random.id();
    this.#folders.set(folderId, path);
    return folderId;
  }

  /** @throws StudioError `busy`, `cancelled`, `invalid`; ExportError */
  async export(
    { project }: ProjectSession,
    { folderId, ...choice }: Omit<ExportChoice, 'outDir'> & { readonly folderId: string },
  ): Promise<Exported> {
    if (this.#running) refuse({ kind: 'busy', what: 'export' });
    const outDir = this.#folders.get(folderId) ?? refuse({ kind: 'invalid', field: 'folderId', reason: 'unknown' });
    const { clock, workers, emit } = this.#parts;
    const end = new AbortController();
    const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
    this.#running = { end, over };
    let progress = { done: 0, total: 0 };
    const throttle = new Throttle(clock, PROGRESS_MS, () => emit('export-progress', progress));
    try {
      const report = await exportTakes(
        project,
        { ...choice, outDir },
        {
          workers,
          clock,
          signal: end.signal,
          onProgress: ({ done, total }) => {
            progress = { done, total };
            throttle.touch();
          },
        },
      );
      project.setLastExport({ ...choice, outDir });
      return {
        files: report.files.length,
        folder: outDir,
        failed: report.failed.map(({ number, reason }) => ({ line: number, reason })),
        notices: [...report.notices],
      };
    } catch (error) {
      if (end.signal.aborted) refuse({ kind: 'cancelled' });
      throw error;
    } finally {
      throttle.flush();
      throttle.stop();
      this.#running = null;
      isOver();
    }
  }

  /** Ends the export that is under way, if any, between two files. */
  cancel(): void {
    this.#running?.end.abort(new Error('the export was called off'));
  }

  /** The same; resolves when nothing of it goes on. */
  async end(): Promise<void> {
    this.cancel();
    await this.#running?.over;
  }

  /** The folder of the project's latest export; null where there was none. */
  lastFolder({ project }: ProjectSession): string | null {
    return lastExport(project)?.outDir ?? null;
  }
}
