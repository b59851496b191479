import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_BOOK_DETAILS } from '../../../../shared/model/book.ts';
import type { Project } from '../project.ts';
import { Workshop } from '../testing/test-project.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Book.lectern');
});
afterEach(() => workshop.clear());

describe('what the book says of itself', () => {
  it('is nothing at first, and what was set stays when the project is opened again', () => {
    expect(project.book.read()).toEqual(NO_BOOK_DETAILS);
    project.book.change({ title: '  The  Importance of\nBeing Earnest ', authors: ['Oscar Wilde', '', 'Oscar Wilde'] });
    project.book.change({ isbn: '9780141439600', year: 2026 });
    project.close();
    project = workshop.open('Book.lectern');
    expect(project.book.read()).toEqual({
      ...NO_BOOK_DETAILS,
      title: 'The Importance of Being Earnest',
      authors: ['Oscar Wilde'],
      isbn: '9780141439600',
      year: 2026,
    });
  });

  it('answers what was there of what it changed, so that it can be put back', () => {
    project.book.change({ title: 'One', publisher: 'A house' });
    const former = project.book.change({ title: 'Two', subtitle: undefined });
    expect(former).toEqual({ title: 'One' });
    project.book.change(former);
    expect(project.book.read()).toMatchObject({ title: 'One', publisher: 'A house' });
  });

  it('takes an empty text for nothing, and no ISBN that is none', () => {
    project.book.change({ title: '   ' });
    expect(project.book.read().title).toBeNull();
    expect(() => project.book.change({ isbn: '9780141439601' })).toThrow();
    expect(() => project.book.change({ language: 'English!' })).toThrow();
  });

  it('is kept aside where it can’t be read, once something is set', () => {
    project.db.prepare('UPDATE project SET book = ?').run('{"version":2,"title":"Of a later program"}');
    expect(project.book.read()).toEqual(NO_BOOK_DETAILS);
    expect(project.db.prepare('SELECT count(*) AS n FROM kept_aside').get()).toEqual({ n: 0 });
    project.book.change({ title: 'Now' });
    expect(project.book.read().title).toBe('Now');
    expect(project.db.prepare('SELECT what, content FROM kept_aside').all()).toEqual([
      { what: 'book', content: '{"version":2,"title":"Of a later program"}' },
    ]);
  });
});
