import { describe, expect, it } from 'vitest';
import { budgetSettingsSchema } from '../../../shared/model/connection.ts';
import { fullLimit, scaledLimit } from '../../../shared/rules/limit-share.ts';
import { factorAt, lowerAfterRefusal, nextRecoveryAt, raisedFactor } from './effective-limit.ts';

const settings = (more: object) => budgetSettingsSchema.parse({ plan: 'startup', ...more });
const MINUTE = 60_000;

describe('the limit of a scope', () => {
  it("is the plan's", () => {
    expect(fullLimit(settings({}), 'stream')).toEqual({ requests: 25, characters: 87_500 });
    expect(fullLimit(settings({}), 'list')).toEqual({ requests: 50 });
  });

  it("is the one set by hand in the plan's place; an empty one limits nothing", () => {
    expect(fullLimit(settings({ limits: { stream: { requests: 3 } } }), 'stream')).toEqual({ requests: 3 });
    expect(fullLimit(settings({ limits: { stream: {} } }), 'stream')).toEqual({});
  });

  it('is cut to the share of this machine, rounded down, but never below one', () => {
    expect(fullLimit(settings({ sharePercent: 30 }), 'stream')).toEqual({ requests: 7, characters: 26_250 });
    expect(fullLimit(settings({ sharePercent: 1 }), 'stream')).toEqual({ requests: 1, characters: 875 });
  });

  it('loses nothing to binary fractions', () => {
    expect(scaledLimit({ requests: 100 }, 0.29)).toEqual({ requests: 29 });
  });
});

describe('what a refusal teaches', () => {
  const limit = { requests: 20, characters: 1_000 };

  it('lowers a little when the window was nearly full', () => {
    expect(lowerAfterRefusal(1, limit, { requests: 3, characters: 980 })).toEqual({ factor: 0.97, ceiling: 0.97 });
  });

  it('lowers to what had been let through, by the fuller of the two budgets', () => {
    expect(lowerAfterRefusal(1, limit, { requests: 14, characters: 100 }).factor).toBeCloseTo(0.7);
  });

  it('never takes more than half at once, nor all', () => {
    expect(lowerAfterRefusal(1, limit, { requests: 0, characters: 0 }).factor).toBeCloseTo(0.5);
    let factor = 1;
    for (let i = 0; i < 50; i += 1) factor = lowerAfterRefusal(factor, limit, { requests: 0, characters: 0 }).factor;
    expect(factor).toBeGreaterThan(0.01);
  });

  it('rises as requests in flight turn out to be accepted, up to the ceiling', () => {
    const { factor, ceiling } = lowerAfterRefusal(1, limit, { requests: 1, characters: 0 });
    expect(raisedFactor(factor, ceiling, limit, { requests: 4, characters: 0 })).toBe(0.5);
    expect(raisedFactor(factor, ceiling, limit, { requests: 15, characters: 0 })).toBe(0.75);
    expect(raisedFactor(factor, ceiling, limit, { requests: 20, characters: 0 })).toBe(0.97);
  });

  it('is unlearnt after five minutes without a refusal, by a fiftieth of the limit, then twice as much each minute', () => {
    const lowered = { factor: 0.5, loweredAt: 1_000 };
    const after = (minutes: number) => factorAt(lowered, 1_000 + minutes * MINUTE);
    expect([0, 1, 4.99, 5, 6, 7, 8, 9, 30].map(after)).toEqual([0.5, 0.5, 0.5, 0.52, 0.56, 0.64, 0.8, 1, 1]);
    expect(nextRecoveryAt(lowered, 1_000 + 5 * MINUTE)).toBe(1_000 + 6 * MINUTE);
    expect(nextRecoveryAt(lowered, 1_000 + 30 * MINUTE)).toBeNull();
  });
});
