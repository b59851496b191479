// Long, self-contained tasks that run in a worker thread (background-worker.ts).
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { ImportError, joinScripts, openScriptFile, readScriptFile, type ScriptSource } from '@lectern/manuscript';
import type { QuotationsWithSpeakers } from '@lectern/manuscript/speakers';
import type { LenientVoice } from '@lectern/tts-protocol';
import { createWorkerPool, WorkerJobError, type WorkerPool, type WorkerReply } from '../../../node/worker-pool.ts';
import type { ImportPart, ImportPreview, ImportText } from '../../../shared/ipc/project-requests.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ImportErrorData } from '../../../shared/model/import-notes.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { ReadingProgress, ReadingWatch } from '../../../shared/model/reading-progress.ts';
import type { KnownCast } from '../../../shared/rules/cast/cast-changes.ts';
import { castRoles, withChosenVoices } from '../../../shared/rules/cast/default-cast.ts';
import { formatScript } from '../../../shared/rules/script-text.ts';
import { RequestError, requireFound } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { restoreChosenBackup } from '../project/folder/restore-backup.ts';
import { backUpInProject } from '../project/folder/routine-backups.ts';
import type { Project } from '../project/project.ts';
import { openProject } from '../project/project-folder.ts';
import { ImportedTexts } from '../project/script/imported-texts.ts';
import { makeProject } from './new-project.ts';
import {
  chosenVoices,
  type ImportContext,
  keptVoices,
  type ReadScript,
  readPart,
  readQuotations,
  readScript,
} from './read-script.ts';

type PackedProblem =
  | { readonly of: 'project'; readonly problem: ProjectProblem }
  | { readonly of: 'import'; readonly fault: ImportErrorData; readonly file: string }
  | { readonly of: 'studio'; readonly error: RequestError['error'] };

export function packError(error: unknown): Extract<WorkerReply<never>, { ok: false }> {
  const packed = packProblem(error);
  // Unexpected errors are reported by name only, because their messages can contain script text.
  if (!packed) return { ok: false, message: error instanceof Error ? error.name : 'unknown' };
  return { ok: false, message: error instanceof Error ? error.message : '', detail: JSON.stringify(packed) };
}

function packProblem(error: unknown): PackedProblem | null {
  if (error instanceof ProjectError) return { of: 'project', problem: error.problem };
  if (error instanceof ImportError) return { of: 'import', fault: error.problem, file: error.file };
  if (error instanceof RequestError) return { of: 'studio', error: error.error };
  return null;
}

function unpackError(error: unknown): unknown {
  if (!(error instanceof WorkerJobError) || error.detail === undefined) return error;
  // The JSON was written by `packError`.
  const packed = JSON.parse(error.detail) as PackedProblem;
  switch (packed.of) {
    case 'project':
      return new ProjectError(packed.problem, error);
    case 'import':
      return new ImportError(packed.fault, packed.file, error);
    case 'studio':
      return new RequestError(packed.error);
  }
}

/** A script can only be used with the `BackgroundWork` that has read it. */
export type BackgroundJob =
  | { readonly kind: 'check'; readonly folder: string; readonly mode: 'write' | 'read' }
  | ({ readonly kind: 'read-file'; readonly importId: string; readonly path: string } & WithContext)
  | ({
      readonly kind: 'read-bytes';
      readonly importId: string;
      readonly name: string;
      readonly bytes: Uint8Array;
    } & WithContext)
  | ({ readonly kind: 'join'; readonly importId: string; readonly importIds: readonly string[] } & WithContext)
  | ({ readonly kind: 'preview'; readonly importId: string; readonly choices: ImportChoices } & WithContext)
  | { readonly kind: 'words' | 'quotations'; readonly importId: string; readonly choices: ImportChoices }
  | {
      readonly kind: 'text';
      readonly importId: string;
      readonly choices: ImportChoices;
      readonly part: ImportPart;
    }
  | ({
      readonly kind: 'make';
      readonly importId: string;
      readonly choices?: ImportChoices | undefined;
    } & ProjectOrder)
  | { readonly kind: 'forget'; readonly importId: string }
  | { readonly kind: 'back-up'; readonly folder: string; readonly now: number }
  | { readonly kind: 'restore-backup'; readonly folder: string; readonly name: string; readonly now: number };

export interface ReadWords {
  readonly text: string;
  /** Names of roles that aren't in capitals. */
  readonly confirmedRoles: readonly string[];
  /** The file if it is an EPUB. */
  readonly epub: Uint8Array | null;
}

export type BackgroundReply = ImportPreview | ImportText | ReadWords | QuotationsWithSpeakers | null;

interface WithContext {
  readonly importContext: ImportContext;
}

export interface ProjectOrder {
  /** Must not exist, or must be empty. */
  readonly dir: string;
  readonly name: string;
  readonly connection: ConnectionIdentity;
  readonly voices: readonly LenientVoice[];
}

interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

/** Leaves the project open. Roles without a chosen voice are cast by default. @throws ProjectError */
export function createProjectFromScript(
  { paragraphs, settings, book, epub }: Pick<ReadScript, 'paragraphs' | 'settings' | 'book' | 'epub'>,
  { voices, dir, name, connection }: ProjectOrder,
  ports: Ports,
  kept: KnownCast = new Map(),
): Project {
  return makeProject({ dir, name, settings, connection, book, epub, ...ports }, (made) =>
    made.db.durably(() => {
      made.script.saveScript(paragraphs);
      made.updateSettings({ importedTexts: new ImportedTexts(paragraphs).stored() });
      const roles = withChosenVoices(made.cast.roles(), chosenVoices(kept), voices);
      const script = () => formatScript(paragraphs);
      made.cast.saveRoles(castRoles(roles, voices, settings.language, script, book?.language));
    }),
  ).project;
}

