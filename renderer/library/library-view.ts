import { create } from 'zustand';
import type { ProjectState, RecentProject } from '../../shared/ipc/library-requests.ts';
import type { ProjectFigures } from '../../shared/ipc/project-requests.ts';
import { createWordFinder } from '../../shared/rules/search-pattern.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { compareNumberedNames } from '../ui/format.ts';
import { useIdle } from '../ui/lazy-part.tsx';

export interface ListedProject extends RecentProject {
  readonly state: ProjectState;
  /** Null until the folder has been scanned. Also null if the folder can't be read. */
  readonly chapters: number | null;
  readonly cover: string | null;
}

/** Returns remembered projects immediately. After the first paint, scans their folders and adds the details. */
export function useListedProjects(recent: readonly RecentProject[] | undefined): readonly ListedProject[] {
  const hasRested = useIdle(recent !== undefined);
  const { data: looks } = useAsk('library.looks', {}, { enabled: hasRested });
  const { data: open } = useAsk('project.current', {});
  const byId = new Map(looks?.map((look) => [look.id, look]));
  return (recent ?? []).map((project) => {
    const look = byId.get(project.id);
    const isOpen = open?.path === project.path;
    const seen = look?.state ?? { kind: project.missing ? 'missing' : 'sound' };
    return {
      ...project,
      ...(open?.figures && isOpen && projectFigures(open.figures)),
      state: isOpen ? { kind: 'open' } : seen.kind === 'open' ? { kind: 'sound' } : seen,
      chapters: look?.chapters ?? null,
      cover: look?.cover ?? null,
    };
  });
}

const projectFigures = ({ lines, counts }: ProjectFigures) => ({
  lines,
  fresh: (counts.fresh ?? 0) + (counts.kept ?? 0),
});

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

export function shownProjects<P extends ShownProject>(
  projects: readonly P[],
  { shelf, sort, search }: LibraryView,
): P[] {
  const isFound = createWordFinder(search);
  const fits = ({ name, path }: P) => isFound(`${name} ${path}`);
  return projects
    .filter((project) => project.archived === (shelf === 'archived') && fits(project))
    .toSorted((a, b) => compareProjects(a, b, sort) || b.openedAt - a.openedAt);
}

function compareProjects(a: ShownProject, b: ShownProject, sort: Sort): number {
  switch (sort) {
    case 'opened':
      return 0;
    case 'name':
      return compareNumberedNames(a.name, b.name);
    case 'unfinished':
      return freshShare(a) - freshShare(b);
    case 'lines':
      return b.lines - a.lines;
  }
}

/** Returns 1 if the project has no lines. */
export const freshShare = ({ lines, fresh }: Pick<ShownProject, 'lines' | 'fresh'>): number =>
  lines === 0 ? 1 : Math.min(1, fresh / lines);
