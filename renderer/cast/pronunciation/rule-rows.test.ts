import { describe, expect, it } from 'vitest';
import { conflictsOf, EMPTY_RULE, overflowText } from './rule-rows.tsx';

const rule = (from: string, to = '', role: string | null = null) => ({ ...EMPTY_RULE, from, to, role });
const RULES = [rule('St', 'Saint'), rule('Saint', 'Sint'), rule('st', 'x'), rule('a', 'a'), rule('b', 'c', 'LANE')];
const FIGURES = { linesOfRules: [3, 4, 0, 0, 0], changedAgain: [{ earlier: 0, later: 1, lines: 2 }], overflows: [] };

const said = (at: number) => conflictsOf(RULES, at, FIGURES);

describe('what gets in a rule’s way', () => {
  it('is named on both sides', () => {
    expect(said(0)).toEqual(['Rule 2, “Saint” → “Sint”, changes its result again in 2 lines.']);
    expect(said(1)).toEqual(['It changes the result of rule 1, “St” → “Saint”, in 2 lines.']);
  });

  it('is that it makes lines too long', () => {
    const overflows = [{ rule: 1, lines: 2, firstLineId: 7 }];
    expect(conflictsOf(RULES, 1, { ...FIGURES, changedAgain: [], overflows })).toEqual([
      'It makes 2 lines too long to render.',
    ]);
    expect(overflowText(2, RULES[1], 1)).toBe(
      '2 lines can’t be rendered: rule 2, “Saint” → “Sint”, makes them too long. Change it or the rules it builds on.',
    );
  });

  it('is that it never matches, with the reason', () => {
    expect(said(2)).toEqual(['No effect: rule 1 already replaces these words.']);
    expect(said(3)).toEqual(['No effect: both sides are the same.']);
    expect(said(4)).toEqual(['No effect on LANE’s lines.']);
    expect(
      conflictsOf([rule('ALGERNON:', 'x')], 0, { linesOfRules: [0], changedAgain: [], overflows: [] })[0],
    ).toContain('never changed');
  });

  it('is nothing as long as the figures are of other rules', () => {
    expect(conflictsOf(RULES.slice(0, 3), 2, FIGURES)).toEqual([]);
  });
});
