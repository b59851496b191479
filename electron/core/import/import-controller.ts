// Large scripts are read in a thread and stay there until a project is created from them.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { QuotationsWithSpeakers } from '@lectern/manuscript/speakers';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import type { ImportPart, ImportPreview, ImportText } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ReadingProgress, ReadingWatch } from '../../../shared/model/reading-progress.ts';
import { RequestError, requireFound } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import {
  type BackgroundJob,
  type BackgroundReply,
  type BackgroundThread,
  BackgroundWork,
  type ProjectOrder,
  type ReadWords,
} from './background-work.ts';
import type { ImportContext } from './read-script.ts';

export interface ImportControllerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly thread: Pick<BackgroundThread, 'perform'>;
  /** If absent, previews assume that there is no connection. */
  readonly importContext?: () => ImportContext;
  readonly onProgress?: (file: string, progress: ReadingProgress) => void;
}

interface FileReading {
  readonly cancelling: AbortController;
  /** Settles when all work on the file has ended; never rejects. */
  readonly ended: Promise<unknown>;
}

const NO_CONNECTION: ImportContext = { voices: [], outlook: null, pricePerThousand: null, currency: 'USD', now: 0 };

type Worker = Pick<BackgroundWork, 'perform'>;

/** Limits memory use, because a book takes up several megabytes. */
const MAX_SCRIPTS = 8;
/** Smaller scripts are read in about ten milliseconds, which is faster than starting a thread. */
const SHORT_BYTES = 200_000;

export class ImportController {
  readonly #random: Random;
  readonly #thread: Worker;
  readonly #here: Worker;
  readonly #importContext: () => ImportContext;
  readonly #onProgress: (file: string, progress: ReadingProgress) => void;
  readonly #readings = new Set<FileReading>();
  readonly #scripts = new Map<string, { readonly preview: ImportPreview; readonly at: Worker }>();

  constructor({ thread, onProgress = () => undefined, ...ports }: ImportControllerParts) {
    this.#random = ports.random;
    this.#thread = thread;
    this.#here = new BackgroundWork(ports);
    this.#onProgress = onProgress;
    this.#importContext = ports.importContext ?? (() => NO_CONNECTION);
  }

  /**
   * `together`: the file is read along with others that it might be combined with.
   * @throws ImportError; RequestError `cancelled`
   */
  async readFile(path: string, together = false): Promise<ImportPreview> {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    return this.#read(
      { kind: 'read-file', importId: this.#random.id(), path, importContext: this.#importContext() },
      bytes,
      basename(path),
      together,
    );
  }

  /** `together` is as in `readFile`. @throws ImportError; RequestError `cancelled` */
  readBytes(name: string, bytes: Uint8Array, together = false): Promise<ImportPreview> {
    const importId = this.#random.id();
    const importContext = this.#importContext();
    return this.#read({ kind: 'read-bytes', importId, name, bytes, importContext }, bytes.byteLength, name, together);
  }

  /** Resolves when all reads have ended. */
  async cancel(): Promise<void> {
    const readings = [...this.#readings];
    for (const { cancelling } of readings) cancelling.abort(new RequestError({ kind: 'cancelled' }));
    await Promise.all(readings.map(({ ended }) => ended));
  }

  /** Defaults to the detected choices. @throws RequestError `not-found` if the script isn't kept */
  async preview(importId: string, choices?: ImportChoices): Promise<ImportPreview> {
    const { preview, at } = requireFound(this.#scripts.get(importId), 'project');
    if (!choices) return preview;
    const importContext = this.#importContext();
    return previewOf(await at.perform({ kind: 'preview', importId, choices, importContext }));
  }

  /** @throws RequestError `not-found` as `preview`; ImportError */
  async words(importId: string, choices: ImportChoices): Promise<ReadWords> {
    const reply = await requireFound(this.#scripts.get(importId), 'project').at.perform({
      kind: 'words',
      importId,
      choices,
    });
    if (reply === null || !('text' in reply)) throw new Error('a script was asked for its words');
    return reply;
  }

  /** @throws as `words` */
  async text(importId: string, choices: ImportChoices, part: ImportPart): Promise<ImportText> {
    const { at } = requireFound(this.#scripts.get(importId), 'project');
    const reply = await at.perform({ kind: 'text', importId, choices, part });
    if (reply === null || !('isCut' in reply)) throw new Error('a script was asked for the text of a part');
    return reply;
  }

  /** @throws as `words` */
  async quotations(importId: string, choices: ImportChoices): Promise<QuotationsWithSpeakers> {
    const { at } = requireFound(this.#scripts.get(importId), 'project');
    const reply = await at.perform({ kind: 'quotations', importId, choices });
    if (reply === null || !('quotations' in reply)) throw new Error('a script was asked for its quotations');
    return reply;
  }

  /** Creates a project and closes it. @throws ProjectError; RequestError `not-found` as `preview` */
  async make(importId: string, order: ProjectOrder, choices?: ImportChoices): Promise<void> {
    await requireFound(this.#scripts.get(importId), 'project').at.perform({
      kind: 'make',
      importId,
      choices,
      ...order,
    });
  }

  /** Creates a project from the separate scripts. @throws RequestError `not-found`, like `preview` */
  async join(importIds: readonly string[]): Promise<ImportPreview> {
    for (const importId of importIds) requireFound(this.#scripts.get(importId), 'project');
    const importId = this.#random.id();
    const importContext = this.#importContext();
    const preview = previewOf(await this.#thread.perform({ kind: 'join', importId, importIds, importContext }));
    this.#scripts.set(importId, { preview, at: this.#thread });
    return preview;
  }

  async forget(importId: string): Promise<void> {
    const script = this.#scripts.get(importId);
    this.#scripts.delete(importId);
    // Fails if the thread has died, because its script is lost.
    await script?.at.perform({ kind: 'forget', importId }).catch(() => {});
  }

  async #read(job: BackgroundJob, bytes: number, file: string, together: boolean): Promise<ImportPreview> {
    const cancelling = new AbortController();
    const onProgress = (progress: ReadingProgress) => this.#onProgress(file, progress);
    const work = this.#readWithProgress(job, together ? 'together' : bytes, { signal: cancelling.signal, onProgress });
    const reading = { cancelling, ended: work.catch(() => undefined) };
    this.#readings.add(reading);
    try {
      return await work;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** Scripts that are read together stay in the thread's memory until another script is read separately. */
  async #readWithProgress(job: BackgroundJob, bytes: number | 'together', watch: ReadingWatch): Promise<ImportPreview> {
    if (bytes === 'together') return this.#readAt(this.#thread, job, watch, true);
    if (bytes <= SHORT_BYTES) return this.#readAt(this.#here, job, watch);
    try {
      return await this.#readAt(this.#thread, job, watch);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      return this.#readAt(this.#here, job, watch);
    }
  }

  async #readAt(at: Worker, job: BackgroundJob, watch: ReadingWatch, keepsOthers = false): Promise<ImportPreview> {
    const preview = previewOf(await at.perform(job, watch));
    this.#scripts.set(preview.importId, { preview, at });
    // The script might have been read before the reading could be cancelled.
    if (watch.signal.aborted) await this.forget(preview.importId);
    watch.signal.throwIfAborted();
    if (keepsOthers) return preview;
    for (const importId of [...this.#scripts.keys()].slice(0, -MAX_SCRIPTS)) await this.forget(importId);
    return preview;
  }
}

function previewOf(reply: BackgroundReply): ImportPreview {
  if (reply === null || !('importId' in reply)) throw new Error('a script was asked for its preview');
  return reply;
}
