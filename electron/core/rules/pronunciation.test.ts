import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HAS_ALL_ROUNDS } from '../../../e2e/support/rounds.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { hostileText } from '../../../shared/rules/testing/hostile-text.ts';
import { applyPronunciation, foldCase, MAX_WORDS, patternOf, type SpeechContext } from './pronunciation.ts';

const turn = { role: 'LANE', language: 'english' as const };
const rule = (from: string, to: string, more: Partial<PronunciationRule> = {}): PronunciationRule => ({
  from,
  to,
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
  ...more,
});
const shaped = (text: string, rules: readonly PronunciationRule[], by: SpeechContext): string => {
  const result = applyPronunciation(text, rules, by);
  return result.ok ? result.text : '(too long)';
};
const apply = (text: string, ...rules: PronunciationRule[]) => shaped(text, rules, turn);

describe('applyPronunciation', () => {
  it('replaces whole words, or parts', () => {
    expect(apply('Cat, cats, concat, CAT.', rule('cat', 'dog'))).toBe('dog, cats, concat, dog.');
    expect(apply('Cats', rule('cat', 'dog', { wholeWord: false }))).toBe('dogs');
  });

  it('knows words, digits and marks of every script', () => {
    expect(apply('кот котик', rule('кот', 'пёс'))).toBe('пёс котик');
    expect(apply('कि क', rule('क', 'x'))).toBe('कि x');
    expect(apply('A1 A', rule('A', 'x'))).toBe('A1 x');
  });

  it('folds case by Unicode, where asked to', () => {
    expect(apply('ÉLAN élan', rule('Élan', 'x'))).toBe('x x');
    expect(apply('ΣΊΣΥΦΟΣ σίσυφος', rule('Σίσυφος', 'x'))).toBe('x x');
    expect(apply('Lane lane', rule('Lane', 'x', { matchCase: true }))).toBe('x lane');
  });

  it('finds composed and decomposed letters, and parts no letter from its marks', () => {
    expect(apply('caf\u00e9 cafe\u0301', rule('cafe\u0301', 'x'))).toBe('x x');
    expect(apply('cafe\u0301', rule('cafe', 'x', { wholeWord: false }))).toBe('cafe\u0301');
  });

  it('takes words and replacements literally', () => {
    expect(apply('a.c (abc) $5', rule('a.c', '$&$1'), rule('(abc)', '\\'), rule('$5', 'five'))).toBe('$&$1 \\ five');
  });

  it('applies rules in order', () => {
    expect(apply('a', rule('a', 'b'), rule('b', 'c'), rule('a', 'd'))).toBe('c');
  });

  it('keeps to a role and a language', () => {
    const rules = [rule('a', 'x', { role: 'JACK' }), rule('a', 'y', { language: 'french' })];
    expect(apply('a', ...rules)).toBe('a');
    expect(shaped('a', rules, { role: 'JACK', language: null })).toBe('x');
    expect(shaped('a', rules, { role: 'LANE', language: 'french' })).toBe('y');
  });

  it('stops at the rule that makes a text too long, however far rules go that feed each other', () => {
    const feeding = Array.from({ length: 20 }, () => rule('a', 'aaaa', { wholeWord: false }));
    const limit = 100_000;
    expect(applyPronunciation('a', feeding, turn)).toEqual({
      ok: false,
      problem: { kind: 'pronunciation-too-long', rule: 8, from: 'a', limit },
    });
    const large = [rule('b', 'x'), rule('a', 'x'.repeat(1_000_000))];
    expect(applyPronunciation('a b', large, turn)).toMatchObject({ ok: false, problem: { rule: 1, limit } });
    expect(apply('b', ...large)).toBe('x');
    const most = 'x'.repeat(limit);
    expect(apply('a', rule('a', most))).toBe(most);
    expect(apply('a'.repeat(60_000), rule('a', 'bb', { wholeWord: false }))).toBe('b'.repeat(120_000));
  });

  it('shapes a text of many rules as trying each of them does', () => {
    const word = fc
      .array(
        fc.constantFrom('a', 'A', 'b', 'é', 'e\u0301', 'ß', 'ẞ', 'İ', 'i', 'K', 'k', 'ﬅ', 'ﬆ', 'ς', 'Σ', ' ', '😀'),
        {
          maxLength: 9,
        },
      )
      .map((letters) => letters.join(''));
    const someRule = fc.record({
      from: word.filter((from) => from !== ''),
      to: word,
      wholeWord: fc.boolean(),
      matchCase: fc.boolean(),
      role: fc.constantFrom(null, 'LANE', 'JACK'),
      language: fc.constant(null),
    });
    const rules = fc.array(someRule, { minLength: 16, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), rules, (words, many) => {
        const text = words.join(' ');
        const plainly = many
          .filter(({ role }) => role !== 'JACK')
          .reduce((so, one) => so.replace(patternOf(one), () => one.to), text);
        expect(apply(text, ...many)).toBe(plainly);
      }),
      { numRuns: HAS_ALL_ROUNDS ? 1_000 : 100 },
    );
  });

  it('never finds words that are too long for a pattern, and finds the longest of any letters', () => {
    for (const letter of ['a', 'İ', '각', 'ǖ', '😀', '\\']) {
      const longest = letter.repeat(MAX_WORDS / letter.length);
      expect(apply(`(${longest})`, rule(longest, 'x', { wholeWord: false }))).toBe('(x)');
      const longer = letter.repeat(500_000);
      expect(apply(longer, rule(longer, 'x', { wholeWord: false }))).toBe(longer);
    }
  });

  it('takes any words as plain words', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.boolean(), (from, to, matchCase) => {
        fc.pre(from !== '');
        expect(apply(`${from} `, rule(from, to, { matchCase, wholeWord: false }))).toContain(to);
      }),
    );
  });
});

describe('foldCase', () => {
  it('makes the same of all characters that a pattern takes for the same', () => {
    const characters: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const isCased = /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(character);
      if (isCased || character.normalize('NFC') !== character) characters.push(character);
    }
    const all = characters.join('');
    const apart = characters.filter((character) => {
      const code = character.codePointAt(0)?.toString(16);
      const same = all.match(new RegExp(`\\u{${code}}`, 'giu')) ?? [];
      return same.some((other) => foldCase(other) !== foldCase(character));
    });
    expect(characters.length).toBeGreaterThan(3_000);
    expect(apart).toEqual([]);
  });

  it('works on each character alone', () => {
    expect(foldCase('STRASSE Straße İ ﬅ')).toBe('strasse straße İ ﬆ');
    expect(foldCase('e\u0301\ud83d')).toBe('e\u0301\ud83d');
  });
});
