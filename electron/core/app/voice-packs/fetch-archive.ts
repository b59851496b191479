import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PACK_LIMITS } from '@lectern/tts-protocol';
import { contentRangeOf, downloadTo } from '../../api/download.ts';
import { createSecretScrubber } from '../../api/error-body.ts';
import { DEFAULT_TIMEOUTS } from '../../api/exchange.ts';
import { isPrivateAddress } from '../../api/links.ts';
import type { RetryPolicy } from '../../api/retry.ts';
import { isTransient, ServiceError, type ServiceProblem } from '../../api/service-error.ts';
import type { Clock, HttpReply, HttpTransport, Random } from '../../ports.ts';
import type { PartialArchive } from './kept-archive.ts';

/** `unreachable`: the received data is kept; `insecure` means that the URL or a redirect isn't private. */
export type FetchProblem =
  | { readonly kind: 'unreachable' | 'insecure' | 'web-page' | 'wrong-size' | 'wrong-archive'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string; readonly status: number }
  /** In bytes. */
  | { readonly kind: 'no-room'; readonly needed: number; readonly free: number };

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export interface FetchProgress {
  readonly done: number;
  /** In bytes; null if not known yet. */
  readonly total: number | null;
  readonly secondsLeft: number | null;
  readonly isWaiting: boolean;
}

export interface FetchParts {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly freeBytes?: (folder: string) => Promise<number | null>;
}

export interface FetchOrder {
  readonly address: string;
  readonly sha256: string;
  /** In bytes; null if not known in advance. */
  readonly bytes: number | null;
  readonly roomToUnpack: (archiveBytes: number) => number;
  readonly into: PartialArchive;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FetchProgress) => void;
}

/** Free space to leave on the drive, because a full drive breaks other programs. */
const RESERVED_BYTES = 64 * 1024 ** 2;
/** About one minute in total, so that the user needn't do anything after a short outage. */
const RETRY: RetryPolicy = { tries: 7, firstWaitMs: 1000, longestWaitMs: 30_000 };
/** A large model on a slow connection can take this long. */
const MAX_SECONDS = 86_400;

export async function fetchArchive(order: FetchOrder, parts: FetchParts): Promise<void> {
  const { into, sha256, signal } = order;
  const host = URL.parse(order.address)?.host ?? '';
  const transfer = new ArchiveTransfer(order, parts);
  if (order.bytes !== null) await transfer.announce(order.bytes);
  for (let isFirst = true; ; isFirst = false) {
    const wasBegun = into.position > 0;
    if (into.total === null || into.position !== into.total) await download(order, parts, transfer);
    signal.throwIfAborted();
    if ((await into.hash()) === sha256) return;
    signal.throwIfAborted();
    into.validator = null;
    await into.restart();
    // A power failure might have corrupted the kept part, or the part might come from a different file, so start over
    // once.
    if (!wasBegun || !isFirst) throw new FetchError({ kind: 'wrong-archive', host });
  }
}

async function download(order: FetchOrder, parts: FetchParts, transfer: ArchiveTransfer): Promise<void> {
  const { into, signal, bytes } = order;
  for (;;) {
    const before = into.position;
    try {
      await downloadTo(
        order.address,
        transfer.sink,
        {
          limit: { bytes: bytes ?? PACK_LIMITS.bytes, seconds: null },
          ...(bytes === null ? {} : { sizeBytes: bytes }),
          signal,
          mark: into,
          longestSeconds: MAX_SECONDS,
        },
        {
          transport: transfer.transport,
          clock: transfer.clock,
          random: parts.random,
          timeouts: DEFAULT_TIMEOUTS,
          retry: RETRY,
          scrubber: createSecretScrubber(''),
        },
      );
      into.total = into.position;
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError)) throw error;
      // Keep trying as long as each attempt receives some data.
      if (isTransient(error.problem) && into.position > before) continue;
      throw new FetchError(problemOf(error.problem, order.address));
    }
  }
}

/** Wraps transport, clock and sink of a download to validate requests and replies and to report progress. */
class ArchiveTransfer {
  readonly #order: FetchOrder;
  readonly #parts: FetchParts;
  readonly #rate: ArrivalRate;
  #isWaiting = false;

  constructor(order: FetchOrder, parts: FetchParts) {
    this.#order = order;
    this.#parts = parts;
    this.#rate = new ArrivalRate(parts.clock);
  }

