import { installedBytes, type KnownPack } from '@lectern/tts-protocol';
import type { BridgeError } from '../../../../shared/ipc/envelope.ts';
import type { KnownPacksState, PackFetchState } from '../../../../shared/ipc/pack-requests.ts';
import type { Emit } from '../../bridge/handler-types.ts';
import { RequestError, refuse } from '../../bridge/request-error.ts';
import type { Clock, HttpTransport } from '../../ports.ts';
import { Throttle } from '../../timing.ts';
import type { FetchParts } from './fetch-archive.ts';
import { discardInstalled, fetchPack } from './fetch-pack.ts';
import { installedPacks, packsFolder } from './installed-packs.ts';
import { discardPartialDownloads, partialDownloads } from './kept-archive.ts';
import { knownPacks } from './known-packs.ts';
import { asRequestError, type PackInstaller, toPackFacts } from './pack-installer.ts';

export interface PackDownloadsParts {
  readonly home: string;
  readonly fetch: Omit<FetchParts, 'transport'>;
  readonly openNetwork: () => HttpTransport & { close(): void };
  readonly clock: Clock;
  readonly emit: Emit;
  readonly packs: Pick<PackInstaller, 'packsChanged'>;
  /** Logs an unexpected error and returns its id in the log. */
  readonly onDefect: (error: unknown) => string;
}

interface ActiveDownload {
  state: PackFetchState;
  readonly end: AbortController;
  done: Promise<void>;
}

const PROGRESS_INTERVAL_MS = 200;

export class PackDownloads {
  readonly #parts: PackDownloadsParts;
  readonly #told: Throttle;
  #fetching: ActiveDownload | null = null;
  #failure: { readonly id: string; readonly error: BridgeError } | null = null;

  constructor(parts: PackDownloadsParts) {
    this.#parts = parts;
    this.#told = new Throttle(parts.clock, PROGRESS_INTERVAL_MS, () => this.#emitState(), parts.onDefect);
  }

  state(): KnownPacksState {
    const { home } = this.#parts;
    if (!this.#fetching) discardInstalled(home);
    const { packs, ownProblem } = knownPacks(home);
    const installed = new Set(installedPacks(packsFolder(home)).map(({ id }) => id));
    const arrived = new Map(partialDownloads(home).map(({ sha256, bytes }) => [sha256, bytes]));
    return {
      packs: packs.map(({ archive, pack }) => ({
        pack: toPackFacts(pack, installedBytes(archive)),
        isSizeKnown: archive.unpackedBytes !== undefined,
        download: archive.bytes,
        host: new URL(archive.address).host,
        arrived: arrived.get(archive.sha256) ?? 0,
        isInstalled: installed.has(pack.id),
      })),
      ownProblem,
      fetch: this.#fetching?.state ?? null,
      failure: this.#failure,
    };
  }

  start(id: string): KnownPacksState {
    if (this.#fetching) refuse({ kind: 'busy', what: 'pack' });
    const known = knownPacks(this.#parts.home).packs.find(({ pack }) => pack.id === id);
    if (!known) return refuse({ kind: 'not-found', what: 'pack' });
    const end = new AbortController();
    const state: PackFetchState = { id, stage: 'fetching', done: 0, total: known.archive.bytes, secondsLeft: null };
    const fetching: ActiveDownload = { state, end, done: Promise.resolve() };
    this.#failure = null;
    this.#fetching = fetching;
    fetching.done = this.#run(fetching, known);
    return this.state();
  }

  /** Received data is kept. */
  async pause(): Promise<KnownPacksState> {
    const fetching = this.#fetching;
    fetching?.end.abort(new RequestError({ kind: 'cancelled' }));
    await fetching?.done;
    return this.state();
  }

  /** @throws RequestError `pack` if another process is downloading it */
  async cancel(id: string): Promise<KnownPacksState> {
    if (this.#fetching?.state.id === id) await this.pause();
    if (this.#failure?.id === id) this.#failure = null;
    try {
      discardPartialDownloads(this.#parts.home, ({ pack }) => pack === id);
    } catch (error) {
      throw asRequestError(error, id);
    }
    return this.state();
  }

  async #run(fetching: ActiveDownload, known: KnownPack): Promise<void> {
    const { home, fetch, openNetwork, packs } = this.#parts;
    const { id } = known.pack;
    const transport = openNetwork();
    const step = (stage: PackFetchState['stage'], done: number, total: number, secondsLeft: number | null = null) => {
      fetching.state = { id, stage, done: Math.min(done, total), total, secondsLeft };
      this.#told.request();
    };
    try {
      await fetchPack(
        {
          home,
          what: known,
          signal: fetching.end.signal,
          onFetching: ({ done, secondsLeft, isWaiting }) =>
            step(isWaiting ? 'waiting' : 'fetching', done, known.archive.bytes, secondsLeft),
          onUnpacking: (done, total) => step('unpacking', done, total),
          onFound: () => {},
          onProgress: (done, total) => step('installing', done, total),
        },
        { ...fetch, transport },
      );
      await packs.packsChanged();
    } catch (error) {
      this.#failure = this.#failureOf(error, known);
    } finally {
      transport.close();
      this.#fetching = null;
      this.#told.request();
    }
  }

  /** Returns null if the user cancelled the download. */
  #failureOf(thrown: unknown, { pack }: KnownPack): { readonly id: string; readonly error: BridgeError } | null {
    const error = asRequestError(thrown, pack.name);
    if (!(error instanceof RequestError)) {
      return { id: pack.id, error: { kind: 'internal', id: this.#parts.onDefect(error) } };
    }
    return error.error.kind === 'cancelled' ? null : { id: pack.id, error: error.error };
  }

  #emitState(): void {
    this.#parts.emit('pack-fetch', { fetch: this.#fetching?.state ?? null, failure: this.#failure });
  }
}
