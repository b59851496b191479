// A pack is installed only after the user has confirmed it.
import { basename } from 'node:path';
import { type AnyPackDescription, isRecogniserPack, totalPackBytes } from '@lectern/tts-protocol';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { isBusy } from '../../../../node/sqlite/sqlite-codes.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import type { BridgeError } from '../../../../shared/ipc/envelope.ts';
import type { PackFacts, PackState, PackWork } from '../../../../shared/ipc/pack-requests.ts';
import type { Emit } from '../../bridge/handler-types.ts';
import { RequestError, refuse } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { Throttle } from '../../timing.ts';
import type { ConnectionManager } from '../connections/connection-manager.ts';
import { FetchError } from './fetch-archive.ts';
import { installedPacks, installPack, type PackInstallation, packsFolder, removePack } from './installed-packs.ts';
import { discardPartialDownloads } from './kept-archive.ts';
import { knownPacks } from './known-packs.ts';
import { ReceivedPack } from './received-pack.ts';

export interface PackInstallerParts {
  readonly home: string;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly connections: Pick<ConnectionManager, 'current' | 'relistVoices'>;
  /** A pack has been installed or removed. */
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
}

interface PendingPack {
  work: PackWork;
  readonly end: AbortController;
  readonly consent: PromiseWithResolvers<void>;
  readonly offered: PromiseWithResolvers<void>;
  readonly received: ReceivedPack | null;
  /** Resolves when the work is done and cleaned up; rejects with the errors of `installPack`. */
  done: Promise<void>;
}

const PROGRESS_INTERVAL_MS = 100;

export function toPackFacts(pack: AnyPackDescription, bytes: number): PackFacts {
  const { id, name, source, rights } = pack;
  const common = {
    id,
    name,
    source: source ?? null,
    bytes,
    rights: {
      licence: rights.licence,
      licenceAddress: rights.licenceAddress ?? null,
      attribution: rights.attribution ?? null,
      commercialUse: rights.commercialUse,
      forbiddenUses: rights.forbiddenUses,
    },
  };
  if (isRecogniserPack(pack)) {
    return { ...common, kind: 'recogniser', engine: pack.engine.kind, voices: [], languages: pack.languages };
  }
  const voices = pack.voices.map((voice) => ({ name: voice.name, languageCode: voice.languageCode }));
  const languages = [...new Set(voices.map(({ languageCode }) => languageCode))];
  return { ...common, kind: 'voices', engine: pack.engine.kind, voices, languages };
}

export class PackInstaller {
  readonly #parts: PackInstallerParts;
  readonly #folder: string;
  readonly #told: Throttle;
  #adding: PendingPack | null = null;

  constructor(parts: PackInstallerParts) {
    this.#parts = parts;
    this.#folder = packsFolder(parts.home);
    this.#told = new Throttle(parts.clock, PROGRESS_INTERVAL_MS, () => this.#emitState(), parts.onDefect);
  }

