import { describe, expect, it } from 'vitest';
import { foldCase } from './concerned-rules.ts';

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
