// A proxy in front of a real service that injects a single defect by changing requests and responses.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the service. Defects can modify it before it is forwarded. */
export interface ProxyRequest {
  readonly method: string;
  /** The path, including the query. */
  url: string;
  /** Without the query. */
  readonly path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response from the service. Defects can modify it before the suite receives it. */
export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A defect. All members are optional. */
export interface Defect {
  /** Changes a request, or returns a response to send instead. */
  onRequest?(call: ProxyRequest): ProxyResponse | undefined | Promise<ProxyResponse | undefined>;
  onResponse?(result: ProxyResponse, call: ProxyRequest): void | Promise<void>;
  /** Returns whether to stream the response body. Streamed responses aren't passed to `onResponse`. */
  isStreamed?(call: ProxyRequest): boolean;
  /** Returns the number of bytes after which to cut off a streamed response. */
  cutAfterBytes?(call: ProxyRequest): number;
}

export interface Mutant {
  readonly baseUrl: URL;
  close(): Promise<void>;
}

/** Returns the URL that a request is forwarded to. */
export type Route = (call: ProxyRequest) => URL;

/** Removes hop-by-hop headers (RFC 9110, 7.6.1). */
function endToEndHeaders({ connection: _connection, 'keep-alive': _keepAlive, ...headers }: IncomingHttpHeaders) {
  return headers;
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function forward(call: ProxyRequest, target: URL, cancellation: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = call.headers;
    const outgoing = request(
      {
        host: target.hostname,
        port: target.port,
        method: call.method,
        path: call.url,
        headers: call.body.length > 0 ? { ...headers, 'content-length': call.body.length } : headers,
        agent: false,
        signal: cancellation,
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}

async function pipeBody(incoming: IncomingMessage, response: ServerResponse, cutAfterBytes: number): Promise<void> {
  response.writeHead(incoming.statusCode ?? 502, endToEndHeaders(incoming.headers));
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

function send(response: ServerResponse, { status, headers, body }: ProxyResponse): void {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = endToEndHeaders(headers);
  response.writeHead(status, { ...others, 'content-length': body.length });
  response.end(body);
}

async function serve(incoming: IncomingMessage, response: ServerResponse, defect: Defect, route: Route): Promise<void> {
  const url = incoming.url ?? '/';
  const call: ProxyRequest = {
    method: incoming.method ?? 'GET',
    url,
    path: url.replace(/\?.*$/, ''),
    headers: incoming.headers,
    body: await readBody(incoming),
  };
  const cancellation = new AbortController();
  response.on('close', () => cancellation.abort());
  const target = route(call);
  const replacement = await defect.onRequest?.(call);
  if (replacement) return send(response, replacement);
  const reply = await forward(call, target, cancellation.signal);
  if (defect.isStreamed?.(call) ?? true)
    return pipeBody(reply, response, defect.cutAfterBytes?.(call) ?? Number.POSITIVE_INFINITY);
  const result = { status: reply.statusCode ?? 502, headers: reply.headers, body: await readBody(reply) };
  await defect.onResponse?.(result, call);
  send(response, result);
}

/**
 * Starts a proxy with a defect on a free local port. The Host header is forwarded, so the URLs in the service's
 * responses lead to the proxy.
 */
export async function startMutant(defect: Defect, route: Route): Promise<Mutant> {
  const server = createServer((incoming, response) => {
    // If the client or the service disconnects, disconnect the other one too.
    serve(incoming, response, defect, route).catch(() => response.destroy());
  });
  // Never close idle connections, because a request sent at that moment would be lost.
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
