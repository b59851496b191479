import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './error-body.ts';

const now = Date.UTC(2026, 0, 1);

describe('Retry-After', () => {
  it('is seconds or a date', () => {
    expect(retryAfterMs('5', now)).toBe(5_000);
    expect(retryAfterMs(' 0.25 ', now)).toBe(250);
    expect(retryAfterMs(new Date(now + 9_000).toUTCString(), now)).toBe(9_000);
  });

  it('asks for no more than a minute, and no less than nothing', () => {
    expect(retryAfterMs('86400', now)).toBe(60_000);
    expect(retryAfterMs(new Date(now - 9_000).toUTCString(), now)).toBe(0);
  });

  it('is left aside where it is missing or makes no sense', () => {
    for (const value of [undefined, '', 'soon', '-5x']) expect(retryAfterMs(value, now)).toBeUndefined();
  });
});
