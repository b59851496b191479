import { describe, expect, it } from 'vitest';
import { shownProjects } from './library-view.ts';

const project = (name: string, changes: object = {}) => ({
  name,
  path: `/books/${name}.lectern`,
  openedAt: 0,
  lines: 10,
  fresh: 0,
  archived: false,
  ...changes,
});

const PROJECTS = [
  project('Volume 10', { openedAt: 3, fresh: 10 }),
  project('Volume 9', { openedAt: 2, fresh: 1, lines: 40 }),
  project('älter', { openedAt: 1, archived: true }),
  project('Empty', { openedAt: 4, lines: 0 }),
];

const names = (view: Partial<Parameters<typeof shownProjects>[1]>) =>
  shownProjects(PROJECTS, { shelf: 'projects', sort: 'opened', layout: 'grid', search: '', ...view }).map(
    ({ name }) => name,
  );

describe('the library shows', () => {
  it('what is not archived, the last opened first', () => {
    expect(names({})).toEqual(['Empty', 'Volume 10', 'Volume 9']);
    expect(names({ shelf: 'archived' })).toEqual(['älter']);
  });

  it('what all words that are searched for occur in, in name or path, in any case', () => {
    expect(names({ search: ' 9  VOL' })).toEqual(['Volume 9']);
    expect(names({ search: 'books' })).toHaveLength(3);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  it('by name as people count, by what is left to do, by length', () => {
    expect(names({ sort: 'name' })).toEqual(['Empty', 'Volume 9', 'Volume 10']);
    expect(names({ sort: 'unfinished' })).toEqual(['Volume 9', 'Empty', 'Volume 10']);
    expect(names({ sort: 'lines' })).toEqual(['Volume 9', 'Volume 10', 'Empty']);
  });
});
