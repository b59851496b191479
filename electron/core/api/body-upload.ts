// A body that is sent while it is read, as fast as the other side takes it.
import type { ClientRequest } from 'node:http';
import type { SizedBody } from '../ports.ts';

/** The body can't be read, or is not as large as it was said: the request can't be sent as it was begun. */
export class BodyFailure extends Error {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super('the body failed');
    this.cause = cause;
  }
}

/** A body of up to this many bytes is on its way before the server could refuse it. */
const SMALL_BYTES = 256 * 1024;
/** A larger body is held back this long, in case the head alone is refused. Milliseconds. */
const HOLD_MS = 100;

/**
 * Sends a body and ends the request; where the body fails, destroys it with a BodyFailure. It never throws, holds one chunk
 * at a time, and leaves the body as soon as the request is over or answered.
 *
 * @param onGiven called with the bytes that were given to the connection so far, before it takes the last of them and after
 */
export async function sendBody(body: SizedBody, to: ClientRequest, onGiven: (bytes: number) => void): Promise<void> {
  let isAnswered = false;
  to.once('response', () => {
    isAnswered = true;
  });
  const isOver = () => to.destroyed || isAnswered;
  let sent = 0;
  try {
    if (body.sizeBytes > SMALL_BYTES) await heldBack(to);
    if (isOver()) return;
    for await (const chunk of body.chunks) {
      sent += chunk.byteLength;
      if (sent > body.sizeBytes) throw new RangeError(`a body of ${body.sizeBytes} bytes has more`);
      if (isOver()) return;
      onGiven(sent);
      if (!to.write(chunk)) await takenOrOver(to);
      onGiven(sent);
      // Read what has arrived before writing more: writing to a server that has left loses its reply.
      await nextTurn();
    }
    if (isOver()) return;
    if (sent < body.sizeBytes) throw new RangeError(`a body of ${body.sizeBytes} bytes ended after ${sent}`);
    to.end();
  } catch (error) {
    to.destroy(new BodyFailure(error));
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function heldBack(to: ClientRequest): Promise<void> {
  to.flushHeaders();
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    to.once('socket', () => {
      timer = setTimeout(settle, HOLD_MS);
    });
    to.once('response', settle);
    to.once('close', settle);
  });
}

function takenOrOver(to: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const event of ['drain', 'close', 'response']) to.off(event, settle);
      resolve();
    };
    for (const event of ['drain', 'close', 'response']) to.on(event, settle);
    if (to.destroyed) settle();
  });
}