export class BackgroundWork {
  readonly #ports: Ports;
  readonly #scripts = new Map<string, ScriptSource>();
  /** Voices that previews have shown, by import. */
  readonly #casts = new Map<string, KnownCast>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Returns null for tasks without a reply.
   * @throws ImportError, ProjectError; RequestError `not-found`; the watch's reason
   */
  async perform(job: BackgroundJob, watch?: ReadingWatch): Promise<BackgroundReply> {
    switch (job.kind) {
      case 'check':
        // If the project is closed cleanly after the check and migration, both are skipped the next time it is opened.
        openProject(job.folder, { mode: job.mode, ...this.#ports }).close();
        return null;
      case 'read-file':
        return this.#keep(job, await openScriptFile(await readScriptFile(job.path), job.path, watch), watch);
      case 'read-bytes':
        return this.#keep(job, await openScriptFile(job.bytes, job.name, watch), watch);
      case 'join': {
        const parts = job.importIds.map((importId) => requireFound(this.#scripts.get(importId), 'project'));
        return this.#keep(job, joinScripts(parts));
      }
      case 'preview':
        return this.#preview(requireFound(this.#scripts.get(job.importId), 'project'), job);
      case 'words': {
        const source = requireFound(this.#scripts.get(job.importId), 'project');
        const { paragraphs, settings, epub } = readScript(source, job);
        return { text: formatScript(paragraphs), confirmedRoles: settings.confirmedRoles, epub: epub ?? null };
      }
      case 'text':
        return readPart(requireFound(this.#scripts.get(job.importId), 'project'), job);
      case 'quotations':
        return readQuotations(requireFound(this.#scripts.get(job.importId), 'project'), job.choices);
      case 'make':
        return this.#make(job);
      case 'forget':
        this.#scripts.delete(job.importId);
        this.#casts.delete(job.importId);
        return null;
      case 'back-up':
        backUpInProject(job.folder, job.now);
        return null;
      case 'restore-backup':
        restoreChosenBackup(job.folder, job.name, job.now);
        return null;
    }
  }

  #make(job: Extract<BackgroundJob, { kind: 'make' }>): null {
    const script = readScript(requireFound(this.#scripts.get(job.importId), 'project'), job);
    const shown: KnownCast = this.#casts.get(job.importId) ?? new Map();
    const kept = job.choices ? keptVoices(job.choices, shown) : shown;
    createProjectFromScript(script, job, this.#ports, kept).close();
    return null;
  }

  #preview(
    source: ScriptSource,
    job: { readonly importId: string; readonly choices?: ImportChoices | undefined } & WithContext,
  ): ImportPreview {
    const shown = new Map(this.#casts.get(job.importId));
    const { preview } = readScript(source, { ...job, shown });
    for (const { name, voiceId, voice } of preview.roles) {
      if (voiceId !== null) shown.set(name, { id: voiceId, name: voice });
    }
    this.#casts.set(job.importId, shown);
    return preview;
  }

  #keep(job: { readonly importId: string } & WithContext, source: ScriptSource, watch?: ReadingWatch): ImportPreview {
    watch?.signal.throwIfAborted();
    watch?.onProgress({ stage: 'arranging', done: 0, total: 0 });
    const preview = this.#preview(source, job);
    this.#scripts.set(job.importId, source);
    return preview;
  }
}

const WORKER = new URL('./background-worker.ts', import.meta.url);

/** Progress is reported through the port, and cancellation is received through it. */
export interface BackgroundOrder {
  readonly job: BackgroundJob;
  readonly port: MessagePort | null;
}

/** Any message on the port cancels the task. */
export function watchOnPort(port: MessagePort): ReadingWatch {
  const cancelling = new AbortController();
  port.on('message', () => cancelling.abort(new RequestError({ kind: 'cancelled' })));
  return { signal: cancelling.signal, onProgress: (progress) => port.postMessage(progress) };
}

export class BackgroundThread {
  readonly #pool: WorkerPool<BackgroundOrder, BackgroundReply> = createWorkerPool(WORKER, 1);

  /** @throws the errors of `BackgroundWork.perform`; WorkerLostError if the thread dies or is closed */
  async perform(job: BackgroundJob, watch?: ReadingWatch): Promise<BackgroundReply> {
    if (!watch) return this.#run({ job, port: null });
    const { port1: ours, port2: port } = new MessageChannel();
    const cancel = () => ours.postMessage('cancel');
    ours.on('message', (progress: ReadingProgress) => watch.onProgress(progress));
    watch.signal.addEventListener('abort', cancel);
    if (watch.signal.aborted) cancel();
    try {
      return await this.#run({ job, port });
    } finally {
      watch.signal.removeEventListener('abort', cancel);
      ours.close();
    }
  }

  async #run(order: BackgroundOrder): Promise<BackgroundReply> {
    try {
      return await this.#pool.run(order, order.port ? [order.port] : []);
    } catch (error) {
      throw unpackError(error);
    }
  }

  /** A task in progress is lost. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
