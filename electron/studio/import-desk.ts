// Scripts that were read and wait for the producer's word. Large ones are read by a thread, and stay there until a project is
// made of them.
import { stat } from 'node:fs/promises';
import type { ImportPreview } from '../../shared/ipc/project-requests.ts';
import { WorkerLostError } from '../core/audio/worker-pool.ts';
import type { Clock, Random } from '../core/ports.ts';
import type { SideThread } from './side/side-thread.ts';
import { type ProjectOrder, type SideJob, SideWork } from './side/side-work.ts';
import { found } from './studio-error.ts';

export interface ImportDeskParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly thread: Pick<SideThread, 'perform'>;
}

type Worker = Pick<SideWork, 'perform'>;

/** Only the last few are kept: a book takes some megabytes. */
const MOST_KEPT = 3;
/** A script of so many bytes is read in some ten milliseconds; a thread would need longer to begin. */
const SHORT_BYTES = 200_000;

export class ImportDesk {
  readonly #random: Random;
  readonly #thread: Worker;
  readonly #here: Worker;
  readonly #scripts = new Map<string, { readonly preview: ImportPreview; readonly at: Worker }>();

  constructor({ thread, ...ports }: ImportDeskParts) {
    this.#random = ports.random;
    this.#thread = thread;
    this.#here = new SideWork(ports);
  }

  /** Reads a script's file. @throws ImportError */
  async readFile(path: string): Promise<ImportPreview> {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    return this.#read({ kind: 'read-file', importId: this.#random.id(), path }, bytes);
  }

  /** Reads a script that was handed over. @throws ImportError */
  readBytes(name: string, bytes: Uint8Array): Promise<ImportPreview> {
    return this.#read({ kind: 'read-bytes', importId: this.#random.id(), name, bytes }, bytes.byteLength);
  }

  /** @throws StudioError `not-found` where it was not read, or longer ago than the last few */
  preview(importId: string): ImportPreview {
    return found(this.#scripts.get(importId), 'project').preview;
  }

  /** Makes a project of a script and closes it. @throws ProjectError; StudioError `not-found` as `preview` */
  async make(importId: string, order: ProjectOrder): Promise<void> {
    await found(this.#scripts.get(importId), 'project').at.perform({ kind: 'make', importId, ...order });
  }

  async forget(importId: string): Promise<void> {
    const script = this.#scripts.get(importId);
    this.#scripts.delete(importId);
    // A thread that has died took it along.
    await script?.at.perform({ kind: 'forget', importId }).catch(() => {});
  }

  async #read(job: SideJob, bytes: number): Promise<ImportPreview> {
    if (bytes <= SHORT_BYTES) return this.#readAt(this.#here, job);
    try {
      return await this.#readAt(this.#thread, job);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      return this.#readAt(this.#here, job);
    }
  }

  async #readAt(at: Worker, job: SideJob): Promise<ImportPreview> {
    const preview = found(await at.perform(job), 'project');
    this.#scripts.set(preview.importId, { preview, at });
    for (const importId of [...this.#scripts.keys()].slice(0, -MOST_KEPT)) await this.forget(importId);
    return preview;
  }
}
