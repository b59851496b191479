import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { TransportFailure, TransportPhase } from '../../../shared/model/problems/service-problem.ts';
import { type HttpReply, type HttpRequest, type HttpTransport, type SizedBody, TransportError } from '../ports.ts';
import { ConnectFailure, type ConnectingOptions, EncryptedAgent, PlainAgent } from './connecting-agent.ts';

const PACE_WINDOW_MS = 30_000;

/** Connections are reused unless `freshConnection` is set. @param elapsedMs a monotonic clock, to measure speed */
export function createNodeTransport(
  elapsedMs: () => number = () => performance.now(),
): HttpTransport & { close(): void } {
  const kept = { keepAlive: true, maxFreeSockets: 32 };
  const agents = {
    'http:': { kept: new PlainAgent(kept), fresh: new PlainAgent({ keepAlive: false }) },
    'https:': { kept: new EncryptedAgent(kept), fresh: new EncryptedAgent({ keepAlive: false }) },
  };
  return {
    send: async (request) => {
      const { protocol, origin } = request.url;
      if (protocol !== 'http:' && protocol !== 'https:') {
        throw new TransportError({ phase: 'not-sent', kind: 'insecure', origin });
      }
      const { kept, fresh } = agents[protocol];
      return exchange(request, request.freshConnection ? fresh : kept, elapsedMs);
    },
    close: () => {
      for (const { kept, fresh } of Object.values(agents)) {
        kept.destroy();
        fresh.destroy();
      }
    },
  };
}

function exchange(
  request: HttpRequest,
  agent: PlainAgent | EncryptedAgent,
  elapsedMs: () => number,
): Promise<HttpReply> {
  const { signal, idleTimeoutMs, leastBytesPerSecond = 0 } = request;
  let phase: TransportPhase = 'not-sent';
  let keptConnection = false;
  let isInPart = () => false;
  const failure = (kind: TransportFailure, code?: string) =>
    new TransportError({
      phase: phase === 'sent' && isInPart() ? 'in-part' : phase,
      kind,
      origin: request.url.origin,
      keptConnection,
      ...(code === undefined ? {} : { code }),
    });

  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(failure('aborted'));
    const outgoing = startRequest(request, agent);
    const giveUp = () => outgoing.destroy(failure('aborted'));
    signal?.addEventListener('abort', giveUp, { once: true });
    let silence: NodeJS.Timeout | undefined;
    const settled = () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', giveUp);
    };
    outgoing.on('socket', () => {
      phase = 'sent';
      keptConnection = outgoing.reusedSocket;
      silence = setTimeout(() => outgoing.destroy(failure('timeout')), idleTimeoutMs);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      settled();
      if (error instanceof BodyFailure) reject(error.cause);
      else if (error instanceof TransportError) reject(error);
      else if (error instanceof ConnectFailure) reject(failure(error.kind, error.code));
      else reject(failure(kindOf(error.code), error.code));
    });
    outgoing.on('response', (incoming) => {
      settled();
      // A server that replies before it has received everything might have stopped reading.
      incoming.on('close', () => {
        if (!outgoing.writableFinished) outgoing.destroy();
      });
      const pace = new TransferRate(leastBytesPerSecond, elapsedMs);
      resolve(toReply(incoming, { idleMs: idleTimeoutMs, pace, signal, failure }));
    });
    if (typeof request.body !== 'object') {
      outgoing.end(request.body);
    } else {
      const { sizeBytes } = request.body;
      let given = 0;
      // Once the last byte has been passed to the socket, the server may have received the whole request.
      isInPart = () => given < sizeBytes;
      void sendBody(request.body, outgoing, (bytes) => {
        given = bytes;
        silence?.refresh();
      });
    }
  });
}

function startRequest(request: HttpRequest, agent: PlainAgent | EncryptedAgent): http.ClientRequest {
  const { url, method, body } = request;
  const options: https.RequestOptions & ConnectingOptions = {
    agent,
    method,
    protocol: url.protocol,
    port: url.port,
    path: url.pathname + url.search,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    headers: {
      ...request.headers,
      ...(body === undefined ? {} : { 'content-length': String(sizeOf(body)) }),
      // Otherwise, a server that closes the connection after its reply would do so while the body is being sent, and
      // the reply would be lost.
      ...(typeof body === 'object' ? { connection: 'keep-alive' } : {}),
    },
    connectTimeoutMs: request.connectTimeoutMs,
    callerSignal: request.signal,
  };
  return url.protocol === 'https:' ? https.request(options) : http.request(options);
}

