import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordChange } from './line-notices.tsx';

describe('what changed between two texts', () => {
  it('is told in whole words, with a few that stayed', () => {
    const was = 'Have you got the cucumber sandwiches cut for Lady Bracknell, Lane?';
    const is = 'Have you got the cucumber sandwiches made for Lady Bracknell, Lane?';
    expect(wordChange(was, is)).toEqual({
      before: '…the cucumber sandwiches ',
      removed: 'cut',
      added: 'made',
      after: ' for Lady Bracknell,…',
    });
  });

  it('is nothing where nothing changed', () => {
    expect(wordChange('Yes, sir.', 'Yes, sir.')).toBeNull();
  });

  it('may be words that came or went', () => {
    expect(wordChange('Yes.', 'Yes. Sir.')).toEqual({ before: 'Yes.', removed: '', added: ' Sir.', after: '' });
    expect(wordChange('', 'Yes.')).toEqual({ before: '', removed: '', added: 'Yes.', after: '' });
  });

  it('holds all that differs: with it the one text is the other', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', 'c '), { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(words, words, (was, is) => {
        const change = wordChange(was, is);
        if (change === null) {
          expect(was).toBe(is);
          return;
        }
        const [start, end] = [change.before.replace('…', ''), change.after.replace('…', '')];
        expect(was).toContain(`${start}${change.removed}${end}`);
        expect(is).toContain(`${start}${change.added}${end}`);
      }),
    );
  });
});
