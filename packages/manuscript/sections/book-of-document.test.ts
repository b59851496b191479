import { describe, expect, it } from 'vitest';
import { bookOfDocument } from './book-of-document.ts';

const document = { title: 'Emma', author: 'Jane Austen', sections: [], notices: [] };

describe('what a document says of its book', () => {
  it('is taken as far as it can be used', () => {
    const says = {
      publisher: 'A house',
      language: 'en-us',
      isbn: 'urn:isbn:978-0-14-143960-0',
      description: '<p>Of a <b>match&shy;maker</b>.</p>',
    };
    expect(bookOfDocument({ ...document, says })).toEqual({
      title: 'Emma',
      authors: ['Jane Austen'],
      publisher: 'A house',
      language: 'en-US',
      isbn: '9780141439600',
      description: 'Of a match&shy;maker .',
    });
  });

  it('is left out where it is something else', () => {
    const says = { language: 'English, mostly', isbn: 'B00ASIN000', publisher: 'x'.repeat(2_000), description: '' };
    expect(bookOfDocument({ ...document, author: 'A; B', says })).toEqual({ title: 'Emma', authors: ['A', 'B'] });
    expect(bookOfDocument({ ...document, title: null, author: null })).toEqual({});
  });
});

it('shortens a title that is too long instead of dropping it', () => {
  const { title } = bookOfDocument({ title: 'An account of everything '.repeat(50), author: null });
  expect(title).toMatch(/^An account of everything .*…$/);
});
