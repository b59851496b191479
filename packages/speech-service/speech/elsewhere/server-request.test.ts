import { expect, test } from 'vitest';
import { parseRetryAfter, safeMessage } from './server-request.ts';

test('a server says when to come back in seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter('7', now)).toBe(7);
  expect(parseRetryAfter(' 0.5 ', now)).toBe(0.5);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:30 GMT', now)).toBe(90);
  expect(parseRetryAfter('Thu, 01 Jan 2025 00:00:00 GMT', now)).toBe(0);
  for (const nothing of [undefined, '', 'soon']) expect(parseRetryAfter(nothing, now)).toBeUndefined();
});

test('its words are told as one short row, and not at all where they have the key or the script in them', () => {
  const secrets = {
    key: 'sk-secret',
    text: 'It was a bright cold day in April, and the clocks were striking thirteen.',
  };
  expect(safeMessage('  no \n such\tvoice ', secrets)).toBe('no such voice');
  expect(safeMessage('x'.repeat(500), secrets)).toHaveLength(201);
  expect(safeMessage('', secrets)).toBeUndefined();
  expect(safeMessage('The key sk-secret is wrong', secrets)).toBeUndefined();
  expect(safeMessage('in "the clocks were striking"', secrets)).toBeUndefined();
  expect(safeMessage('Rain is no voice', { key: undefined, text: 'Rain' })).toBeUndefined();
});
