import { describe, expect, it } from 'vitest';
import { pseudoCatalogue } from './pseudo.ts';
import { openBook } from './words.ts';

const ENGLISH = {
  review: {
    approve: 'Approve {count, plural, one {# take} other {# takes}} of {chapter}',
    both: '{lines, plural, one {# line} other {# lines}} in {chapters, plural, one {# chapter} other {# chapters}}',
    busy: { run: 'A run is going on.', export: 'An export is going on.' },
    help: 'Read <guide>the guide</guide> of {name}.',
    quoted: "Option ''{flags}'' is “{mode, select, fast {quick} other {usual}}”.",
  },
} as const;

describe('words', () => {
  it('fill in a message, with the noun that goes with each figure', () => {
    const t = openBook(ENGLISH).words('review');
    expect(t('busy.run')).toBe('A run is going on.');
    expect(t('approve', { count: 1, chapter: '{One}' })).toBe('Approve 1 take of {One}');
    expect(t('both', { lines: 12_345, chapters: 1 })).toBe('12,345 lines in 1 chapter');
    expect(t('quoted', { flags: '--out', mode: 'fast' })).toBe("Option '--out' is “quick”.");
  });

  it('give the parts of a message with tags', () => {
    const t = openBook(ENGLISH).words('review');
    expect(t.parts('help', { name: 'Lectern', guide: (inside) => ({ link: inside }) })).toEqual([
      'Read ',
      { link: ['the guide'] },
      ' of Lectern.',
    ]);
  });

  it('take a key or a parameter that is wrong, or missing, for an error before anything runs', () => {
    const t = openBook(ENGLISH).words('review');
    const wrong = [
      // @ts-expect-error there is no such message
      () => t('busy.walk'),
      // @ts-expect-error a group is no message
      () => t('busy'),
      // @ts-expect-error a parameter is missing
      () => t('approve', { count: 1 }),
      // @ts-expect-error a count is a number
      () => t('approve', { count: '1', chapter: 'One' }),
      // @ts-expect-error what is chosen between is text
      () => t('quoted', { flags: '--out', mode: 1 }),
      // @ts-expect-error all parameters are missing
      () => t('approve'),
      // @ts-expect-error the message has no such parameter
      () => t('busy.run', { name: 'x' }),
      // @ts-expect-error nothing makes a part of the tag
      () => t.parts('help', { name: 'x' }),
    ];
    expect(wrong).toHaveLength(8);
  });
});

describe('another language', () => {
  it('is spoken from the moment it is there, with its own plurals, and English where it lacks a message', () => {
    const book = openBook(ENGLISH);
    const t = book.words('review');
    book.speak('pl', {
      review: { approve: '{count, plural, one {# ujęcie} few {# ujęcia} other {# ujęć}}: {chapter}' },
    });
    expect(t('approve', { count: 3, chapter: 'I' })).toBe('3 ujęcia: I');
    expect(t('busy.run')).toBe('A run is going on.');
  });

  it('writes figures, dates and lists its own way, by one setting', () => {
    const book = openBook(ENGLISH);
    expect([book.locale(), book.list(['a', 'b', 'c']), book.list(['a', 'b', 'c'], 'and')]).toEqual([
      'en-GB',
      'a, b, c',
      'a, b and c',
    ]);
    book.speak('de', { review: pseudoCatalogue(ENGLISH.review) });
    expect(book.words('review')('both', { lines: 12_345, chapters: 1 })).toContain('12.345');
    expect([book.locale(), book.list(['a', 'b', 'c'], 'and')]).toEqual(['de', 'a, b und c']);
    book.speak('ja', {});
    expect([book.list(['a', 'b', 'c']), book.list(['a', 'b', 'c'], 'and')]).toEqual(['a、b、c', 'a、b、c']);
    book.speak('ru', {});
    expect(book.list(['a', 'b', 'c'])).toBe('a, b и c');
  });
});
