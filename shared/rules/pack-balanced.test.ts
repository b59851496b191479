import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBalanced } from './pack-balanced.ts';

const groupsOf = (costs: readonly number[], limit: number) => {
  const ends = packBalanced(costs, limit);
  return ends.map((end, index) => costs.slice(ends[index - 1] ?? 0, end));
};

describe('packBalanced', () => {
  it('prefers groups of like size to a tiny last one', () => {
    expect(groupsOf([30, 30, 30, 10], 90)).toEqual([
      [30, 30],
      [30, 10],
    ]);
  });

  it('gives what is too large a group of its own, and what is nothing none', () => {
    expect(groupsOf([0, 5, 0, 200, 0, 5], 10)).toEqual([[0, 5, 0], [200, 0], [5]]);
    expect(packBalanced([], 10)).toEqual([]);
    expect(packBalanced([0, 0], 10)).toEqual([2]);
  });

  it('keeps order and limit with as few groups as filling up would give', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 40 }), fc.integer({ min: 40, max: 100 }), (costs, limit) => {
        const groups = groupsOf(costs, limit);
        const sums = groups.map((group) => group.reduce((sum, cost) => sum + cost, 0));
        expect(groups.flat()).toEqual(costs);
        expect(sums.every((sum) => sum <= limit)).toBe(true);
        expect(groups.length).toBe(filledUp(costs, limit));
      }),
    );
  });
});

function filledUp(costs: readonly number[], limit: number): number {
  let groups = costs.length === 0 ? 0 : 1;
  let sum = 0;
  for (const cost of costs) {
    if (sum + cost > limit) {
      groups++;
      sum = 0;
    }
    sum += cost;
  }
  return groups;
}
