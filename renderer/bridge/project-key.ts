import { useQuery } from '@tanstack/react-query';
import { askQuery } from './use-ask.ts';

/** What tells one open project from another: a copy has the same id, and lies elsewhere. */
export function projectKey(project: { readonly id: string; readonly path: string }): string;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null {
  return project ? `${project.id} ${project.path}` : null;
}

/** Of the open project; a component that needs no more is not drawn again for each of the project's figures. */
export function useProjectKey(): string | null {
  const { data } = useQuery({ ...askQuery('project.current', {}), select: (project) => projectKey(project) });
  return data ?? null;
}
