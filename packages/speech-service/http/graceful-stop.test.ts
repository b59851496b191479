import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { ACCOUNT, credentials, HandRenderer, testService, VOICE } from '../testing/test-service.ts';
import { type GracefulStop, stopGracefully } from './http-app.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that has sent something; what it is answered is added to `said`. */
async function connected(address: string, sent: string): Promise<Socket & { said: string }> {
  const { hostname, port } = new URL(address);
  const socket = Object.assign(connect(Number(port), hostname), { said: '' });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text) => {
    socket.said += text;
  });
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

interface Held {
  readonly app: FastifyInstance;
  readonly stop: GracefulStop;
  readonly address: string;
  /** Resolves when a request has arrived. */
  readonly asked: Promise<void>;
  answer(): void;
}

/** A service with one path, which answers when the test says so. */
async function holding(boundMs: number, onStop: () => Promise<unknown> = async () => {}): Promise<Held> {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const stop = stopGracefully(app, boundMs, onStop);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  app.get('/', () => {
    asked.resolve();
    return answered.promise;
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, stop, address, asked: asked.promise, answer: () => answered.resolve('the answer') };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Longer than any test. */
const LONG_MS = 600_000;

describe('a service that stops', () => {
  test('gives the answers that it owes, and then ends every connection', async () => {
    const { app, stop, address, asked, answer } = await holding(LONG_MS);
    const waiting = await connected(address, GET);
    const idle = await connected(address, '');
    await asked;
    const closing = app.close();
    await once(stop.stopping, 'abort');
    expect(stop.cutOff.aborted).toBe(false);
    answer();
    await closing;
    if (!waiting.closed) await once(waiting, 'close');
    expect(waiting.said).toMatch(/^HTTP\/1\.1 200 OK.*the answer$/s);
    if (!idle.closed) await once(idle, 'close');
    expect(stop.cutOff.aborted).toBe(true);
  });

  test('cuts off after a while what has no end', async () => {
    const { app, stop, address, asked } = await holding(30);
    const waiting = await connected(address, GET);
    await asked;
    await app.close();
    expect(stop.cutOff.aborted).toBe(true);
    if (!waiting.closed) await once(waiting, 'close');
    expect(waiting.said).toBe('');
  });

  test('stops its work at once, and waits until that has stopped', async () => {
    const events: string[] = [];
    const work = Promise.withResolvers<void>();
    const { app, address, asked, answer } = await holding(LONG_MS, async () => {
      events.push('told');
      await work.promise;
      events.push('stopped');
    });
    await connected(address, GET);
    await asked;
    const closing = app.close().then(() => events.push('closed'));
    while (events.length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    answer();
    work.resolve();
    await closing;
    expect(events).toEqual(['told', 'stopped', 'closed']);
  });

  test('is not kept from it by work that fails to stop', async () => {
    const { app } = await holding(LONG_MS, () => Promise.reject(new Error('No.')));
    await expect(app.close()).rejects.toThrow('No.');
  });
});

describe('the service, when it stops', () => {
  const head = Object.entries({ ...credentials(ACCOUNT), host: 'localhost', 'content-type': 'application/json' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

  test('answers a request of which half has arrived, and keeps what it accepted', async () => {
    const service = testService(new HandRenderer());
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const body = JSON.stringify({ text: 'Hello.', voice: VOICE });
    const begun = `POST /api/v2/tts HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`;
    const socket = await connected(address, begun);
    const requests = once(service.app.server, 'request');
    await requests;
    const closing = service.app.close();
    // One more request on the same connection gets an answer of the usual form as well.
    socket.write(`${body.slice(9)}GET /nowhere HTTP/1.1\r\n${head}\r\n`);
    await closing;
    if (!socket.closed) await once(socket, 'close');
    expect(socket.said).toMatch(/^HTTP\/1\.1 201 Created.*HTTP\/1\.1 404 Not Found.*"NOT_FOUND"/s);
    expect(service.store.countJobs().pending).toBe(1);
    await service.close();
  });

  test('closes event streams and attachments without cutting them off', async () => {
    const service = testService(new HandRenderer());
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { ...credentials(ACCOUNT), 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify({ text: 'Hello.', voice: VOICE });
    const events = await fetch(`${address}/api/v2/tts`, { method: 'POST', headers, body });
    const held = await fetch(`${address}/internal/attach`, { headers });
    await service.app.close();
    // A body that was cut off could not be read to its end.
    expect(await events.text()).toContain('event: generating');
    await held.text();
    await service.close();
  });
});
