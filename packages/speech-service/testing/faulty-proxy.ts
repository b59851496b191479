// An HTTP proxy that forwards complete requests to a server, and breaks some of them on the way.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to a request: an error status instead of forwarding it, no answer, a connection that is closed after a
 * number of bytes of the request's or the answer's body, or a changed byte in the request's body.
 */
export type Fault =
  | { readonly status: number }
  | 'hang'
  | { readonly cutUpload: number }
  | { readonly cutAnswer: number }
  | 'corrupt';

export interface FaultyProxy {
  /** Without a trailing slash. */
  readonly address: string;
  /** The methods of the requests that have arrived so far. */
  readonly methods: readonly string[];
  /** Breaks the next requests of a method, one fault each. */
  fail(method: string, ...faults: readonly Fault[]): void;
  /** Resolves once a request hangs. */
  hanging(): Promise<void>;
  close(): Promise<void>;
}

async function receive(incoming: IncomingMessage, limit: number): Promise<void> {
  let received = 0;
  for await (const chunk of incoming) {
    received += chunk.length;
    if (received >= limit) return;
  }
}

export async function faultyProxy(target: () => string): Promise<FaultyProxy> {
  const planned = new Map<string, Fault[]>();
  const methods: string[] = [];
  let hang = Promise.withResolvers<void>();

  async function forward(incoming: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): Promise<void> {
    const body = await buffer(incoming);
    if (fault === 'corrupt') body[0] = (body[0] ?? 0) ^ 1;
    const { method, headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '/', target()), { method, headers });
    outgoing.end(body);
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    if (response === undefined) return;
    answer.writeHead(response.statusCode ?? 502, response.headers);
    const limit = typeof fault === 'object' && 'cutAnswer' in fault ? fault.cutAnswer : Number.POSITIVE_INFINITY;
    let left = limit;
    for await (const chunk of response) {
      answer.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
    if (limit === Number.POSITIVE_INFINITY) answer.end();
    else setImmediate(() => answer.destroy());
  }

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '' } = incoming;
    methods.push(method);
    const fault = planned.get(method)?.shift();
    if (fault === 'hang') {
      hang.resolve();
    } else if (typeof fault === 'object' && 'status' in fault) {
      await buffer(incoming);
      answer.writeHead(fault.status).end();
    } else if (typeof fault === 'object' && 'cutUpload' in fault) {
      await receive(incoming, fault.cutUpload);
      answer.destroy();
    } else {
      await forward(incoming, answer, fault);
    }
  }

  const server = createServer((incoming, answer) => {
    handle(incoming, answer).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    methods,
    fail: (method, ...faults) => void planned.set(method, [...faults]),
    hanging: async () => {
      await hang.promise;
      hang = Promise.withResolvers<void>();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