const sizeOf = (body: string | SizedBody): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.sizeBytes;

function kindOf(code: string | undefined): TransportFailure {
  if (code?.startsWith('HPE_')) return 'malformed';
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED' ? 'reset' : 'other';
}

type TransportErrorFactory = (kind: TransportFailure, code?: string) => TransportError;

interface BodyContext {
  readonly idleMs: number;
  readonly pace: TransferRate;
  readonly signal: AbortSignal | undefined;
  readonly failure: TransportErrorFactory;
}

function toReply(incoming: http.IncomingMessage, terms: BodyContext): HttpReply {
  const { signal, failure } = terms;
  const giveUp = () => incoming.destroy(failure('aborted'));
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  // Whoever reads the body receives its errors. If nobody does, they can be ignored.
  incoming.on('error', () => {});
  incoming.on('close', () => signal?.removeEventListener('abort', giveUp));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    status: incoming.statusCode ?? 0,
    headers,
    body: chunksOf(incoming, terms),
    discard: () => incoming.destroy(),
  };
}

/**
 * Measures the speed at which a body arrives. Only time spent waiting for data counts, so a slow reader isn't
 * penalised.
 */
class TransferRate {
  readonly #least: number;
  readonly #elapsedMs: () => number;
  #waitedMs = 0;
  #bytes = 0;
  #since = 0;

  constructor(minRate: number, elapsedMs: () => number) {
    this.#least = minRate;
    this.#elapsedMs = elapsedMs;
  }

  waits(): void {
    this.#since = this.#elapsedMs();
  }

  isFastEnough(bytes: number): boolean {
    this.#waitedMs += this.#elapsedMs() - this.#since;
    this.#bytes += bytes;
    if (this.#waitedMs < PACE_WINDOW_MS) return true;
    const isFast = this.#bytes >= (this.#least * this.#waitedMs) / 1000;
    this.#waitedMs = 0;
    this.#bytes = 0;
    return isFast;
  }
}

/** Yields the body's chunks. The idle timer only runs while waiting for a chunk, so a slow reader isn't penalised. */
async function* chunksOf(
  incoming: http.IncomingMessage,
  { idleMs, pace, failure }: BodyContext,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  try {
    for (;;) {
      const silence = setTimeout(() => incoming.destroy(failure('timeout')), idleMs);
      pace.waits();
      const next = await chunks.next().finally(() => clearTimeout(silence));
      if (next.done) break;
      if (!pace.isFastEnough(next.value.byteLength)) throw failure('too-slow');
      yield next.value;
    }
  } catch (error) {
    throw error instanceof TransportError ? error : failure('ended-early', (error as NodeJS.ErrnoException).code);
  } finally {
    if (!incoming.complete) incoming.destroy();
  }
  if (!incoming.complete) throw failure('ended-early');
}

class BodyFailure extends Error {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super('the body failed');
    this.cause = cause;
  }
}

const SMALL_BYTES = 256 * 1024;
/** Delay before sending a larger body, in milliseconds, in case the server refuses the request based on its headers. */
const BODY_DELAY_MS = 100;

/** Holds one chunk at a time and never throws. @param onWrite called around each write with the bytes so far */
async function sendBody(body: SizedBody, to: ClientRequest, onWrite: (bytes: number) => void): Promise<void> {
  let isAnswered = false;
  to.once('response', () => {
    isAnswered = true;
  });
  const isOver = () => to.destroyed || isAnswered;
  let sent = 0;
  try {
    if (body.sizeBytes > SMALL_BYTES) await waitBeforeBody(to);
    if (isOver()) return;
    for await (const chunk of body.chunks) {
      sent += chunk.byteLength;
      if (sent > body.sizeBytes) throw new RangeError(`a body of ${body.sizeBytes} bytes has more`);
      if (isOver()) return;
      onWrite(sent);
      if (!to.write(chunk)) await waitUntilDrained(to);
      onWrite(sent);
      // Read incoming data before writing more: if the server has closed the connection, writing to it would lose its
      // reply.
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

function waitBeforeBody(to: ClientRequest): Promise<void> {
  to.flushHeaders();
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    to.once('socket', () => {
      timer = setTimeout(settle, BODY_DELAY_MS);
    });
    to.once('response', settle);
    to.once('close', settle);
  });
}

function waitUntilDrained(to: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      for (const event of ['drain', 'close', 'response']) to.off(event, settle);
      resolve();
    };
    for (const event of ['drain', 'close', 'response']) to.on(event, settle);
    if (to.destroyed) settle();
  });
}
