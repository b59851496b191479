// Realtime streaming: the audio leaves while it is made.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { FORMATS } from '../../codecs/formats.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { checkStream } from './check-stream.ts';
import { callerOf, type RouteContext } from './context.ts';
import { goneSignal } from './gone-signal.ts';

interface Leaving {
  /** Milliseconds for which the reader may take nothing. */
  readonly stallMs: number;
  readonly onStalled: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** The bytes in order, each as soon as the ones before it are out of the way. */
async function* leaving(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  { stallMs, onStalled, onFailed }: Leaving,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      const stalled = setTimeout(onStalled, stallMs);
      try {
        yield next.value;
      } finally {
        clearTimeout(stalled);
      }
    }
  } catch (error) {
    onFailed(error);
    throw error;
  } finally {
    await rest.return?.();
  }
}

/** Registers `POST /api/v2/tts/stream`. */
export function registerStream(app: FastifyInstance, context: RouteContext): void {
  const { limits, renderer, voices, log } = context;

  app.post(PATHS.stream, async (request, reply) => {
    const account = callerOf(request);
    const { order, characters } = checkStream(request.body, voices.finder(account.userId), voices.prebuilt);
    limits.count(account, 'stream', characters);
    const gone = goneSignal(reply);
    const signal = AbortSignal.any([gone, context.cutOff]);
    const audio = renderer.stream(order, signal)[Symbol.asyncIterator]();
    // Whatever fails before the first byte can still be answered; later the connection is cut.
    const first = await audio.next().catch((error: unknown) => {
      if (!gone.aborted) throw error;
      return null;
    });
    if (first === null) return reply.hijack();
    const bytes = leaving(first, audio, {
      stallMs: context.streamStallMs,
      onStalled: () => reply.raw.destroy(),
      onFailed: (error) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        if (!signal.aborted) log.warn({ reason }, 'a stream broke off');
      },
    });
    return reply
      .type(FORMATS[order.format].mediaType)
      .header('cache-control', 'no-store')
      .send(Readable.from(bytes, { objectMode: false }));
  });
}
