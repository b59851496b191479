import { expect, it } from 'vitest';
import { Omissions } from './omissions.ts';

it('keeps where the first of each kind is', () => {
  const page = new Omissions();
  page.add('comments', 'Check this.');
  page.add('page-numbers');
  const book = new Omissions();
  book.addAll(page.notices(), { part: 'b.xhtml' });
  book.addAll(page.notices(), { part: 'c.xhtml' });
  book.add('damaged', '', { page: 12 });
  book.add('damaged', '', { page: 14 });
  book.add('pictures');
  book.add('pictures', '', { row: 3 });
  expect(book.notices()).toEqual([
    { kind: 'pictures', count: 2 },
    { kind: 'comments', count: 2, words: 4, sample: 'Check this.', at: { part: 'b.xhtml' } },
    { kind: 'damaged', count: 2, at: { page: 12 } },
    // They are on every page.
    { kind: 'page-numbers', count: 2 },
  ]);
});
