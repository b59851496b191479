import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignOrder, spreadEvenly } from './script-layout.ts';

describe('numbers that put paragraphs in order', () => {
  it('start far apart, and go on so at both ends', () => {
    expect(assignOrder([null, null], null, null)).toEqual([0, 2 ** 30]);
    expect(assignOrder([null], 5, null)).toEqual([5 + 2 ** 30]);
    expect(assignOrder([null], null, 5)).toEqual([5 - 2 ** 30]);
  });

  it('change for as few as possible', () => {
    expect(assignOrder([100_000, 900_000, 300_000, 500_000], null, null)).toEqual([
      100_000,
      100_000 + 2 ** 15,
      300_000,
      500_000,
    ]);
  });

  it('say where there is no room', () => {
    expect(assignOrder([null, null], 1, 3)).toBeNull();
    expect(spreadEvenly(2, 1, 3)).toBeNull();
    expect(spreadEvenly(2, 1, 4)).toEqual([2, 3]);
  });

  it('always rise between their bounds, and keep those that rise already', () => {
    const ords = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 })), { maxLength: 20 });
    fc.assert(
      fc.property(ords, fc.option(fc.constant(-900)), fc.option(fc.constant(900)), (present, low, high) => {
        const placed = assignOrder(present, low, high);
        if (!placed) return;
        const all = [...(low === null ? [] : [low]), ...placed, ...(high === null ? [] : [high])];
        expect(all.every((ord, at) => at === 0 || ord > (all[at - 1] ?? 0))).toBe(true);
        const rises = present.every((ord, at) => ord !== null && (at === 0 || ord > (present[at - 1] ?? ord)));
        if (rises && low === null && high === null) expect(placed).toEqual(present);
      }),
    );
  });
});