  get transport(): HttpTransport {
    const isPlainHttp = URL.parse(this.#order.address)?.protocol === 'http:';
    return {
      send: async (request) => {
        const { url } = request;
        // A redirect must not lead to a service on this machine or to an unencrypted connection.
        if (!(url.protocol === 'https:' || (isPlainHttp && isPrivateAddress(url))))
          throw new FetchError({ kind: 'insecure', host: url.host });
        const reply = await this.#parts.transport.send(request);
        try {
          await this.#checkReply(reply, url.host);
        } catch (error) {
          reply.discard();
          throw error;
        }
        return reply;
      },
    };
  }

  get clock(): Clock {
    const { clock } = this.#parts;
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: async (milliseconds, signal) => {
        this.#reportProgress(true);
        await clock.sleep(milliseconds, signal);
      },
    };
  }

  get sink() {
    const { into } = this.#order;
    return {
      get position() {
        return into.position;
      },
      write: async (chunk: Uint8Array) => {
        await into.write(chunk);
        this.#rate.add(chunk.byteLength);
        this.#reportProgress(false);
      },
      restart: async () => {
        await into.restart();
        this.#reportProgress(this.#isWaiting);
      },
    };
  }

  async announce(total: number): Promise<void> {
    const { into, roomToUnpack } = this.#order;
    const free = await (this.#parts.freeBytes ?? freeBytes)(dirname(into.path));
    const needed = Math.max(0, total - into.position) + roomToUnpack(total) + RESERVED_BYTES;
    if (free !== null && free < needed) throw new FetchError({ kind: 'no-room', needed, free });
    into.total = total;
    this.#reportProgress(false);
  }

  /** @throws FetchError `web-page`, `wrong-size`, `no-room` */
  async #checkReply(reply: HttpReply, host: string): Promise<void> {
    if (reply.status === 200 && /^\s*text\/html/i.test(reply.headers['content-type'] ?? ''))
      throw new FetchError({ kind: 'web-page', host });
    const total = totalOf(reply);
    if (total === null) return;
    const { bytes, into } = this.#order;
    if (bytes === null ? total > PACK_LIMITS.bytes : total !== bytes)
      throw new FetchError({ kind: 'wrong-size', host });
    if (bytes === null && into.total !== total) await this.announce(total);
  }

  #reportProgress(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    const { into, onProgress } = this.#order;
    const { position: done, total } = into;
    const secondsLeft = isWaiting || total === null ? null : this.#rate.secondsFor(total - done);
    onProgress({ done, total, secondsLeft, isWaiting });
  }
}

function totalOf({ status, headers }: HttpReply): number | null {
  if (status === 206) return contentRangeOf(headers['content-range'])?.total ?? null;
  const length = status === 200 ? Number(headers['content-length'] ?? Number.NaN) : Number.NaN;
  return Number.isFinite(length) ? length : null;
}

class ArrivalRate {
  readonly #clock: Clock;
  #came: { readonly at: number; readonly bytes: number }[] = [];
  #sum = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(bytes: number): void {
    const at = this.#clock.monotonic();
    this.#sum += bytes;
    const last = this.#came.at(-1);
    if (last === undefined || at - last.at >= 500) this.#came.push({ at, bytes: this.#sum });
    this.#came = this.#came.filter((one) => at - one.at <= RATE_WINDOW_MS);
  }

  secondsFor(bytes: number): number | null {
    const [first] = this.#came;
    const ms = first === undefined ? 0 : this.#clock.monotonic() - first.at;
    if (first === undefined || ms < 2000 || this.#sum === first.bytes) return null;
    return Math.ceil((bytes * ms) / (this.#sum - first.bytes) / 1000);
  }
}

const RATE_WINDOW_MS = 20_000;

async function freeBytes(folder: string): Promise<number | null> {
  const drive = await statfs(folder).catch(() => null);
  return drive === null ? null : drive.bavail * drive.bsize;
}

function problemOf(problem: ServiceProblem, address: string): FetchProblem {
  const host = URL.parse(address)?.host ?? '';
  switch (problem.kind) {
    case 'not-the-service':
      return { kind: 'web-page', host };
    case 'insecure-address':
    case 'unusable-address':
      return { kind: 'insecure', host };
    case 'oversized-download':
      return { kind: 'wrong-size', host };
    case 'connection':
    case 'incomplete-download':
    case 'unreadable-reply':
      return { kind: 'unreachable', host };
    default:
      return 'status' in problem ? { kind: 'refused', host, status: problem.status } : { kind: 'unreachable', host };
  }
}
