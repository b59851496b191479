// The projects of the library: what is known of each, and which are shown in which order. How it is looked at stays as it
// is while the window is open.

import { create } from 'zustand';
import type { ProjectState, RecentProject } from '../../shared/ipc/library-requests.ts';
import type { ProjectFigures } from '../../shared/ipc/project-requests.ts';
import { wordsFinder } from '../../shared/rules/search-pattern.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { compareNumberedNames } from '../ui/format.ts';
import { useRested } from '../ui/lazy-part.tsx';

export interface ListedProject extends RecentProject {
  readonly state: ProjectState;
  /** Null until the folder has been looked at, or where it can't be told. */
  readonly chapters: number | null;
  /** The version of the picture on its cover. */
  readonly cover: string | null;
}

/**
 * What is remembered is there at once; what a look at the folders shows comes when the screen is drawn.
 * @param recent undefined until the studio has answered
 */
export function useListedProjects(recent: readonly RecentProject[] | undefined): readonly ListedProject[] {
  const hasRested = useRested(recent !== undefined);
  const { data: looks } = useAsk('library.looks', {}, { enabled: hasRested });
  const { data: open } = useAsk('project.current', {});
  const byId = new Map(looks?.map((look) => [look.id, look]));
  return (recent ?? []).map((project) => {
    const look = byId.get(project.id);
    const isOpen = open?.path === project.path;
    const seen = look?.state ?? { kind: project.missing ? 'missing' : 'sound' };
    return {
      ...project,
      // Those of the project that is open are the ones of now.
      ...(open?.figures && isOpen && figuresOf(open.figures)),
      state: isOpen ? { kind: 'open' } : seen.kind === 'open' ? { kind: 'sound' } : seen,
      chapters: look?.chapters ?? null,
      cover: look?.cover ?? null,
    };
  });
}

const figuresOf = ({ lines, counts }: ProjectFigures) => ({ lines, fresh: (counts.fresh ?? 0) + (counts.kept ?? 0) });

export const SHELVES = ['projects', 'archived', 'bin'] as const;
export type Shelf = (typeof SHELVES)[number];

export const SORTS = ['opened', 'name', 'unfinished', 'lines'] as const;
export type Sort = (typeof SORTS)[number];

export const isSort = (value: string): value is Sort => SORTS.some((sort) => sort === value);
export const isShelf = (value: string): value is Shelf => SHELVES.some((shelf) => shelf === value);

interface LibraryView {
  readonly shelf: Shelf;
  readonly sort: Sort;
  readonly layout: 'grid' | 'list';
  readonly search: string;
}

export const useLibraryView = create<LibraryView>()(() => ({
  shelf: 'projects',
  sort: 'opened',
  layout: 'grid',
  search: '',
}));

type ShownProject = Pick<RecentProject, 'name' | 'path' | 'openedAt' | 'lines' | 'fresh' | 'archived'>;

/** Those of a shelf that fit what is searched for, in the order that is wanted. */
export function shownProjects<P extends ShownProject>(
  projects: readonly P[],
  { shelf, sort, search }: LibraryView,
): P[] {
  const isFound = wordsFinder(search);
  const fits = ({ name, path }: P) => isFound(`${name} ${path}`);
  return projects
    .filter((project) => project.archived === (shelf === 'archived') && fits(project))
    .toSorted((a, b) => compare(a, b, sort) || b.openedAt - a.openedAt);
}

function compare(a: ShownProject, b: ShownProject, sort: Sort): number {
  switch (sort) {
    case 'opened':
      return 0;
    case 'name':
      return compareNumberedNames(a.name, b.name);
    case 'unfinished':
      return shareOf(a) - shareOf(b);
    case 'lines':
      return b.lines - a.lines;
  }
}

/** Part of the lines that is fresh, 0 to 1; a project without lines has nothing to do. */
export const shareOf = ({ lines, fresh }: Pick<ShownProject, 'lines' | 'fresh'>): number =>
  lines === 0 ? 1 : Math.min(1, fresh / lines);
