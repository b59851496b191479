import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordChanges } from './word-changes.ts';

describe('changes between two texts', () => {
  it('name each word that came or went, in its place', () => {
    expect(
      wordChanges('Cut the cucumber sandwiches for Lady Bracknell.', 'Cut the ham for dear Lady Bracknell.'),
    ).toEqual([
      { kind: 'same', text: 'Cut the ' },
      { kind: 'removed', text: 'cucumber sandwiches ' },
      { kind: 'added', text: 'ham ' },
      { kind: 'same', text: 'for ' },
      { kind: 'added', text: 'dear ' },
      { kind: 'same', text: 'Lady Bracknell.' },
    ]);
  });

  it('are none where only white space differs', () => {
    expect(wordChanges('Yes,  sir.', 'Yes, sir.')).toEqual([{ kind: 'same', text: 'Yes, sir.' }]);
    expect(wordChanges('', '')).toEqual([]);
  });

  it('are one where two long texts have nothing in common', () => {
    const [old, now] = ['a '.repeat(2_000), 'b '.repeat(2_000)];
    expect(wordChanges(old, now).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('hold both texts, word for word', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c,', '“d'), { maxLength: 12 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (was, is) => {
        const changes = wordChanges(was, is);
        const without = (kind: string) =>
          changes.flatMap((stretch) => (stretch.kind === kind ? [] : [stretch.text])).join('');
        expect(without('removed')).toBe(is);
        expect(without('added').split(/\s+/).join(' ').trim()).toBe(was);
      }),
    );
  });
});
