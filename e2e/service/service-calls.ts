// Calls of the local service as any program would make them: plain HTTP, every method, any bytes.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { ServiceProcess } from '../support/processes.ts';

export interface Call {
  readonly method: string;
  /** Begins with a slash; sent as it is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds on the clock of `performance.now()`: when the call was sent, and when its first byte came back. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The way to call one service. */
export interface Caller {
  readonly address: URL;
  /** The two headers of an account. */
  readonly credentials: Readonly<Record<string, string>>;
  /** @throws what the connection died of, or that no answer came in time */
  call(call: Call): Promise<Answer>;
  /** The same with a JSON body and the account's headers. */
  json(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): void;
}

/** Longer than any answer takes on a machine that does much else. Milliseconds without a byte. */
const PATIENCE_MS = 180_000;

export function callerOf({ environment }: Pick<ServiceProcess, 'environment'>): Caller {
  const address = new URL(environment['LECTERN_BASE_URL'] ?? '');
  const credentials = {
    authorization: `Bearer ${environment['LECTERN_API_KEY']}`,
    'x-user-id': environment['LECTERN_USER_ID'] ?? '',
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call = ({ method, path, headers = {}, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now();
      // Node frames no body of a DELETE or OPTIONS by itself.
      const framed = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        { agent, host: address.hostname, port: address.port, method, path, headers: framed, timeout: PATIENCE_MS },
        (reply) => {
          const answeredAt = performance.now();
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              body: Buffer.concat(chunks),
              sentAt,
              answeredAt,
            }),
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`${method} got no byte in ${PATIENCE_MS / 1000} s`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The other side was just closing this kept connection, which is no fault: the call never began.
        if (sent.reusedSocket && error.code === 'ECONNRESET')
          resolve(call({ method, path, headers, ...(body === undefined ? {} : { body }) }));
        else reject(error);
      });
      sent.end(body);
    });
  return {
    address,
    credentials,
    call,
    json: (method, path, body) =>
      call({
        method,
        path,
        headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    close: () => agent.destroy(),
  };
}

/** A body as JSON; undefined where it is none. */
export function jsonOf(answer: Pick<Answer, 'body'>): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    return undefined;
  }
}
