// Responses that no client could store or wait for: endless, huge, compressed, deeply nested, slow or incomplete.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** The type of response to imitate. */
export type Disguise = 'json' | 'audio' | 'events';

type Reply = (response: ServerResponse, as: Disguise, request: IncomingMessage) => void;

const TYPES: Readonly<Record<Disguise, string>> = {
  json: 'application/json',
  audio: 'audio/wav',
  events: 'text/event-stream',
};
const MIB = 1024 ** 2;
const PIECE_BYTES = 64 * 1024;

/** Keeps writing pieces forever, as fast as the client reads them. */
function writeEndlessly(response: ServerResponse, piece: string | Buffer, first: string | Buffer = ''): void {
  const bytes = Buffer.from(piece);
  const go = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', go);
  if (first.length > 0) response.write(first);
  go();
}

const repeated = (text: string, bytes = PIECE_BYTES): string => text.repeat(Math.ceil(bytes / text.length));

const endless =
  (piece: string, first = '', headers: Readonly<Record<string, string>> = {}): Reply =>
  (response, as) => {
    response.writeHead(200, { 'content-type': TYPES[as], ...headers });
    writeEndlessly(response, repeated(piece), first);
  };

/** Functions that create the large bodies. They are called in advance, because some clients don't wait long enough. */
const preparedBodies: (() => Buffer)[] = [];

export function prepareBadReplies(): void {
  for (const make of preparedBodies) make();
}

function completeReply(make: () => string | Buffer, headers: Readonly<Record<string, string>> = {}): Reply {
  let made: Buffer | undefined;
  const body = () => {
    made ??= Buffer.from(make());
    return made;
  };
  preparedBodies.push(body);
  return (response, as) => response.writeHead(200, { 'content-type': TYPES[as], ...headers }).end(body());
}

const failingReply =
  (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    writeEndlessly(response, repeated('and so on '), '{"error_message": "');
  };

/** More spaces than a client is allowed to keep in memory. */
const spaces = () => Buffer.alloc(64 * MIB, 0x20);

/** HTTP responses, keyed by what is wrong with them. */
export const BAD_REPLIES = {
  'endless blanks': endless(' '),
  'an endless list': endless('{"id":"a"},', '['),
  'an endless list of nothing': endless('{},', '['),
  'an endless text': endless('a', '{"id": "'),
  'endless bytes': endless('\u0001\u0002\u0003'),
  'endless sound': endless('\u0000', `RIFF\uffff\uffffWAVE`),
  'endless events': endless('data: x\n\n'),
  'endless pings': endless('event: ping\ndata: 2026-01-01T00:00:00Z\n\n'),
  'an endless event': endless('a', 'event: generating\ndata: '),
  'an event of endless rows': endless('data: a\n', 'event: generating\n'),
  'a terabyte announced': endless('a', '', { 'content-length': '1000000000000' }),
  'a terabyte announced as a range': (response) => {
    response.writeHead(206, { 'content-type': 'audio/wav', 'content-range': 'bytes 0-999999999999/1000000000000' });
    writeEndlessly(response, repeated('a'));
  },
  'packed by gzip': completeReply(() => gzipSync(spaces()), { 'content-encoding': 'gzip' }),
  'packed by deflate': completeReply(() => deflateSync(spaces()), { 'content-encoding': 'deflate' }),
  'packed by br': completeReply(() => brotliCompressSync(spaces()), { 'content-encoding': 'br' }),
  'packed without saying so': completeReply(() => gzipSync(spaces())),
  'a million children': completeReply(() => `{"jobs":[${repeated('{},', 3 * 10 ** 6)}{}]}`),
  'a million voices': completeReply(() => `[${repeated('{"id":"v"},', 7 * 10 ** 6)}{"id":"v"}]`),
  'a long list of numbers': completeReply(() => `[${repeated('1,', 7 * MIB)}1]`),
  'deep lists': completeReply(() => repeated('[', 7 * MIB)),
  'deep objects': completeReply(() => repeated('{"a":', 7 * MIB)),
  'a long message': completeReply(() => `{"id":"a","status":"failed","error_message":"${repeated('very ', 7 * MIB)}"}`),
  'one byte now and then': (response, as) => {
    response.writeHead(200, { 'content-type': TYPES[as] });
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  },
  half: (response, as) => {
    response.writeHead(200, { 'content-type': TYPES[as], 'content-length': '1000' });
    response.write('{"id": "', () => response.destroy());
  },
  'a page': completeReply(() => '<!doctype html><p>Welcome', { 'content-type': 'text/html' }),
  'a page as what was asked for': completeReply(() => '<!doctype html><p>Welcome'),
  garbage: completeReply(() => Buffer.from(Array.from({ length: PIECE_BYTES }, (_, at) => (at * 7919) % 251))),
  nothing: completeReply(() => ''),
  'a circle of redirects': (response, _, { url }) => {
    response.writeHead(302, { location: url ?? '/' });
    writeEndlessly(response, repeated('a'));
  },
  'a redirect to itself, longer each time': (response, _, { url }) => {
    response.writeHead(307, { location: `${url}${'x'.repeat(1000)}` }).end();
  },
  'an endless refusal': failingReply(400),
  'an endless failure': failingReply(500),
  'an endless wait': failingReply(429, { 'retry-after': '1000000000000' }),
  'a wait of ages': failingReply(503, { 'retry-after': '1e12' }),
} satisfies Readonly<Record<string, Reply>>;

/** Raw socket responses, keyed by what is wrong with them. */
export const BAD_BYTES = {
  'endless headers': (socket) => writeBytesEndlessly(socket, 'HTTP/1.1 200 OK\r\n', 'x-more: and so on\r\n'),
  'an endless header': (socket) => writeBytesEndlessly(socket, 'HTTP/1.1 200 OK\r\nx-more: ', 'and so on '),
  'an endless status': (socket) => writeBytesEndlessly(socket, 'HTTP/1.1 200 ', 'O'),
  'endless hints': (socket) => writeBytesEndlessly(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'endless trailers': (socket) =>
    writeBytesEndlessly(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'x-more: and so on\r\n'),
  'an endless chunk’s head': (socket) =>
    writeBytesEndlessly(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;', 'and so on '),
  'chunks of one byte': (socket) =>
    writeBytesEndlessly(
      socket,
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ),
  'no HTTP at all': (socket) => writeBytesEndlessly(socket, '', 'SSH-2.0 hello\r\n'),
} satisfies Readonly<Record<string, (socket: Socket) => void>>;

function writeBytesEndlessly(socket: Socket, first: string, piece: string): void {
  const bytes = Buffer.from(repeated(piece));
  const go = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', go);
  if (first !== '') socket.write(first);
  go();
}
