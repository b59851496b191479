import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { pseudoCatalogue, pseudoMessage } from './pseudo.ts';

const shown = (message: string, given: Record<string, unknown>) => new IntlMessageFormat(message, 'en').format(given);

describe('the pseudo-language', () => {
  it('is accented, longer and in brackets', () => {
    expect(pseudoMessage('Lines not rendered yet')).toBe('[Ļîñéš ñöţ ŕéñdéŕéd ýéţ ······]');
    expect(pseudoMessage('')).toBe('');
  });

  it('leaves parameters, the heads of choices and tags as they are', () => {
    const message = 'Send <b>{count, plural, one {# line} other {# lines}}</b> of {name}';
    const given = { count: 2, name: 'one', b: (inside: string[]) => inside.join('') };
    expect(shown(pseudoMessage(message), given)).toBe('[Šéñd 2 ļîñéš öf one ······]');
  });

  it('has every message of a catalogue', () => {
    expect(pseudoCatalogue({ a: 'one', b: { c: 'two', d: { e: 'six' } } })).toEqual({
      a: '[öñé ·]',
      b: { c: '[ţŵö ·]', d: { e: '[šîx ·]' } },
    });
  });

  it('makes a message about 40 % longer, whatever it says', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 9 }), {
      minLength: 3,
      maxLength: 30,
    });
    fc.assert(
      fc.property(words, (texts) => {
        const text = texts.join(' ');
        const longer = [...pseudoMessage(text)].length / text.length;
        expect(longer).toBeGreaterThanOrEqual(1.3);
        expect(longer).toBeLessThanOrEqual(1.9);
      }),
    );
  });
});
