import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { retryDelayMs, withRetries } from './retry.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const policy = { tries: 4, firstWaitMs: 500, longestWaitMs: 1_500 };
const always = (value: number) => ({ next: () => value });
const ill: ServiceProblem = { kind: 'server-error', status: 503, message: null };
const unknown: ServiceProblem = { kind: 'not-found', status: 404, message: null, errorId: null };
const refused: ServiceProblem = { kind: 'rate-limited', status: 429, message: null };

function failing(times: number, problem: ServiceProblem) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new ServiceError(problem);
    return calls;
  };
}

describe('what is harmless to repeat', () => {
  it('is tried until it succeeds, with doubling waits up to the longest', async () => {
    const clock = new SkippingClock();
    expect(await withRetries(policy, { clock, random: always(1) }, failing(3, ill))).toBe(4);
    expect(clock.waits).toEqual([500, 1_000, 1_500]);
  });

  it('is tried only so often', async () => {
    const clock = new SkippingClock();
    const run = withRetries({ ...policy, tries: 2 }, { clock, random: always(0) }, failing(9, ill));
    await expect(run).rejects.toMatchObject({ problem: ill });
    expect(clock.waits).toHaveLength(1);
  });

  it('is tried once where nothing will change', async () => {
    const clock = new SkippingClock();
    const run = withRetries(policy, { clock, random: always(0) }, failing(9, unknown));
    await expect(run).rejects.toMatchObject({ problem: unknown });
    expect(clock.waits).toEqual([]);
  });

  it('is not tried again after a mistake of our own', async () => {
    const clock = new SkippingClock();
    const run = withRetries(policy, { clock, random: always(0) }, async () => {
      throw new TypeError('a mistake');
    });
    await expect(run).rejects.toThrow(TypeError);
    expect(clock.waits).toEqual([]);
  });

  it('stops at once when the caller gives up, even in the middle of a wait', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const run = withRetries(policy, { clock, random: always(0), signal: controller.signal }, failing(9, ill));
    const ended = expect(run).rejects.toThrow('enough');
    await clock.advance(1);
    expect(clock.sleeping).toBe(1);
    controller.abort(new Error('enough'));
    await ended;
    expect(clock.sleeping).toBe(0);
  });
});

describe('the wait', () => {
  it('is what the server asks for', () => {
    expect(retryDelayMs(policy, 1, { ...refused, retryAfterMs: 7_000 }, always(0))).toBe(7_000);
    expect(retryDelayMs(policy, 1, { ...ill, retryAfterMs: 0 }, always(0.5))).toBe(0);
  });

  it('after a refusal without a word of how long grows to the one minute of the interface', () => {
    expect([1, 2, 3, 4].map((tried) => retryDelayMs(policy, tried, refused, always(1)))).toEqual([
      15_000, 30_000, 60_000, 60_000,
    ]);
  });

  it('leaves half of itself to chance', () => {
    expect(retryDelayMs(policy, 2, ill, always(0))).toBe(500);
    expect(retryDelayMs(policy, 2, ill, always(0.5))).toBe(750);
  });
});
