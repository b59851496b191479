// Fetches the archive of a pack: over https, without cookies or credentials, gone on with where it broke off, and held against
// its hash before anything is made of it.
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
import type { KeptArchive } from './kept-archive.ts';

/**
 * Why an archive was not fetched. `unreachable`: no answer, or it broke off again and again; what has come is kept.
 * `insecure`: it leads to a place that is not private. `refused`: the server answers with another status. `web-page`: a page
 * came in its place. `wrong-size`, `wrong-archive`: another file lies there than was expected. `no-room`: on the drive.
 */
export type FetchProblem =
  | { readonly kind: 'unreachable' | 'insecure' | 'web-page' | 'wrong-size' | 'wrong-archive'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string; readonly status: number }
  /** Bytes. */
  | { readonly kind: 'no-room'; readonly needed: number; readonly free: number };

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** How far it is. */
export interface FetchProgress {
  /** Bytes. */
  readonly done: number;
  /** Null: not known yet. */
  readonly total: number | null;
  /** Null: not known yet. */
  readonly secondsLeft: number | null;
  /** The connection was lost, and is tried again in a while. */
  readonly isWaiting: boolean;
}

export interface FetchParts {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  /** Bytes that are free on the drive of a folder; null where it isn't known. */
  readonly freeBytes?: (folder: string) => Promise<number | null>;
}

/** What is fetched. */
export interface FetchOrder {
  readonly address: string;
  readonly sha256: string;
  /** Null: not known before. */
  readonly bytes: number | null;
  /** Bytes that are needed on the drive besides, to unpack it; told of the archive's bytes. */
  readonly roomToUnpack: (archiveBytes: number) => number;
  readonly into: KeptArchive;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FetchProgress) => void;
}

/** A drive that is filled to its last byte keeps everything else from working. */
const SPARE_BYTES = 64 * 1024 ** 2;
/** A minute in all, so that a short gap needs no button. */
const RETRY: RetryPolicy = { tries: 7, firstWaitMs: 1000, longestWaitMs: 30_000 };
/** A slow line may take as long with a large model. */
const LONGEST_SECONDS = 86_400;

/**
 * Fetches what is missing of an archive. It is whole then, and the one that was meant.
 *
 * @throws FetchError; the signal's reason; what the system says
 */
export async function fetchArchive(order: FetchOrder, parts: FetchParts): Promise<void> {
  const { into, sha256, signal } = order;
  const host = URL.parse(order.address)?.host ?? '';
  const arriving = new Arriving(order, parts);
  if (order.bytes !== null) await arriving.announce(order.bytes);
  for (let isFirst = true; ; isFirst = false) {
    const wasBegun = into.position > 0;
    if (into.total === null || into.position !== into.total) await download(order, parts, arriving);
    signal.throwIfAborted();
    if ((await into.hash()) === sha256) return;
    signal.throwIfAborted();
    into.validator = null;
    await into.restart();
    // What was kept may have been spoilt by a power cut, or belong to another file whatever its server says.
    if (!wasBegun || !isFirst) throw new FetchError({ kind: 'wrong-archive', host });
  }
}

async function download(order: FetchOrder, parts: FetchParts, arriving: Arriving): Promise<void> {
  const { into, signal, bytes } = order;
  for (;;) {
    const before = into.position;
    try {
      await downloadTo(
        order.address,
        arriving.sink,
        {
          limit: { bytes: bytes ?? PACK_LIMITS.bytes, seconds: null },
          ...(bytes === null ? {} : { sizeBytes: bytes }),
          signal,
          mark: into,
          longestSeconds: LONGEST_SECONDS,
        },
        {
          transport: arriving.transport,
          clock: arriving.clock,
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
      // As long as something comes, it is gone on with.
      if (isTransient(error.problem) && into.position > before) continue;
      throw new FetchError(problemOf(error.problem, order.address));
    }
  }
}

/** The network, the clock and the file as a download sees them: what is asked and answered is looked at, and progress told. */
class Arriving {
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
    const isFromHere = URL.parse(this.#order.address)?.protocol === 'http:';
    return {
      send: async (request) => {
        const { url } = request;
        // What begins on another machine is not led to a service of this one, nor to where anyone can listen.
        if (!(url.protocol === 'https:' || (isFromHere && isPrivateAddress(url))))
          throw new FetchError({ kind: 'insecure', host: url.host });
        const reply = await this.#parts.transport.send(request);
        try {
          await this.#look(reply, url.host);
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
        this.#tell(true);
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
        this.#tell(false);
      },
      restart: async () => {
        await into.restart();
        this.#tell(this.#isWaiting);
      },
    };
  }

  /** How large the archive is, which needs room. @throws FetchError `no-room` */
  async announce(total: number): Promise<void> {
    const { into, roomToUnpack } = this.#order;
    const free = await (this.#parts.freeBytes ?? freeBytes)(dirname(into.path));
    const needed = Math.max(0, total - into.position) + roomToUnpack(total) + SPARE_BYTES;
    if (free !== null && free < needed) throw new FetchError({ kind: 'no-room', needed, free });
    into.total = total;
    this.#tell(false);
  }

  /** @throws FetchError `web-page`, `wrong-size`, `no-room` */
  async #look(reply: HttpReply, host: string): Promise<void> {
    if (reply.status === 200 && /^\s*text\/html/i.test(reply.headers['content-type'] ?? ''))
      throw new FetchError({ kind: 'web-page', host });
    const total = totalOf(reply);
    if (total === null) return;
    const { bytes, into } = this.#order;
    if (bytes === null ? total > PACK_LIMITS.bytes : total !== bytes)
      throw new FetchError({ kind: 'wrong-size', host });
    if (bytes === null && into.total !== total) await this.announce(total);
  }

  #tell(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    const { into, onProgress } = this.#order;
    const { position: done, total } = into;
    const secondsLeft = isWaiting || total === null ? null : this.#rate.secondsFor(total - done);
    onProgress({ done, total, secondsLeft, isWaiting });
  }
}

/** Bytes of the whole file, where the reply is of it and says so. */
function totalOf({ status, headers }: HttpReply): number | null {
  if (status === 206) return contentRangeOf(headers['content-range'])?.total ?? null;
  const length = status === 200 ? Number(headers['content-length'] ?? Number.NaN) : Number.NaN;
  return Number.isFinite(length) ? length : null;
}

/** How fast it came lately. */
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
    // Twice a second is exact enough.
    if (last === undefined || at - last.at >= 500) this.#came.push({ at, bytes: this.#sum });
    this.#came = this.#came.filter((one) => at - one.at <= RATE_MS);
  }

  /** Null: not known yet. */
  secondsFor(bytes: number): number | null {
    const [first] = this.#came;
    const ms = first === undefined ? 0 : this.#clock.monotonic() - first.at;
    if (first === undefined || ms < 2000 || this.#sum === first.bytes) return null;
    return Math.ceil((bytes * ms) / (this.#sum - first.bytes) / 1000);
  }
}

/** Milliseconds over which the rate is taken. */
const RATE_MS = 20_000;

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
