import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { PSEUDO_RTL } from './languages.ts';
import { pseudoCatalogue, pseudoMessage, rtlMessage } from './pseudo.ts';

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

  it('is in Arabic letters where lines begin at the right, with what is filled in kept apart', () => {
    expect(rtlMessage('')).toBe('');
    expect(pseudoCatalogue({ a: { b: 'Play' } }, PSEUDO_RTL)).toEqual({ a: { b: '[بلاي]' } });
    const message = '{count, plural, one {Send} other {Send # lines}} of <b>{name}</b>';
    const given = { count: 12, name: 'one', b: (inside: string[]) => inside.join('') };
    const text = String(new IntlMessageFormat(rtlMessage(message), 'ar-XB').format(given));
    expect(text).toBe('[سيند 12 لينيس وف \u2068one\u2069]');
    // No override: the letters themselves begin at the right.
    expect(text).not.toMatch(/[\u202a-\u202e]/);
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
