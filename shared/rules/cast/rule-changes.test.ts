import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PronunciationRule } from '../../model/cast.ts';
import { addedRules, applyRuleChange, indexOfRule, inverseRuleChange, type RuleChange } from './rule-changes.ts';

const rule = (from: string): PronunciationRule => ({
  from,
  to: '',
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
});
const [a, b, c] = [rule('a'), rule('b'), rule('c')];
const names = (rules: readonly { from: string }[] | null) => rules?.map(({ from }) => from).join('') ?? null;
const changed = (rules: PronunciationRule[], change: RuleChange) => names(applyRuleChange(rules, change));

describe('rules in their order', () => {
  it('take one in, at the end where there are fewer', () => {
    expect(changed([a, b], { kind: 'add', rule: c, at: 1 })).toBe('acb');
    expect(changed([a, b], { kind: 'add', rule: c, at: 9 })).toBe('abc');
  });

  it('find the one that is meant among equal ones', () => {
    expect([indexOfRule([a, b, a, c, a], a, 3), indexOfRule([a, b, a], rule('a'), 0), indexOfRule([a], b, 0)]).toEqual([
      2,
      0,
      null,
    ]);
  });

  it('lose, change and move the one that is meant, and none where it is gone', () => {
    expect(changed([a, b, a], { kind: 'remove', rule: a, at: 2 })).toBe('ab');
    expect(changed([a, b], { kind: 'replace', before: b, after: c, near: 0 })).toBe('ac');
    expect(changed([a, b, c], { kind: 'move', rule: a, from: 0, to: 2 })).toBe('bca');
    expect(changed([a, b, c], { kind: 'move', rule: c, from: 2, to: 0 })).toBe('cab');
    expect(changed([a], { kind: 'remove', rule: b, at: 0 })).toBeNull();
    expect(changed([a], { kind: 'replace', before: b, after: c, near: 0 })).toBeNull();
    expect(changed([a], { kind: 'move', rule: b, from: 0, to: 1 })).toBeNull();
    expect(changed([a], { kind: 'remove-all', rules: [a, b] })).toBeNull();
  });

  it('take only new ones from others', () => {
    expect(names(addedRules([a], [b, a, b, c]))).toBe('bc');
    expect(changed([a], { kind: 'add-all', rules: [b, a, b, c] })).toBe('abc');
  });
});

describe('a change of rules', () => {
  it('is taken back by its inverse', () => {
    const rules = fc.array(fc.constantFrom(a, b, c), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rules, fc.nat(), fc.nat(), fc.nat(4), (all, first, second, kind) => {
        const [from, to] = [first % all.length, second % all.length];
        const one = all[from] ?? a;
        const added = rule('new');
        const changes: RuleChange[] = [
          { kind: 'add', rule: added, at: from },
          { kind: 'remove', rule: one, at: from },
          { kind: 'replace', before: one, after: added, near: from },
          { kind: 'move', rule: one, from, to },
          { kind: 'add-all', rules: [added] },
        ];
        const change: RuleChange = changes[kind] ?? { kind: 'add-all', rules: [] };
        const made = applyRuleChange(all, change) ?? [];
        expect(names(applyRuleChange(made, inverseRuleChange(change)))).toBe(names(all));
      }),
    );
  });
});
