import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HandRenderer, job, testService, VOICE } from '../testing/test-service.ts';

const answerSchema = z.object({
  description: z.string().min(1),
  content: z.record(z.string(), z.unknown()).optional(),
});
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), answerSchema),
});
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.literal('0.0.0') }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});

const service = testService(new HandRenderer(), { host: 'speech.local' });
let text = '';
let document: z.infer<typeof documentSchema>;
beforeAll(async () => {
  // The document doesn’t require credentials.
  const reply = await service.app.inject({ url: '/openapi.json', headers: { host: 'speech.local:8080' } });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  text = reply.body;
  document = documentSchema.parse(reply.json());
});
afterAll(() => service.close());

/** Every operation as `POST /path`. */
const operations = (): [string, z.infer<typeof operationSchema>][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, z.infer<typeof operationSchema>] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

describe('the OpenAPI document', () => {
  test('describes exactly the registered routes', () => {
    const routes = [...service.app.knownPaths].flatMap(([path, { methods }]) =>
      [...methods]
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(routes.sort());
  });

  test('requires credentials for exactly the routes that check them', () => {
    for (const [path, { isOpen }] of service.app.knownPaths) {
      const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {};
      for (const { security, responses } of Object.values(described)) {
        expect(security !== undefined && security.length === 0, path).toBe(isOpen);
        expect('401' in responses, path).toBe(!isOpen);
      }
    }
  });

  test('lists all path parameters, and has unique operation IDs', () => {
    for (const [name, { parameters }] of operations()) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(name.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has the documented errors for every operation, with their schemas', () => {
    for (const [name, { responses, requestBody }] of operations()) {
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['400', '405', '500']));
      if (requestBody !== undefined) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']));
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const schema = { 429: 'RateLimited', 500: 'Unexpected' }[status] ?? 'Error';
        expect(content).toEqual({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } });
      }
    }
  });

  test('references every schema, and no schema that doesn’t exist', () => {
    const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref));
    const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    // The event stream is described as text, so nothing references the schemas of its data.
    const events = ['GeneratingEvent', 'CompletedEvent'].map((name) => `#/components/schemas/${name}`);
    expect([...refs].sort()).toEqual(named.filter((name) => !events.includes(name)).sort());
    expect(text).not.toMatch(/"\$(id|schema)":/);
  });

  test('lists the origin of the request as its server', () => {
    expect(document.servers).toEqual([{ url: 'http://speech.local:8080' }]);
  });
});

describe('the schemas in the document', () => {
  /** Returns a component schema as a Zod schema, with all references resolved. */
  function schemaOf(name: string): z.ZodType {
    const resolved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolved);
      if (typeof value !== 'object' || value === null) return value;
      if ('$ref' in value) return resolved(document.components.schemas[String(value.$ref).split('/').at(-1) ?? '']);
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
    };
    return z.fromJSONSchema(resolved(document.components.schemas[name]) as Parameters<typeof z.fromJSONSchema>[0]);
  }

  test('accept valid requests and the service’s responses', async () => {
    const creation = { jobs: [job({ speed: null, custom_id: 'a' })], webhook_url: 'http://127.0.0.1:9/' };
    schemaOf('BatchCreation').parse(creation);
    const made = await service.ask({ method: 'POST', url: '/api/v2/tts/batches', payload: creation });
    schemaOf('BatchJob').parse(made.json());
    const single = { text: 'Hello.', voice: VOICE };
    schemaOf('SingleCreation').parse(single);
    const madeSingle = await service.ask({ method: 'POST', url: '/api/v2/tts', payload: single });
    schemaOf('SingleJob').parse(madeSingle.json());
    const [voice] = (await service.ask({ url: '/api/v2/voices' })).json();
    schemaOf('Voice').parse(voice);
  });

  test('reject invalid requests', () => {
    const schema = schemaOf('BatchCreation');
    for (const wrong of [{}, { jobs: [] }, { jobs: [job({ speed: 9 })] }, { jobs: [job({ spede: 1 })] }]) {
      expect(schema.safeParse(wrong).success).toBe(false);
    }
  });
});
