import { describe, expect, it } from 'vitest';
import { cellsOf, cutToCells, plainText, wrapWords } from './terminal-text.ts';

describe('plainText', () => {
  it('takes out what would move the cursor, change colours or the title, or ring', () => {
    expect(plainText('a\x1b[2J\x1b[31mred\x1b[0m\x1b]0;title\x07 b\x07\x9b1A')).toBe('ared b1A');
    expect(plainText('one\r\ntwo\tthree')).toBe('one two three');
  });

  it('takes out what would turn the direction of the words around it', () => {
    expect(plainText('a\u202egpj.exe\u202c b\u2066c\u2069 \u061cd\u200e')).toBe('agpj.exe bc d');
  });

  it('leaves every language as it is', () => {
    const text = 'Œuvre — “Ἀλκιβιάδης” 春の海 مرحبا 👩‍🚀';
    expect(plainText(text)).toBe(text);
  });
});

describe('cellsOf', () => {
  it('counts two for wide letters and none for marks', () => {
    expect(cellsOf('abc')).toBe(3);
    expect(cellsOf('春の海')).toBe(6);
    expect(cellsOf('e\u0301')).toBe(1);
  });
});

describe('cutToCells', () => {
  it('cuts what is too long, and nothing else', () => {
    expect(cutToCells('short', 5)).toBe('short');
    expect(cutToCells('a longer row', 8)).toBe('a longe…');
    expect(cutToCells('春の海春の海', 7)).toBe('春の海…');
  });
});

describe('wrapWords', () => {
  it('breaks between words and keeps the indent', () => {
    expect(wrapWords('one two three', 9)).toBe('one two\nthree');
    expect(wrapWords('  one two three', 9)).toBe('  one two\n  three');
    expect(wrapWords('/a/very/long/path', 5)).toBe('/a/very/long/path');
  });
});
