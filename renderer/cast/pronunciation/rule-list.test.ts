import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  EMPTY_RULE,
  newOnes,
  overflowWords,
  placeOf,
  withChanged,
  withMoved,
  withoutRule,
  withRule,
} from './rule-list.ts';

const rule = (from: string, to = '', role: string | null = null) => ({ ...EMPTY_RULE, from, to, role });
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

const RULES = [rule('St', 'Saint'), rule('Saint', 'Sint'), rule('st', 'x'), rule('a', 'a'), rule('b', 'c', 'LANE')];
const FIGURES = { linesOfRules: [3, 4, 0, 0, 0], changedAgain: [{ earlier: 0, later: 1, lines: 2 }], overflows: [] };

const said = (at: number) => conflictsOf(RULES, at, FIGURES);

describe('what gets in a rule’s way', () => {
  it('is named on both sides', () => {
    expect(said(0)).toEqual(['Rule 2, “Saint” → “Sint”, changes its result again in 2 lines.']);
    expect(said(1)).toEqual(['It changes what rule 1, “St” → “Saint”, has put there, in 2 lines.']);
  });

  it('is that it makes lines too long', () => {
    const overflows = [{ rule: 1, lines: 2, firstLineId: 7 }];
    expect(conflictsOf(RULES, 1, { ...FIGURES, changedAgain: [], overflows })).toEqual([
      'It makes 2 lines too long to be rendered.',
    ]);
    expect(overflowWords(RULES[1], 1)).toBe(
      'can’t be rendered: rule 2, “Saint” → “Sint”, makes them too long. Change that rule, or the ones before it that it repeats',
    );
  });

  it('is that it never matches, with the reason', () => {
    expect(said(2)).toEqual(['It changes no line: rule 1 has taken these words before.']);
    expect(said(3)).toEqual(['It changes nothing: both sides are the same.']);
    expect(said(4)).toEqual(['It changes no line of LANE.']);
    expect(
      conflictsOf([rule('ALGERNON:', 'x')], 0, { linesOfRules: [0], changedAgain: [], overflows: [] })[0],
    ).toContain('never touched');
  });

  it('is nothing as long as the figures are of other rules', () => {
    expect(conflictsOf(RULES.slice(0, 3), 2, FIGURES)).toEqual([]);
  });
});
