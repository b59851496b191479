import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutInvisible } from './characters.ts';
import { isSpeakable, spokenText } from './spoken-text.ts';
import { hostileText } from './testing/hostile-text.ts';

const silent = { speakBrackets: false };
const heard = (text: string) => spokenText({ role: 'LANE', text }, silent);

describe('spokenText', () => {
  it.each([
    ['Yes, sir. (Hands them on a salver.)', 'Yes, sir.'],
    ['(Languidly.) I don’t know.', 'I don’t know.'],
    ['Made in Heaven—(Jack puts out his hand.) Please don’t.', 'Made in Heaven— Please don’t.'],
    ['Oh (sighs), well (laughs)... no.', 'Oh, well... no.'],
    ['One (a) (b)  two', 'One two'],
    ['One (a (b) c) two', 'One two'],
    ['你好（笑）(笑)。', '你好（笑）。'],
    ['One\u00a0(a)\u00a0two', 'One two'],
    ['((Tableau))', ''],
  ])('leaves out the directions of %s', (text, words) => {
    expect(heard(text)).toBe(words);
  });

  it.each([
    ['1) one 2) two', '1) one 2) two'],
    ['a ( b', 'a ( b'],
    ['a ( b (c) d', 'a ( b d'],
    ['a (b) c ) d', 'a c ) d'],
  ])('takes unbalanced brackets for words in %s', (text, words) => {
    expect(heard(text)).toBe(words);
  });

  it('speaks brackets behind a backslash, which is not spoken', () => {
    expect(heard('See \\(note 1) (points).')).toBe('See (note 1).');
    expect(spokenText({ role: 'LANE', text: '\\(a) (b)' }, { speakBrackets: true })).toBe('(a) (b)');
  });

  it('speaks every bracket where no role is marked, or the project says so', () => {
    expect(spokenText({ role: null, text: 'The cat (a tabby) sat.' }, silent)).toBe('The cat (a tabby) sat.');
    expect(spokenText({ role: 'LANE', text: 'Yes. (Goes.)' }, { speakBrackets: true })).toBe('Yes. (Goes.)');
  });

  it('leaves text without brackets as it is, but for invisible characters', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(null, 'LANE'), fc.boolean(), (text, role, speakBrackets) => {
        const words = withoutInvisible(text.replaceAll('(', '')).trim();
        expect(spokenText({ role, text: words }, { speakBrackets })).toBe(words);
      }),
    );
  });
});

describe('isSpeakable', () => {
  it('wants a letter, a number or a symbol', () => {
    expect(['a', '7', '٣', '茶', '€', '🎭'].filter((text) => !isSpeakable(text))).toEqual([]);
    expect(['', ' ', '* * *', '—', '…?!', '\u00a0'].filter(isSpeakable)).toEqual([]);
  });
});
