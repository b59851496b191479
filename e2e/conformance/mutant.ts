// A proxy in front of a real service that seeds one defect: it changes requests and answers on their way.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the service. What is changed here is what the service sees. */
export interface Asked {
  readonly method: string;
  /** The path with its query. */
  url: string;
  /** Without the query. */
  readonly path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer on its way back. What is changed here is what the suite sees. */
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How one service differs from a right one. Each part may be left out. */
export interface Defect {
  /** Changes a request, or answers it without the service. */
  asked?(asked: Asked): Answered | undefined | Promise<Answered | undefined>;
  /** Changes an answer once it is there as a whole. */
  answered?(answered: Answered, asked: Asked): void | Promise<void>;
  /** Whether an answer's body is handed on as it comes; only what is not is given to `answered`. */
  flows?(asked: Asked): boolean;
  /** After how many bytes of an answer that flows the connection is cut. */
  cutAfterBytes?(asked: Asked): number;
}

export interface Mutant {
  readonly baseUrl: URL;
  close(): Promise<void>;
}

/** Where a request goes. */
export type Route = (asked: Asked) => URL;

/** What a service says of its connection to the mutant isn't said of the mutant's to the suite (RFC 9110, 7.6.1). */
function handedOn({ connection: _connection, 'keep-alive': _keepAlive, ...headers }: IncomingHttpHeaders) {
  return headers;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function forward(asked: Asked, target: URL, leaving: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = asked.headers;
    const outgoing = request(
      {
        host: target.hostname,
        port: target.port,
        method: asked.method,
        path: asked.url,
        headers: asked.body.length > 0 ? { ...headers, 'content-length': asked.body.length } : headers,
        agent: false,
        signal: leaving,
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(asked.body);
  });
}

async function flow(incoming: IncomingMessage, response: ServerResponse, cutAfterBytes: number): Promise<void> {
  response.writeHead(incoming.statusCode ?? 502, handedOn(incoming.headers));
  let sent = 0;
  for await (const piece of incoming) {
    const bytes = piece as Buffer;
    if (!response.write(bytes.subarray(0, cutAfterBytes - sent))) await once(response, 'drain');
    sent += bytes.length;
    if (sent >= cutAfterBytes) {
      incoming.destroy();
      response.destroy();
      return;
    }
  }
  response.end();
}

function send(response: ServerResponse, { status, headers, body }: Answered): void {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = handedOn(headers);
  response.writeHead(status, { ...others, 'content-length': body.length });
  response.end(body);
}

async function serve(incoming: IncomingMessage, response: ServerResponse, defect: Defect, route: Route): Promise<void> {
  const url = incoming.url ?? '/';
  const asked: Asked = {
    method: incoming.method ?? 'GET',
    url,
    path: url.replace(/\?.*$/, ''),
    headers: incoming.headers,
    body: await bodyOf(incoming),
  };
  const leaving = new AbortController();
  response.on('close', () => leaving.abort());
  const target = route(asked);
  const instead = await defect.asked?.(asked);
  if (instead) return send(response, instead);
  const reply = await forward(asked, target, leaving.signal);
  if (defect.flows?.(asked) ?? true)
    return flow(reply, response, defect.cutAfterBytes?.(asked) ?? Number.POSITIVE_INFINITY);
  const answered = { status: reply.statusCode ?? 502, headers: reply.headers, body: await bodyOf(reply) };
  await defect.answered?.(answered, asked);
  send(response, answered);
}

/** Starts a mutant on a free port of this machine. The service behind it names addresses by the host that it is told. */
export async function startMutant(defect: Defect, route: Route): Promise<Mutant> {
  const server = createServer((incoming, response) => {
    // Who asked may have left, and the service's connection may be gone: then so is this one.
    serve(incoming, response, defect, route).catch(() => response.destroy());
  });
  // An idle connection stays: the suite waits, and calls that come just as it is closed would be lost.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: new URL(`http://127.0.0.1:${port}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
