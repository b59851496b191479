import { errorObjectSchema } from '@lectern/tts-protocol';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { ACCOUNT, credentials, HandRenderer, job, testService } from '../testing/test-service.ts';

const service = testService(new HandRenderer());
beforeAll(() => service.app.ready());
afterAll(() => service.close());

/** The error of an answer: of the documented form, and of no other. */
function errorOf(reply: LightMyRequestResponse): { status: number; id: string; message: string } {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const { error_id: id, error_message: message, ...more } = errorObjectSchema.loose().parse(reply.json());
  expect(more).toEqual({});
  return { status: reply.statusCode, id, message };
}

const batches = (more: Partial<InjectOptions>): InjectOptions => ({
  method: 'POST',
  url: '/api/v2/tts/batches',
  ...more,
});
const ofType = (type: string, payload: string | Buffer): InjectOptions =>
  batches({ headers: { 'content-type': type }, payload });

describe('a path that is malformed or too long', () => {
  const paths: [string, number][] = [
    ['/api/v2/tts/batches/%', 400],
    ['/api/v2/tts/batches/%ff', 400],
    ['/%E0%A4%A', 400],
    [`/api/v2/tts/batches/${'x'.repeat(300)}`, 404],
    [`/${'x/'.repeat(2000)}`, 404],
    ['/api/v2/tts/batches/', 404],
    ['//api/v2/voices', 404],
    ['/api/v2/../v2/nowhere', 404],
  ];
  for (const [url, status] of paths) {
    test(`${url.slice(0, 40)}: ${status}, and 401 without credentials`, async () => {
      expect(errorOf(await service.ask({ url })).status).toBe(status);
      expect(errorOf(await service.app.inject({ url }))).toMatchObject({ status: 401, id: 'UNAUTHORIZED' });
    });
  }

  test('404 comes before a look at the body', async () => {
    const reply = await service.ask({
      method: 'POST',
      url: '/nowhere',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(errorOf(reply)).toMatchObject({ status: 404, id: 'NOT_FOUND' });
  });
});

describe('a method that a path does not have', () => {
  test('is refused with 405 and those that it has, on every path, before a look at the body', async () => {
    for (const [url, { methods }] of service.app.knownPaths) {
      for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'GET', 'POST', 'DELETE']) {
        if (methods.has(method)) continue;
        const asked = { method: method as 'PUT', url: url.replaceAll(/:\w+/g, 'x'), payload: '{' };
        const reply = await service.ask({ ...asked, headers: { 'content-type': 'application/json' } });
        expect(errorOf(reply), `${method} ${url}`).toMatchObject({ status: 405, id: 'METHOD_NOT_ALLOWED' });
        expect(String(reply.headers.allow).split(', ').sort()).toEqual([...methods].sort());
      }
    }
  });

  test('HEAD is there wherever GET is', () => {
    for (const { methods } of service.app.knownPaths.values()) expect(methods.has('HEAD')).toBe(methods.has('GET'));
  });
});

describe('a body', () => {
  const cases: [string, InjectOptions, number, RegExp][] = [
    ['that is missing', batches({}), 400, /^The body is missing\.$/],
    ['that is missing, with its type', ofType('application/json', ''), 400, /^The body is missing\.$/],
    ['that is null', ofType('application/json', 'null'), 400, /^The body is missing\.$/],
    ['of another type', ofType('text/plain', '{}'), 415, /application\/json/],
    ['of a type that is none', ofType('json', '{}'), 415, /application\/json/],
    ['of no type', batches({ payload: Buffer.from('{}') }), 415, /application\/json/],
    ['that is a form', ofType('application/x-www-form-urlencoded', 'jobs=1'), 415, /application\/json/],
    ['that is no JSON', ofType('application/json', '{"jobs":'), 400, /not valid JSON/],
    ['that is not UTF-8', ofType('application/json', Buffer.from('{"jobs":"é"}', 'latin1')), 400, /UTF-8/],
    [
      'with a prototype',
      ofType('application/json', '{"jobs":[{}],"__proto__":{"x":1}}'),
      400,
      /__proto__ is not a known field/,
    ],
    [
      'with a constructor',
      ofType('application/json', '{"jobs":[{}],"constructor":{"prototype":{}}}'),
      400,
      /constructor is not a known field/,
    ],
    ['that is a text', ofType('application/json', '"x"'), 400, /^The body must be an object\.$/],
    ['of too many values', ofType('application/json', `[${'1,'.repeat(131_072)}1]`), 400, /at most 131072 are allowed/],
    ['of too great depth', ofType('application/json', '['.repeat(200_000)), 400, /at most 131072 are allowed/],
    ['of many signs in a text', ofType('application/json', `"${'[{,:\\"'.repeat(50_000)}"`), 400, /must be an object/],
    ['of great depth', ofType('application/json', `${'['.repeat(1e5)}${']'.repeat(1e5)}`), 400, /must be an object/],
  ];
  for (const [what, options, status, says] of cases) {
    test(`${what}: ${status}`, async () => {
      const error = errorOf(await service.ask(options));
      expect(error.status).toBe(status);
      expect(error.message).toMatch(says);
    });
  }

  test('may begin with a byte order mark, and say its encoding', async () => {
    const payload = `\ufeff${JSON.stringify({ jobs: [job()] })}`;
    expect((await service.ask(ofType('application/json; charset=utf-8', payload))).statusCode).toBe(201);
  });

  test('too long: 413', async () => {
    const reply = await service.ask(ofType('application/json', `"${'x'.repeat(16 * 1024 * 1024)}"`));
    expect(errorOf(reply)).toMatchObject({ status: 413, id: 'PAYLOAD_TOO_LARGE' });
  });
});

test('whatever is sent wherever, the answer is no failure and has the documented form', async () => {
  const paths = [...service.app.knownPaths.keys()].filter((path) => path !== '/internal/attach');
  const asked = fc.record({
    path: fc.constantFrom(...paths, '/api/v3', '/'),
    id: fc.oneof(fc.string(), fc.webPath(), fc.constantFrom('%', '..', '%00', '__proto__', 'constructor')),
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT'),
    body: fc.oneof(fc.json(), fc.string(), fc.constantFrom('', '{"jobs":[{"text":{}}]}', '[1e999]')),
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      '',
    ),
    knows: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ path, id, method, body, type, knows }) => {
      const url = path.replaceAll(/:\w+/g, () => id.replaceAll(/[^\u0021-\u007e]/g, '?'));
      const headers = { ...(knows ? credentials(ACCOUNT) : {}), ...(type === '' ? {} : { 'content-type': type }) };
      const payload = ['GET', 'HEAD'].includes(method) ? {} : { payload: body };
      const reply = await service.app.inject({ method: method as 'GET', url, headers, ...payload });
      expect(reply.statusCode).toBeLessThan(500);
      if (reply.statusCode >= 400 && method !== 'HEAD') errorOf(reply);
    }),
    { numRuns: rounds(300) },
  );
});
