import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceAccount } from '../ports/accounts.ts';
import { MemoryRateWindows } from '../store/memory-rate-windows.ts';
import { RateLimitedError } from './errors.ts';
import { RateLimits } from './rate-limits.ts';

const account = (limits: ServiceAccount['limits'], plan: ServiceAccount['plan'] = 'hacker'): ServiceAccount => ({
  key: 'k',
  userId: 'u',
  plan,
  apiAccess: true,
  limits,
});

/** Limits on a clock that the test turns. */
function limits(): { at(ms: number): void; limits: RateLimits } {
  let now = 0;
  const at = (ms: number): void => {
    now = ms;
  };
  return { at, limits: new RateLimits(new MemoryRateWindows(() => now)) };
}

/** Seconds after which a call is said to fit; 0 where it is taken. */
async function waitFor(call: () => Promise<void>): Promise<number> {
  try {
    await call();
    return 0;
  } catch (error) {
    if (error instanceof RateLimitedError) return error.retryAfterSeconds;
    throw error;
  }
}

const isTaken = async (call: () => Promise<void>): Promise<boolean> => (await waitFor(call)) === 0;

describe('the limits of a minute', () => {
  test('stay the same when the account gets a new key', async () => {
    const { limits: counted } = limits();
    const one = account({ batch: { requests: 1 } });
    expect(await isTaken(() => counted.count(one, 'batch'))).toBe(true);
    expect(await isTaken(() => counted.count({ ...one, key: 'new' }, 'batch'))).toBe(false);
    expect(await isTaken(() => counted.count({ ...one, userId: 'other' }, 'batch'))).toBe(true);
  });

  test('a call counts for exactly a minute', async () => {
    const { at, limits: counted } = limits();
    const one = account({ read: { requests: 2 } });
    await counted.count(one, 'read');
    at(10_000);
    await counted.count(one, 'read');
    at(59_999);
    await expect(counted.count(one, 'read')).rejects.toThrow(RateLimitedError);
    at(60_000);
    await counted.count(one, 'read');
    await expect(counted.count(one, 'read')).rejects.toThrow(RateLimitedError);
    at(70_000);
    await counted.count(one, 'read');
  });

  test('a refusal says when the same call fits', async () => {
    const { at, limits: counted } = limits();
    const one = account({ batch: { characters: 100 } });
    await counted.count(one, 'batch', 60);
    at(20_000);
    await counted.count(one, 'batch', 40);
    const seconds = (characters: number): Promise<number> => waitFor(() => counted.count(one, 'batch', characters));
    expect(await seconds(50)).toBe(40);
    expect(await seconds(90)).toBe(60);
    expect(await seconds(101)).toBe(60);
  });

  test('scopes and accounts are counted apart', async () => {
    const { limits: counted } = limits();
    const one = account({ read: { requests: 1 }, list: { requests: 1 } });
    const other = { ...one, userId: 'other' };
    await counted.count(one, 'read');
    await counted.count(one, 'list');
    await counted.count(other, 'read');
    await expect(counted.count(one, 'read')).rejects.toThrow(RateLimitedError);
  });

  test('plans have their figures, enterprise has none, and an account may have its own', async () => {
    const taken = async (who: ServiceAccount): Promise<number> => {
      const { limits: counted } = limits();
      let calls = 0;
      while (calls < 500 && (await isTaken(() => counted.count(who, 'list')))) calls += 1;
      return calls;
    };
    expect(await taken(account(undefined))).toBe(20);
    expect(await taken(account(undefined, 'startup'))).toBe(50);
    expect(await taken(account(undefined, 'growth'))).toBe(200);
    expect(await taken(account(undefined, 'enterprise'))).toBe(500);
    expect(await taken(account({ list: null }))).toBe(500);
    expect(await taken(account({ list: { requests: 3 } }, 'enterprise'))).toBe(3);
  });

  test('no minute ever holds more than the limit, nothing that fits is refused, and a refusal says when it will', async () => {
    const calls = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30_000 }), characters: fc.nat(60) }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        const limit = { requests: 5, characters: 100 };
        const { at, limits: counted } = limits();
        const taken: { at: number; characters: number }[] = [];
        let now = 0;
        for (const { after, characters } of given) {
          now += after;
          at(now);
          const fitsAt = (time: number): boolean => {
            const recent = taken.filter((call) => call.at > time - 60_000);
            const sum = recent.reduce((total, call) => total + call.characters, characters);
            return recent.length < limit.requests && sum <= limit.characters;
          };
          const wait = await waitFor(() => counted.count(account({ batch: limit }), 'batch', characters));
          expect(wait === 0).toBe(fitsAt(now));
          if (wait === 0) taken.push({ at: now, characters });
          else expect([fitsAt(now + wait * 1000), wait > 1 && fitsAt(now + (wait - 1) * 1000)]).toEqual([true, false]);
        }
      }),
    );
  });

  // Were each call compared with all others of its minute, these would be ten thousand million comparisons.
  test('hundreds of thousands of calls in a minute are counted as quickly as a few', async () => {
    const { at, limits: counted } = limits();
    const one = account({ batch: { requests: 200_000, characters: 400_000 } });
    for (let call = 0; call < 200_000; call += 1) {
      at(call / 4);
      await counted.count(one, 'batch', 2);
    }
    let refused = 0;
    for (let call = 0; call < 50_000; call += 1)
      refused += (await isTaken(() => counted.count(one, 'batch', 1))) ? 0 : 1;
    expect(refused).toBe(50_000);
    for (let call = 0; call < 200_000; call += 1) {
      at(60_000 + call / 4);
      await counted.count(one, 'batch', 2);
    }
  });
});
