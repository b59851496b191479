/** What tells one open project from another: a copy has the same id, and lies elsewhere. */
export function projectKey(project: { readonly id: string; readonly path: string }): string;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null {
  return project ? `${project.id} ${project.path}` : null;
}
