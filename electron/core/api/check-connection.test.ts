import { afterEach, expect, it } from 'vitest';
import { checkConnection, toConnectionCheck } from './check-connection.ts';
import { createNodeTransport } from './node-transport.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { ServiceError } from './service-error.ts';
import { closedPort, serveHttp, serveRaw } from './testing/local-server.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function clientOf(baseUrl: URL, key = 'key'): ServiceClient {
  const transport = createNodeTransport();
  undo.push(() => transport.close());
  const timeouts = { idleMs: 2000 };
  const credentials = { key, userId: 'user' };
  return createServiceClient({ baseUrl, credentials, transport, clock: new SkippingClock(), timeouts });
}

async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  let requests = 0;
  const server = await serveHttp((_request, response) => {
    requests += 1;
    response.writeHead(status, headers).end(body);
  });
  undo.push(() => server.close());
  return { url: server.url, requests: () => requests };
}

const VOICES = '[{"id":"a"},{"id":"b"}]';

it.each([
  [200, VOICES, 'ok'],
  [200, '[]', 'ok'],
  [401, '{"error_id":"UNAUTHORIZED","error_message":"?"}', 'wrong-key'],
  [403, '{"error_id":"UNSUPPORTED_PLAN","error_message":"?"}', 'no-access'],
  [404, '{}', 'not-the-service'],
  [404, '<html></html>', 'not-the-service'],
  [200, '<html></html>', 'not-the-service'],
  [200, '{"hello":"world"}', 'not-the-service'],
  [302, '', 'not-the-service'],
  [429, '"Wait."', 'not-now'],
  [503, 'down', 'not-now'],
])('a status %i with the body %s says "%s", and is asked for once', async (status, body, expected) => {
  const service = await answering(status, body, status === 302 ? { location: 'https://elsewhere.example/' } : {});
  const check = await checkConnection(clientOf(service.url));
  expect(check.kind).toBe(expected);
  if (check.kind === 'ok') expect(check.voices.map(({ id }) => id)).toEqual(body === VOICES ? ['a', 'b'] : []);
  else expect(check.problem).toMatchObject({ status });
  expect(service.requests()).toBe(1);
});

it('tells a port without a listener from one that speaks another protocol', async () => {
  const check = await checkConnection(clientOf(await closedPort()));
  expect(check).toMatchObject({ kind: 'unreachable', problem: { failure: 'refused-connection' } });
  const mail = await serveRaw('http', (socket) => socket.end('220 mail ready\r\n'));
  undo.push(() => mail.close());
  expect((await checkConnection(clientOf(mail.url))).kind).toBe('not-the-service');
});

it('words what keeps a client from being made in the same way', () => {
  const kindOf = (url: string, key: string): string => {
    try {
      clientOf(new URL(url), key);
      return 'made';
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return toConnectionCheck(error.problem).kind;
    }
  };
  expect(kindOf('http://service.example/', 'key')).toBe('unreachable');
  expect(kindOf('https://service.example/', 'kéy')).toBe('wrong-key');
});

it('is called off by its signal', async () => {
  const silent = await serveHttp(() => leaving.abort(new Error('enough')));
  undo.push(() => silent.close());
  const leaving = new AbortController();
  await expect(checkConnection(clientOf(silent.url), leaving.signal)).rejects.toThrow('enough');
});
