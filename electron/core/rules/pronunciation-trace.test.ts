import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { formatMarks } from '../../../shared/rules/marked-speech.ts';
import { appliesTo, applyPronunciation, patternOf, ruleMatcher, type SpeechContext } from './pronunciation.ts';
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
const apply = (text: string, rules: readonly PronunciationRule[], turn: SpeechContext): string => {
  const shaped = applyPronunciation(text, rules, turn);
  return shaped.ok ? shaped.text : '(too long)';
};

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

interface PlainStretch {
  readonly from: number;
  readonly to: number;
  readonly rule: number;
}

/** The plain way: each place is compared with each stretch that a rule put there. */
function tracedPlainly(text: string, rules: readonly PronunciationRule[], turn: typeof LANE) {
  const changedBy: number[] = [];
  const changedAgain: [number, number][] = [];
  const meet = (one: { from: number; to: number }, two: { from: number; to: number }) =>
    one.from < two.to && two.from < one.to;
  let shaped = text;
  let put: PlainStretch[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!appliesTo(rule, turn)) continue;
    const found = [...shaped.matchAll(patternOf(rule))]
      .filter(([match]) => match !== rule.to)
      .map(({ index, 0: match }) => ({ from: index, to: index + match.length }));
    if (found.length === 0) continue;
    changedBy.push(at);
    const again = put.filter((one) => found.some((two) => meet(one, two)));
    for (const earlier of new Set(again.map((one) => one.rule))) changedAgain.push([earlier, at]);
    const shiftBefore = (offset: number): number =>
      found.reduce((sum, { from, to }) => (to <= offset ? sum + rule.to.length - (to - from) : sum), 0);
    const kept = put
      .filter((one) => !found.some((two) => meet(one, two)))
      .map((one) => ({ ...one, from: one.from + shiftBefore(one.from), to: one.to + shiftBefore(one.from) }));
    const made = found
      .map(({ from }) => from + shiftBefore(from))
      .map((from) => ({ from, to: from + rule.to.length, rule: at }));
    put = rule.to === '' ? kept : [...kept, ...made];
    shaped = shaped.replace(patternOf(rule), () => rule.to);
  }
  return { text: shaped, changedBy, changedAgain };
}

describe('the trace of pronunciation rules', () => {
  it('ends with what the rules make of the text, and names a rule if and only if it changed something', () => {
    fc.assert(
      fc.property(someText, someRules, (text, rules) => {
        const trace = tracePronunciation(text, rules, LANE);
        expect(trace.text).toBe(apply(text, rules, LANE));
        const changing = rules.flatMap((_, at) => {
          const before = apply(text, rules.slice(0, at), LANE);
          return apply(text, rules.slice(0, at + 1), LANE) === before ? [] : [at];
        });
        expect(changing.every((at) => trace.changedBy.includes(at))).toBe(true);
        for (const [earlier, later] of trace.changedAgain) {
          expect(earlier).toBeLessThan(later);
          expect(trace.changedBy).toEqual(expect.arrayContaining([earlier, later]));
        }
      }),
    );
  });

  it('notes what comparing each place with each stretch finds', () => {
    fc.assert(
      fc.property(someText, someRules, (text, rules) => {
        expect(tracePronunciation(text, rules, LANE)).toEqual(tracedPlainly(text, rules, LANE));
      }),
      { numRuns: rounds(2_000) },
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

  it('tells of sounds where the voice takes them, and of nothing where they would change nothing', () => {
    const rules = [rule('abc', '', { ipa: 'eɪ' }), rule('b', 'c')];
    const changed = (turn: SpeechContext) => tracePronunciation('abc b', rules, turn);
    expect(changed(LANE)).toMatchObject({ text: 'acc c', changedBy: [1], changedAgain: [] });
    const { text, changedBy, changedAgain } = changed({ ...LANE, takesPhonemes: true });
    expect([formatMarks(text), changedBy, changedAgain]).toEqual(['/eɪ/ c', [0, 1], []]);
  });

  it('has nothing to tell of rules for others', () => {
    expect(tracePronunciation('Ernest', [rule('Ernest', 'Urnest', { role: 'CECILY' })], LANE).changedBy).toEqual([]);
  });
});

describe('one look for all rules', () => {
  it('finds every text that they change', () => {
    fc.assert(
      fc.property(someText, someRules, (text, rules) => {
        if (apply(text, rules, LANE) !== text) expect(ruleMatcher(rules)?.test(text)).toBe(true);
      }),
    );
  });

  it('has nothing to look for without rules', () => expect(ruleMatcher([])).toBeNull());
});
