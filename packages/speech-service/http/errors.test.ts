import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../common/log.ts';
import { StoreUnavailableError } from '../ports/objects.ts';
import { replyWithError } from './errors.ts';

test('a store that can’t be used is a temporary error, and its address is only logged', async () => {
  const logged: string[] = [];
  const log = createLogger('error', (row) => void logged.push(row));
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.get('/audio', () => Promise.reject(new StoreUnavailableError('The store s3://takes/ can’t be used.')));
  const response = await app.inject('/audio');
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('5');
  expect(response.json()).toMatchObject({ error: 'STORAGE' });
  expect(response.body).not.toContain('takes');
  expect(logged.join()).toContain('The store s3://takes/ can’t be used.');
  await app.close();
});
