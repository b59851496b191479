// The bytes of a request's body, as they come in.
import type { Readable } from 'node:stream';
import type { BodyRoom, BodyShare } from './body-room.ts';

/** Bytes that are made room for at first. */
const LEAST_CAPACITY = 1024;

/** A body is longer than it may be. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/** A body that was received. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Gives its room back. */
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
export function receiveBody(source: Readable, most: number, room: BodyRoom): Promise<ReceivedBody> {
  const share = room.open();
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
