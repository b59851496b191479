import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression } from 'fastify';
import { ApiError, invalidParameters } from './errors.ts';

/**
 * How long to keep reading input after an error response, in milliseconds, so that the client gets the response rather
 * than a connection reset.
 */
const DRAIN_MS = 1000;

function toApiError(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(431, 'HEADERS_TOO_LARGE', 'The request headers must be at most 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(408, 'REQUEST_TIMEOUT', 'The request was not received in time.');
    default:
      return invalidParameters('The request is not valid HTTP.');
  }
}

const errorBody = ({ message, errorId }: ApiError): string =>
  JSON.stringify({ error_message: message, error_id: errorId });

const errorHeaders = (body: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
});

function sendRawResponse(socket: Duplex, problem: ApiError): void {
  const body = errorBody(problem);
  const head = Object.entries({ ...problem.headers, ...errorHeaders(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const first = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`;
  socket.on('error', () => {});
  socket.end(`${[first, ...head].join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(linger));
}

interface HttpExchange {
  readonly request: RawRequestDefaultExpression;
  readonly reply: RawReplyDefaultExpression;
}

/** The latest request on each connection. Malformed data can be part of this request's body or follow it. */
const latestExchange = new WeakMap<Duplex, HttpExchange>();
const answeredSockets = new WeakSet<Duplex>();

export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (answeredSockets.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  answeredSockets.add(socket);
  const exchange = latestExchange.get(socket);
  const isOpen = exchange !== undefined && !exchange.reply.writableFinished;
  if (!isOpen || (!exchange.request.complete && !exchange.reply.headersSent))
    sendRawResponse(socket, toApiError(error));
  // Writing a second response into the current one would corrupt it.
  else if (exchange.request.complete) exchange.reply.once('close', () => socket.end());
  else socket.destroy();
}

/** Answers requests that never reach fastify. Call this before the service listens. */
export function handleRawHttp({ server }: FastifyInstance): void {
  server.prependListener('request', (request, reply) => void latestExchange.set(request.socket, { request, reply }));
  server.on('checkExpectation', (_request, reply) => {
    const body = errorBody(new ApiError(417, 'EXPECTATION_FAILED', 'The only supported expectation is 100-continue.'));
    reply.writeHead(417, errorHeaders(body)).end(body);
  });
  server.on('connect', (_request, socket) =>
    sendRawResponse(
      socket,
      new ApiError(405, 'METHOD_NOT_ALLOWED', 'This service is not a proxy.', { allow: 'GET, POST' }),
    ),
  );
}

export const requestPath = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

export function listeningOrigin(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service does not listen.');
  // Wildcard addresses aren't connectable, so use loopback.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
