// The projects of the list with all that is known of them.
import type { ProjectState, RecentProject } from '../../shared/ipc/library-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useRested } from '../ui/use-rested.ts';

export interface ListedProject extends RecentProject {
  readonly state: ProjectState;
  /** Null until the folder has been looked at, or where it can't be told. */
  readonly chapters: number | null;
  /** The version of the picture on its cover. */
  readonly cover: string | null;
}

/** What is remembered is there at once; what a look at the folders shows comes when the screen is drawn. */
export function useListedProjects(projects: readonly RecentProject[]): readonly ListedProject[] {
  const hasRested = useRested();
  const { data: looks } = useAsk('library.looks', {}, { enabled: hasRested });
  const { data: open } = useAsk('project.current', {});
  const byId = new Map(looks?.map((look) => [look.id, look]));
  return projects.map((project) => {
    const look = byId.get(project.id);
    const isOpen = open?.path === project.path;
    const seen = look?.state ?? { kind: project.missing ? 'missing' : 'sound' };
    return {
      ...project,
      // Those of the project that is open are the ones of now.
      ...(open && isOpen && { lines: open.lines, fresh: (open.counts.fresh ?? 0) + (open.counts.kept ?? 0) }),
      state: isOpen ? { kind: 'open' } : seen.kind === 'open' ? { kind: 'sound' } : seen,
      chapters: look?.chapters ?? null,
      cover: look?.cover ?? null,
    };
  });
}
