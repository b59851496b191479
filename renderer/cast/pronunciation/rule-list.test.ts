import { describe, expect, it } from 'vitest';
import { EMPTY_RULE, newOnes, placeOf, withChanged, withMoved, withoutRule, withRule } from './rule-list.ts';

const rule = (from: string) => ({ ...EMPTY_RULE, from });
const [a, b, c] = [rule('a'), rule('b'), rule('c')];
const names = (rules: readonly { from: string }[] | null) => rules?.map(({ from }) => from).join('') ?? null;

describe('rules in their order', () => {
  it('take one in, at the end where there are fewer', () => {
    expect([names(withRule([a, b], 1, c)), names(withRule([a, b], 9, c))]).toEqual(['acb', 'abc']);
  });

  it('find the one that is meant among equal ones', () => {
    expect([placeOf([a, b, a, c, a], a, 3), placeOf([a, b, a], rule('a'), 0), placeOf([a], b, 0)]).toEqual([
      2,
      0,
      null,
    ]);
  });

  it('lose, change and move the one that is meant, and none where it is gone', () => {
    expect(names(withoutRule([a, b, a], a, 2))).toBe('ab');
    expect(names(withChanged([a, b], { before: b, after: c, near: 0 }))).toBe('ac');
    expect(names(withMoved([a, b, c], { rule: a, from: 0, to: 2 }))).toBe('bca');
    expect(names(withMoved([a, b, c], { rule: c, from: 2, to: 0 }))).toBe('cab');
    expect([withoutRule([a], b, 0), withChanged([a], { before: b, after: c, near: 0 })]).toEqual([null, null]);
    expect(withMoved([a], { rule: b, from: 0, to: 1 })).toBeNull();
  });

  it('take only new ones from others', () => expect(names(newOnes([a], [b, a, b, c]))).toBe('bc'));
});
