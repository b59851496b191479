// Makes HTTP calls to the local service, with arbitrary methods and bytes.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { ServiceProcess } from '../support/processes.ts';

export interface Call {
  readonly method: string;
  /** A path that starts with a slash. It is sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** When the call was sent and when the first byte arrived, in milliseconds of `performance.now()`. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface Caller {
  readonly address: URL;
  /** The account's credential headers. */
  readonly credentials: Readonly<Record<string, string>>;
  /** @throws connection errors and timeouts */
  call(call: Call): Promise<Answer>;
  /** Makes a call with a JSON body and credentials. */
  json(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): void;
}

/** Maximum time to wait for the next byte, in milliseconds. No response takes longer, even on a busy machine. */
const MAX_SILENCE_MS = 180_000;

export function createCaller({ environment }: Pick<ServiceProcess, 'environment'>): Caller {
  const address = new URL(environment['LECTERN_BASE_URL'] ?? '');
  const credentials = {
    authorization: `Bearer ${environment['LECTERN_API_KEY']}`,
    'x-user-id': environment['LECTERN_USER_ID'] ?? '',
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call = ({ method, path, headers = {}, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now();
      // Node doesn't set the length of DELETE and OPTIONS requests itself.
      const framed = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        { agent, host: address.hostname, port: address.port, method, path, headers: framed, timeout: MAX_SILENCE_MS },
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
      sent.on('timeout', () => sent.destroy(new Error(`${method} got no byte in ${MAX_SILENCE_MS / 1000} s`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed this idle connection at the moment when the call was sent, so try again.
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

/** Parses a body as JSON. Returns undefined if it is invalid. */
export function parseJsonBody(answer: Pick<Answer, 'body'>): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    return undefined;
  }
}
