import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../testing/raw-exchange.ts';
import { ACCOUNT, credentials, HandRenderer, testService } from '../testing/test-service.ts';
import { listeningOrigin, requestPath } from './raw-http.ts';

const service = testService(new HandRenderer());
let address = '';
beforeAll(async () => {
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

const KEYS = Object.entries(credentials(ACCOUNT))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const HEAD = `Host: localhost\r\n${KEYS}`;
const LAST = 'Connection: close\r\n';
const BATCHES = 'POST /api/v2/tts/batches HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json\r\n';

const errorObject = (body: string): unknown => JSON.parse(body);
const wrong = (says: RegExp, errorId = 'INVALID_PARAMETERS') => ({
  error_id: errorId,
  error_message: expect.stringMatching(says),
});

describe('what is no proper HTTP', () => {
  const cases: [string, string, number, unknown][] = [
    ['no HTTP at all', 'nonsense\r\n\r\n', 400, wrong(/not valid HTTP/)],
    ['a method that nobody knows', `FETCH / HTTP/1.1\r\n${HEAD}\r\n`, 400, wrong(/not valid HTTP/)],
    ['a version to come', `GET / HTTP/9.9\r\n${HEAD}\r\n`, 400, wrong(/not valid HTTP/)],
    [
      'two lengths',
      `${BATCHES}\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      wrong(/not valid HTTP/),
    ],
    ['a length below zero', `${BATCHES}\r\n${HEAD}Content-Length: -2\r\n\r\n{}`, 400, wrong(/not valid HTTP/)],
    [
      'a length and chunks',
      `${BATCHES}\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      wrong(/not valid HTTP/),
    ],
    [
      'chunks that are none',
      `${BATCHES}\r\n${HEAD}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      wrong(/not valid HTTP/),
    ],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\n${HEAD}X-Long: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      wrong(/at most 16 KiB/, 'HEADERS_TOO_LARGE'),
    ],
    [
      'an expectation',
      `${BATCHES}\r\n${HEAD}Expect: a miracle\r\n\r\n`,
      417,
      wrong(/100-continue/, 'EXPECTATION_FAILED'),
    ],
    ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`, 405, wrong(/not a proxy/, 'METHOD_NOT_ALLOWED')],
    ['no host', `GET /api/v2/voices HTTP/1.1\r\n${KEYS}${LAST}\r\n`, 400, wrong(/Host header is missing/)],
  ];
  for (const [what, request, status, body] of cases) {
    test(`${what}: ${status}, as an error object`, async () => {
      const [answer, ...more] = await exchange(address, request);
      expect(more).toEqual([]);
      expect(answer?.status).toBe(status);
      expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(errorObject(answer?.body ?? '')).toEqual(body);
    });
  }

  test('behind a good request leaves its answer whole', async () => {
    const answers = await exchange(address, `GET /internal/health HTTP/1.1\r\n${HEAD}\r\nnonsense\r\n\r\n`);
    expect(answers[0]?.status).toBe(200);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ status: 'ok' });
  });
});

describe('a body', () => {
  test('is asked for when the client waits for that', async () => {
    const head = `${BATCHES}\r\n${HEAD}${JSON_TYPE}${LAST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    const answers = await exchange(address, head, '{}');
    expect(answers.map(({ status }) => status)).toEqual([100, 400]);
    expect(errorObject(answers[1]?.body ?? '')).toEqual(wrong(/^jobs is missing/));
  });

  for (const [what, head, body] of [
    ['that says it is too long', 'Content-Length: 20000000\r\n', 'x'.repeat(20_000_000)],
    ['that becomes too long', 'Transfer-Encoding: chunked\r\n', `1312D00\r\n${'x'.repeat(20_000_000)}\r\n0\r\n\r\n`],
  ] as const) {
    test(`${what} is taken to its end, so that the answer arrives, and the next request is answered too`, async () => {
      const next = `GET /internal/health HTTP/1.1\r\n${HEAD}${LAST}\r\n`;
      const answers = await exchange(address, `${BATCHES}\r\n${HEAD}${JSON_TYPE}${head}\r\n`, body, next);
      expect(answers.map(({ status }) => status)).toEqual([413, 200]);
      expect(errorObject(answers[0]?.body ?? '')).toEqual(wrong(/at most 16 MiB/, 'PAYLOAD_TOO_LARGE'));
    });
  }

  test('of somebody who may not call is not read before they are told so', async () => {
    const head = `${BATCHES}\r\nHost: localhost\r\n${JSON_TYPE}${LAST}Content-Length: 9\r\n\r\n`;
    const [answer] = await exchange(address, head, 'not JSON!');
    expect(answer?.status).toBe(401);
  });
});

test('a request as it is sent to a proxy is answered', async () => {
  const [answer] = await exchange(address, `GET http://127.0.0.1/internal/health HTTP/1.1\r\n${HEAD}${LAST}\r\n`);
  expect(answer?.status).toBe(200);
  expect(['http://h', 'http://h?x=1', 'https://h:1/a?b', '/a?u=http://h/'].map(requestPath)).toEqual([
    '/',
    '/?x=1',
    '/a?b',
    '/a?u=http://h/',
  ]);
});

test('HTTP/1.0 needs no host; addresses begin with the one that was called', async () => {
  const [answer] = await exchange(address, `GET /api/v2/voices HTTP/1.0\r\n${KEYS}\r\n`);
  expect(answer?.status).toBe(200);
  expect(listeningOrigin(service.app.server)).toBe(address);
});
