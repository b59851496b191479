import { expect, it } from 'vitest';
import { auditionRoute } from './audition-route.ts';

it.each([
  ['SvcDialog', 'stream', 'SvcDialog'],
  ['Svc3.0-mini', 'stream', 'Svc3.0-mini'],
  ['Svc3.0', 'stream', 'Svc3.0'],
  ['Svc2.0-turbo', 'stream', 'Svc2.0-turbo'],
  ['Svc2.0', 'single', 'Svc2.0'],
  [null, 'stream', 'SvcDialog'],
  ['Svc9', 'stream', 'SvcDialog'],
])('hears a voice of %s by %s with %s', (own, endpoint, engine) => {
  expect(auditionRoute(own)).toEqual({ endpoint, engine });
});
