import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PronunciationRule } from '../model/cast.ts';
import { applyPronunciation } from './pronunciation.ts';
import { hostileText } from './testing/hostile-text.ts';

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
const apply = (text: string, ...rules: PronunciationRule[]) => applyPronunciation(text, rules, turn);

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
    expect(applyPronunciation('a', rules, { role: 'JACK', language: null })).toBe('x');
    expect(applyPronunciation('a', rules, { role: 'LANE', language: 'french' })).toBe('y');
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