  state(): PackState {
    const packs = installedPacks(this.#folder).map(({ id, pack, problem }) => ({
      id,
      pack: pack && toPackFacts(pack, totalPackBytes(pack)),
      problem,
    }));
    return { packs, work: this.#adding?.work ?? null };
  }

  /** @throws RequestError `pack`, `busy`, `cancelled` */
  async offer(path: string): Promise<PackState> {
    const pending = this.#begin(basename(path), null, { source: path });
    await this.#outcome(pending, pending.offered.promise);
    return this.state();
  }

  /** Returns the indexes of the files that the window should send. */
  receive(name: string, files: readonly { path: string; size: number }[], isFolder: boolean): readonly number[] {
    let received: ReceivedPack;
    try {
      received = new ReceivedPack(files, isFolder);
    } catch (error) {
      throw asRequestError(error, name);
    }
    const pending = this.#begin(name, received, { source: (beside, signal) => received.create(beside, signal) });
    this.#set(pending, { stage: 'receiving', total: received.totalBytes });
    return received.wanted;
  }

  async receiveChunk(file: number, bytes: Uint8Array): Promise<void> {
    const pending = this.#requirePending();
    const { received } = pending;
    if (!received) return refuse({ kind: 'not-found', what: 'pack' });
    await this.#outcome(pending, received.receiveChunk(file, bytes));
    this.#set(pending, { done: received.received });
  }

  async endReceiving(): Promise<PackState> {
    const pending = this.#requirePending();
    await this.#outcome(pending, pending.received?.end() ?? Promise.resolve());
    await this.#outcome(pending, pending.offered.promise);
    return this.state();
  }

  async install(): Promise<PackState> {
    const pending = this.#requirePending();
    if (pending.work.stage !== 'offered') refuse({ kind: 'not-found', what: 'pack' });
    this.#set(pending, { stage: 'installing', done: 0, total: pending.work.offer?.bytes ?? 0 });
    pending.consent.resolve();
    await this.#outcome(pending, pending.done);
    await this.packsChanged();
    return this.state();
  }

  async cancel(): Promise<PackState> {
    const pending = this.#adding;
    pending?.end.abort(new RequestError({ kind: 'cancelled' }));
    await pending?.done.catch(() => {});
    return this.state();
  }

  async remove(id: string): Promise<PackState> {
    try {
      discardPartialDownloads(this.#parts.home, ({ pack }) => pack === id);
      if (!(await removePack(this.#folder, id))) refuse({ kind: 'not-found', what: 'pack' });
    } catch (error) {
      throw asRequestError(error, id);
    }
    await this.packsChanged();
    return this.state();
  }

  /** Lists the voices again. Packs only affect the voices of the local service. */
  async packsChanged(): Promise<void> {
    const { connections, emit, onChange } = this.#parts;
    onChange();
    if (connections.current?.kind === 'local') {
      // Errors are ignored: the pack is installed anyway, and the next listing includes it.
      await connections.relistVoices().catch(() => {});
      emit('voices-changed', {});
    }
  }

  #begin(name: string, received: ReceivedPack | null, { source }: Pick<PackInstallation, 'source'>): PendingPack {
    if (this.#adding) refuse({ kind: 'busy', what: 'pack' });
    const end = new AbortController();
    const consent = Promise.withResolvers<void>();
    const work: PackWork = { stage: 'reading', name, offer: null, replaces: false, done: 0, total: 0 };
    const pending: PendingPack = {
      work,
      end,
      consent,
      offered: Promise.withResolvers<void>(),
      received,
      done: Promise.resolve(),
    };
    this.#adding = pending;
    end.signal.addEventListener('abort', () => consent.reject(end.signal.reason));
    consent.promise.catch(() => {});
    pending.offered.promise.catch(() => {});
    pending.done = this.#work(pending, source);
    pending.done.catch(pending.offered.reject);
    return pending;
  }

  async #work(pending: PendingPack, source: PackInstallation['source']): Promise<void> {
    try {
      await installPack({
        source,
        folder: this.#folder,
        known: knownPacks(this.#parts.home).packs,
        signal: pending.end.signal,
        onLooked: (done, total) => this.#set(pending, { stage: 'reading', done, total }),
        onFound: async (pack) => {
          const replaces = installedPacks(this.#folder).some(({ id }) => id === pack.id);
          this.#set(pending, {
            stage: 'offered',
            offer: toPackFacts(pack, totalPackBytes(pack)),
            replaces,
            done: 0,
            total: 0,
          });
          pending.offered.resolve();
          await pending.consent.promise;
        },
        onProgress: (done, total) => this.#set(pending, { done, total }),
      });
    } finally {
      this.#adding = null;
      this.#told.request();
    }
  }

  #requirePending(): PendingPack {
    return this.#adding ?? refuse({ kind: 'not-found', what: 'pack' });
  }

  /** @throws RequestError for errors that can be explained to the user, otherwise the original error */
  async #outcome(pending: PendingPack, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      pending.end.abort(error);
      await pending.done.catch(() => {});
      throw asRequestError(error, pending.work.name);
    }
  }

  #set(pending: PendingPack, change: Partial<PackWork>): void {
    pending.work = { ...pending.work, ...change };
    this.#told.request();
  }

  #emitState(): void {
    this.#parts.emit('pack-work', { work: this.#adding?.work ?? null });
  }
}

/** @param name name of the pack, or of its folder or file */
export function asRequestError(error: unknown, name: string): unknown {
  if (error instanceof FetchError) return new RequestError(fetchFailure(error, name));
  const problem = problemOf(error);
  return problem === null ? error : new RequestError({ kind: 'pack', name, ...problem });
}

function fetchFailure({ problem }: FetchError, name: string): Extract<BridgeError, { kind: 'pack-fetch' }> {
  const { kind } = problem;
  return {
    kind: 'pack-fetch',
    name,
    problem: kind,
    host: kind === 'no-room' ? '' : problem.host,
    status: kind === 'refused' ? problem.status : null,
    needed: kind === 'no-room' ? problem.needed : null,
    free: kind === 'no-room' ? problem.free : null,
  };
}

type Problem = Pick<Extract<BridgeError, { kind: 'pack' }>, 'problem' | 'where'>;

function problemOf(error: unknown): Problem | null {
  if (error instanceof PackError) return { problem: error.problem, where: error.where };
  if (error instanceof UnsafeEntryError) return { problem: 'missing', where: basename(error.path) };
  if (isBusy(error)) return { problem: 'busy', where: '' };
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { problem: 'disk-full', where: '' };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { problem: 'unwritable', where: '' };
    case 'ENOENT':
      return { problem: 'missing', where: '' };
    default:
      return null;
  }
}
