import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PronunciationRule } from '../model/cast.ts';
import { anyOf, applyPronunciation } from './pronunciation.ts';
import { tracePronunciation } from './pronunciation-trace.ts';

const rule = (from: string, to: string, more: Partial<PronunciationRule> = {}): PronunciationRule => ({
  from,
  to,
  wholeWord: false,
  matchCase: true,
  role: null,
  language: null,
  ...more,
});
const LANE = { role: 'LANE', language: null };

const someRules = fc.array(
  fc.record({
    from: fc.stringMatching(/^[abé ]{1,3}$/),
    to: fc.stringMatching(/^[abcé ]{0,4}$/),
    wholeWord: fc.boolean(),
    matchCase: fc.boolean(),
    role: fc.constantFrom(null, 'LANE', 'CECILY'),
    language: fc.constantFrom(null, 'english' as const),
  }),
  { maxLength: 6 },
);
const someText = fc.stringMatching(/^[abcéA ]{0,30}$/);

describe('the trace of pronunciation rules', () => {
  it('ends with what the rules make of the text, and names a rule if and only if it changed something', () => {
    fc.assert(
      fc.property(someText, someRules, (text, rules) => {
        const trace = tracePronunciation(text, rules, LANE);
        expect(trace.text).toBe(applyPronunciation(text, rules, LANE));
        const changing = rules.flatMap((_, at) => {
          const before = applyPronunciation(text, rules.slice(0, at), LANE);
          return applyPronunciation(text, rules.slice(0, at + 1), LANE) === before ? [] : [at];
        });
        expect(changing.every((at) => trace.changedBy.includes(at))).toBe(true);
        for (const [earlier, later] of trace.changedAgain) {
          expect(earlier).toBeLessThan(later);
          expect(trace.changedBy).toEqual(expect.arrayContaining([earlier, later]));
        }
      }),
    );
  });

  it('tells which rule changes the result of which, and not what merely stands beside it', () => {
    const rules = [rule('St', 'Saint'), rule('Lane', 'Layn'), rule('Saint', 'Sint')];
    expect(tracePronunciation('St Lane', rules, LANE)).toEqual({
      text: 'Sint Layn',
      changedBy: [0, 1, 2],
      changedAgain: [[0, 2]],
    });
    expect(tracePronunciation('Saint Lane', rules, LANE).changedAgain).toEqual([]);
  });

  it('follows a result that was moved by others', () => {
    const rules = [rule('b', 'xyz'), rule('a', 'longer'), rule('y', '-')];
    expect(tracePronunciation('a b', rules, LANE).changedAgain).toEqual([[0, 2]]);
    expect(tracePronunciation('y b', [rule('b', 'x'), rule('y', '-')], LANE).changedAgain).toEqual([]);
  });

  it('has nothing to tell of rules for others', () => {
    expect(tracePronunciation('Ernest', [rule('Ernest', 'Urnest', { role: 'CECILY' })], LANE).changedBy).toEqual([]);
  });
});

describe('one look for all rules', () => {
  it('finds every text that they change', () => {
    fc.assert(
      fc.property(someText, someRules, (text, rules) => {
        if (applyPronunciation(text, rules, LANE) !== text) expect(anyOf(rules)?.test(text)).toBe(true);
      }),
    );
  });

  it('has nothing to look for without rules', () => expect(anyOf([])).toBeNull());
});
