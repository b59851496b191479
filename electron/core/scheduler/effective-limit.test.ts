import { describe, expect, it } from 'vitest';
import { budgetSettingsSchema } from '../../../shared/model/connection.ts';
import { fullLimit, scaledLimit } from '../../../shared/rules/limit-share.ts';
import { factorAfterRefusal, factorAt, nextRecoveryAt } from './effective-limit.ts';

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

  it('lowers to nine tenths when the window was nearly full', () => {
    expect(factorAfterRefusal(1, limit, { requests: 3, characters: 980 })).toBeCloseTo(0.9);
  });

  it('lowers to what had been let through, by the fuller of the two budgets', () => {
    expect(factorAfterRefusal(1, limit, { requests: 14, characters: 100 })).toBeCloseTo(0.7);
  });

  it('never takes more than half at once, nor all', () => {
    expect(factorAfterRefusal(1, limit, { requests: 0, characters: 0 })).toBeCloseTo(0.5);
    let factor = 1;
    for (let i = 0; i < 50; i += 1) factor = factorAfterRefusal(factor, limit, { requests: 0, characters: 0 });
    expect(factor).toBeGreaterThan(0.01);
  });

  it('is unlearnt by a fiftieth of the limit for each full minute without a refusal', () => {
    const lowered = { factor: 0.5, loweredAt: 1_000 };
    expect(factorAt(lowered, 1_000 + MINUTE - 1)).toBe(0.5);
    expect(factorAt(lowered, 1_000 + MINUTE)).toBeCloseTo(0.52);
    expect(nextRecoveryAt(lowered, 1_000 + MINUTE)).toBe(1_000 + 2 * MINUTE);
    expect(factorAt(lowered, 1_000 + 30 * MINUTE)).toBe(1);
    expect(nextRecoveryAt(lowered, 1_000 + 30 * MINUTE)).toBeNull();
  });
});
