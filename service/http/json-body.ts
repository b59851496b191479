// Bodies: JSON in UTF-8, and nothing else but what a route says itself.

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import { ApiError, bodyTooLong, invalidParameters } from './errors.ts';

// How much memory bodies that are still coming in may take together.

interface WaitingBody {
  readonly share: BodyShare;
  readonly bytes: number;
  readonly go: () => void;
}

/** One body's part of the memory. */
interface BodyShare {
  /** Takes this many more bytes. @returns undefined where they are there at once, else a promise that resolves when they are */
  grow(bytes: number): Promise<void> | undefined;
  /** Gives all of it back. It may be called again. */
  release(): void;
}

/**
 * Memory for bodies in the order in which they ask for it. Senders that stop halfway keep what they have sent and no more.
 * Where it is full, one body at a time may go beyond it, and waits for none of the others: otherwise all could wait
 * for each other.
 */
export class BodyMemory {
  readonly #most: number;
  readonly #line: WaitingBody[] = [];
  #held = 0;
  #beyond: BodyShare | undefined;

  /** @param most bytes; one body more may be held besides */
  constructor(most: number) {
    this.#most = most;
  }

  open(): BodyShare {
    let held = 0;
    const share: BodyShare = {
      grow: (bytes) => {
        let isThere = false;
        let wake: () => void = () => {};
        const go = (): void => {
          held += bytes;
          isThere = true;
          wake();
        };
        this.#line.push({ share, bytes, go });
        this.#admit();
        return isThere ? undefined : new Promise((resolve) => (wake = resolve));
      },
      release: () => {
        const at = this.#line.findIndex((waiting) => waiting.share === share);
        if (at >= 0) this.#line.splice(at, 1);
        if (this.#beyond === share) this.#beyond = undefined;
        this.#held -= held;
        held = 0;
        this.#admit();
      },
    };
    return share;
  }

  /** Lets those at the head of the line have what they ask for, and the one that may go beyond it. */
  #admit(): void {
    for (;;) {
      const at = Math.max(
        0,
        this.#line.findIndex(({ share }) => share === this.#beyond),
      );
      const next = this.#line[at];
      if (next === undefined) return;
      const fits = this.#held + next.bytes <= this.#most;
      this.#beyond ??= fits ? undefined : next.share;
      if (!fits && this.#beyond !== next.share) return;
      this.#line.splice(at, 1);
      this.#held += next.bytes;
      next.go();
    }
  }
}

// The bytes of a request's body, as they come in.

/** Bytes that are made room for at first. */
const LEAST_CAPACITY = 1024;

/** A body is longer than it may be. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/** A body that was received. */
interface ReceivedBody {
  readonly bytes: Buffer;
  /** Gives its memory back. */
  release(): void;
}

/**
 * What has arrived of a body, in one piece: kept as the pieces that it came in, each as small as its sender likes, it would
 * take many times its length.
 */
class GrowingBody {
  readonly #most: number;
  readonly #share: BodyShare;
  #bytes = Buffer.alloc(0);
  #length = 0;

  constructor(most: number, share: BodyShare) {
    this.#most = most;
    this.#share = share;
  }

  /** @returns undefined where the piece was added at once, else a promise that resolves when there was room for it */
  add(piece: Buffer): Promise<void> | undefined {
    const needed = this.#length + piece.length;
    if (needed > this.#most) throw new BodyTooLongError('The body is too long.');
    if (needed <= this.#bytes.length) {
      this.#put(piece);
      return undefined;
    }
    const capacity = Math.min(this.#most, Math.max(LEAST_CAPACITY, needed, this.#bytes.length * 2));
    const waiting = this.#share.grow(capacity - this.#bytes.length);
    if (waiting !== undefined) return waiting.then(() => this.#enlarge(capacity, piece));
    this.#enlarge(capacity, piece);
    return undefined;
  }

  received(): ReceivedBody {
    return { bytes: this.#bytes.subarray(0, this.#length), release: () => this.#share.release() };
  }

  #enlarge(capacity: number, piece: Buffer): void {
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#put(piece);
  }

  #put(piece: Buffer): void {
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }
}

/**
 * Takes in a body. While there is no room nothing is read, and its sender waits.
 *
 * @param most bytes of the body
 * @throws BodyTooLongError as soon as there are more: the rest is read and dropped; what the stream fails with
 */
export function receiveBody(source: Readable, most: number, memory: BodyMemory): Promise<ReceivedBody> {
  const share = memory.open();
  const body = new GrowingBody(most, share);
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
      // The end of a stream comes even while it is paused, and then it closes.
      source.off('close', onClose);
      const finish = (): void => {
        leave();
        resolve(body.received());
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

// What the bytes mean.

const decoder = new TextDecoder('utf-8', { fatal: true });

const [QUOTE, BACKSLASH] = Buffer.from('"\\');
const BEFORE_VALUES = new Set(Buffer.from('[{,:'));

/** How many values a JSON text has, about; `most` where it has that many or more. */
function countValues(json: Uint8Array, most: number): number {
  let count = 1;
  let isText = false;
  let isEscaped = false;
  for (const byte of json) {
    if (count >= most) break;
    if (isEscaped) isEscaped = false;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText) count += BEFORE_VALUES.has(byte) ? 1 : 0;
    else if (byte === BACKSLASH) isEscaped = true;
  }
  return count;
}

function parsed(bytes: Buffer): unknown {
  // Not every call needs a body: a missing one is reported where the body is checked.
  if (bytes.length === 0) return undefined;
  const most = DECISIONS.bodyValues;
  // A few bytes of JSON can become a hundred times as much: what no request can mean is not even read.
  if (countValues(bytes, most + 1) > most)
    throw invalidParameters(`The body has too many values: at most ${most} are read.`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidParameters('The body is not encoded as UTF-8.');
  }
  try {
    // What could poison a prototype is a field of its own here, and refused like any other that is not known.
    return JSON.parse(text);
  } catch {
    throw invalidParameters('The body is no valid JSON.');
  }
}

/** @throws ApiError 415 where a body says that it is compressed */
export function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^\s*(identity\s*)?$/i.test(encoding)) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
}

/** @throws ApiError 415 where a body says that it is of another character set */
function refuseCharset({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
}

/** @throws ApiError 400, 413 */
async function received(
  { headers }: FastifyRequest,
  payload: RawRequestDefaultExpression,
  memory: BodyMemory,
): Promise<unknown> {
  const announced = headers['content-length'];
  if (Number(announced ?? 0) > DECISIONS.bodyBytes) throw bodyTooLong(DECISIONS.bodyBytes);
  const { bytes, release } = await receiveBody(payload, DECISIONS.bodyBytes, memory).catch((error: unknown) => {
    throw error instanceof BodyTooLongError
      ? bodyTooLong(DECISIONS.bodyBytes)
      : invalidParameters('The body ended before its end.');
  });
  try {
    if (announced !== undefined && Number(announced) !== bytes.length) {
      throw invalidParameters('The body is not as long as its content-length.');
    }
    return parsed(bytes);
  } finally {
    release();
  }
}

/** Has bodies read as JSON. An empty one is `undefined`. */
export function takeJson(app: FastifyInstance): void {
  const memory = new BodyMemory(DECISIONS.bodyMemoryBytes);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RawRequestDefaultExpression) => {
      refuseCompressed(request);
      refuseCharset(request);
      return received(request, payload, memory);
    },
  );
}
