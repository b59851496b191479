import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import { ApiError, bodyTooLong, invalidParameters } from './errors.ts';

interface WaitingBody {
  readonly share: BodyShare;
  readonly bytes: number;
  readonly go: () => void;
}

interface BodyShare {
  /** Reserves bytes. Returns undefined if they are available immediately. */
  grow(bytes: number): Promise<void> | undefined;
  release(): void;
}

/**
 * A memory budget for request bodies. Each body only reserves the bytes that have arrived, so stalled senders block
 * little. One body at a time can exceed the budget, to prevent a deadlock.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #queue: WaitingBody[] = [];
  #held = 0;
  #overBudget: BodyShare | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  open(): BodyShare {
    let held = 0;
    const share: BodyShare = {
      grow: (bytes) => {
        let isGranted = false;
        let wake: () => void = () => {};
        const go = (): void => {
          held += bytes;
          isGranted = true;
          wake();
        };
        this.#queue.push({ share, bytes, go });
        this.#grantWaiting();
        return isGranted ? undefined : new Promise((resolve) => (wake = resolve));
      },
      release: () => {
        const at = this.#queue.findIndex((waiting) => waiting.share === share);
        if (at >= 0) this.#queue.splice(at, 1);
        if (this.#overBudget === share) this.#overBudget = undefined;
        this.#held -= held;
        held = 0;
        this.#grantWaiting();
      },
    };
    return share;
  }

  #grantWaiting(): void {
    for (;;) {
      const at = Math.max(
        0,
        this.#queue.findIndex(({ share }) => share === this.#overBudget),
      );
      const next = this.#queue[at];
      if (next === undefined) return;
      const fits = this.#held + next.bytes <= this.#maxBytes;
      this.#overBudget ??= fits ? undefined : next.share;
      if (!fits && this.#overBudget !== next.share) return;
      this.#queue.splice(at, 1);
      this.#held += next.bytes;
      next.go();
    }
  }
}

const MIN_CAPACITY = 1024;

export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

interface ReceivedBody {
  readonly bytes: Buffer;
  release(): void;
}

/** Copies chunks into one buffer, because a list of tiny chunks would take many times the memory. */
class GrowingBody {
  readonly #most: number;
  readonly #share: BodyShare;
  #bytes = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number, share: BodyShare) {
    this.#most = maxBytes;
    this.#share = share;
  }

  add(piece: Buffer): Promise<void> | undefined {
    const needed = this.#length + piece.length;
    if (needed > this.#most) throw new BodyTooLongError('The body is too long.');
    if (needed <= this.#bytes.length) {
      this.#put(piece);
      return undefined;
    }
    const capacity = Math.min(this.#most, Math.max(MIN_CAPACITY, needed, this.#bytes.length * 2));
    const waiting = this.#share.grow(capacity - this.#bytes.length);
    if (waiting !== undefined) return waiting.then(() => this.#enlarge(capacity, piece));
    this.#enlarge(capacity, piece);
    return undefined;
  }

  finishBody(): ReceivedBody {
    return { bytes: this.#bytes.subarray(0, this.#length), release: () => this.#share.release() };
  }

  #enlarge(capacity: number, chunk: Buffer): void {
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#put(chunk);
  }

  #put(piece: Buffer): void {
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }
}

/** Pauses the sender while memory is short. @throws BodyTooLongError as soon as the limit is exceeded */
export function receiveBody(source: Readable, maxBytes: number, memory: BodyMemory): Promise<ReceivedBody> {
  const share = memory.open();
  const body = new GrowingBody(maxBytes, share);
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      void source.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    const fail = (error: unknown): void => {
      leave();
      share.release();
      source.resume();
      reject(error);
    };
    const onClose = (): void => fail(new Error('The connection was closed.'));
    let added: Promise<void> | undefined;
    const onEnd = (): void => {
      // A paused stream still emits `end`, followed by `close`.
      source.off('close', onClose);
      const finish = (): void => {
        leave();
        resolve(body.finishBody());
      };
      if (added === undefined) finish();
      else added.then(finish, fail);
    };
    const onData = (piece: Buffer): void => {
      try {
        added = body.add(piece);
        if (added === undefined) return;
        source.pause();
        added.then(() => source.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    source.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

const [QUOTE, BACKSLASH] = Buffer.from('"\\');
const BEFORE_VALUES = new Set(Buffer.from('[{,:'));

function countValues(json: Uint8Array, maximum: number): number {
  let count = 1;
  let isText = false;
  let isEscaped = false;
  for (const byte of json) {
    if (count >= maximum) break;
    if (isEscaped) isEscaped = false;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText) count += BEFORE_VALUES.has(byte) ? 1 : 0;
    else if (byte === BACKSLASH) isEscaped = true;
  }
  return count;
}

function parseJson(bytes: Buffer): unknown {
  // Accept a missing body, because some routes need none. On other routes, validation reports the missing body.
  if (bytes.length === 0) return undefined;
  const most = DECISIONS.bodyValues;
  // Parsed JSON can take a hundred times its size, so reject oversized structures before parsing. A short body can't have
  // too many values.
  if (bytes.length >= most && countValues(bytes, most + 1) > most)
    throw invalidParameters(`The body has too many values: at most ${most} are allowed.`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidParameters('The body is not valid UTF-8.');
  }
  try {
    // JSON.parse makes `__proto__` an ordinary property, which validation rejects as unknown.
    return JSON.parse(text);
  } catch {
    throw invalidParameters('The body is not valid JSON.');
  }
}

export function rejectCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^\s*(identity\s*)?$/i.test(encoding)) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
}

function rejectOtherCharsets({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
}

async function receiveJson(
  { headers }: FastifyRequest,
  payload: RawRequestDefaultExpression,
  memory: BodyMemory,
): Promise<unknown> {
  const announced = headers['content-length'];
  if (Number(announced ?? 0) > DECISIONS.bodyBytes) throw bodyTooLong(DECISIONS.bodyBytes);
  const { bytes, release } = await receiveBody(payload, DECISIONS.bodyBytes, memory).catch((error: unknown) => {
    throw error instanceof BodyTooLongError
      ? bodyTooLong(DECISIONS.bodyBytes)
      : invalidParameters('The body is incomplete.');
  });
  try {
    if (announced !== undefined && Number(announced) !== bytes.length) {
      throw invalidParameters('The length of the body does not match its content-length.');
    }
    return parseJson(bytes);
  } finally {
    release();
  }
}

export function acceptJsonBodies(app: FastifyInstance): void {
  const memory = new BodyMemory(DECISIONS.bodyMemoryBytes);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RawRequestDefaultExpression) => {
      rejectCompressed(request);
      rejectOtherCharsets(request);
      return receiveJson(request, payload, memory);
    },
  );
}
