import { parseMarkup } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import {
  encodeMarks,
  encodePhonemes,
  formatMarks,
  hasMarks,
  keepMarks,
  scriptMarks,
  toMarkup,
  withoutMarks,
  wordsOf,
} from './marked-speech.ts';

describe('marks among the words of a script', () => {
  it('are emphasis and spelling, as people type them', () => {
    const marks = scriptMarks('I *never* said _that he_ and **not** [spell: BBC], [Spell out:  M I 5 ] or [spell: x]');
    expect(marks.map(({ mark, words }) => [mark, words])).toEqual([
      ['emphasis', 'never'],
      ['emphasis', 'that he'],
      ['emphasis', 'not'],
      ['spelling', 'BBC'],
      ['spelling', 'M I 5'],
      ['spelling', 'x'],
    ]);
  });

  it.each([
    '2 * 3 * 4',
    'a_file_name',
    '* * *',
    'un*believ*able',
    'a star* of* sorts',
    '[spelling bee]',
    '*',
    '**',
    '*open',
  ])('are not in %s', (text) => {
    expect(scriptMarks(text)).toEqual([]);
    expect(withoutMarks(text)).toBe(text);
    expect(hasMarks(encodeMarks(text))).toBe(false);
  });

  it('are words behind a backslash, which goes', () => {
    const text = String.raw`a \*star* and \[spell: BBC] and \_x_`;
    expect(withoutMarks(text)).toBe('a *star* and [spell: BBC] and _x_');
    expect(wordsOf(encodeMarks(text))).toBe('a *star* and [spell: BBC] and _x_');
  });

  it('leave nothing but their words where they are taken away', () => {
    const text = 'I *never*, at the [spell: BBC], said <that> & more.';
    const carried = encodeMarks(text);
    expect(withoutMarks(text)).toBe('I never, at the BBC, said <that> & more.');
    expect(wordsOf(carried)).toBe(withoutMarks(text));
    expect(formatMarks(carried)).toBe(text);
    expect(keepMarks(carried, () => false)).toBe('I never, at the B B C, said <that> & more.');
    expect(keepMarks(carried, () => true)).toBe(carried);
  });

  it('say the same in markup', () => {
    const carried = `${encodeMarks('I *never*, at the [spell: R&D], said <that> to ')}${encodePhonemes('NATO', 'ˈneɪtəʊ')}.`;
    expect(parseMarkup(toMarkup(carried))).toEqual({
      text: 'I never, at the R&D, said <that> to NATO.',
      marks: [
        { mark: 'emphasis', start: 2, end: 7 },
        { mark: 'spelling', start: 16, end: 19 },
        { mark: 'phonemes', start: 36, end: 40, ipa: 'ˈneɪtəʊ' },
      ],
    });
  });

  it('can not be brought in by a text that has their characters', () => {
    expect(encodeMarks('*a\u{f0000}\u{100041}b*')).toBe(encodeMarks('*ab*'));
  });
});
