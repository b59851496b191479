// Why a project can't be made, opened or written. The union carries data; the sentence is made in one place.

/** What is wrong with a project. Paths are those of the project's folder. */
export type ProjectProblem =
  | { readonly kind: 'not-found'; readonly path: string }
  | { readonly kind: 'not-a-project'; readonly path: string }
  | { readonly kind: 'exists'; readonly path: string }
  /** The file was written by a newer program; `supported` is the newest version that this one reads. */
  | { readonly kind: 'newer'; readonly path: string; readonly version: number; readonly supported: number }
  /** Another process writes this project. */
  | { readonly kind: 'in-use'; readonly path: string }
  /** `backup` is the path of the latest backup, or null where there is none. */
  | { readonly kind: 'damaged'; readonly path: string; readonly detail: string; readonly backup: string | null }
  | { readonly kind: 'read-only'; readonly path: string }
  | { readonly kind: 'no-permission'; readonly path: string }
  | { readonly kind: 'disk-full'; readonly path: string }
  | { readonly kind: 'drive-failed'; readonly path: string; readonly detail: string }
  /** The settings can't be understood; they stay as they are until someone resets them. */
  | { readonly kind: 'settings-unreadable'; readonly path: string };

/** A project could not be made, opened, read or written; what was there before is unchanged. */
export class ProjectError extends Error {
  readonly problem: ProjectProblem;

  constructor(problem: ProjectProblem, cause?: unknown) {
    super(describeProjectProblem(problem), cause === undefined ? {} : { cause });
    this.name = 'ProjectError';
    this.problem = problem;
  }
}

/** One sentence that says what is wrong, where, and what to do. */
export function describeProjectProblem(problem: ProjectProblem): string {
  const { path } = problem;
  switch (problem.kind) {
    case 'not-found':
      return `There is no project at ${path}; check the path, or make a new project there.`;
    case 'not-a-project':
      return `${path} is not a Lectern project (it holds no project.db of Lectern's); choose a folder whose name ends in .lectern.`;
    case 'exists':
      return `${path} exists already; choose another name, or open it if it is a project.`;
    case 'newer':
      return `The project ${path} was written by a newer Lectern (format ${problem.version}, this one reads up to ${problem.supported}); update Lectern to open it.`;
    case 'in-use':
      return `The project ${path} is being written by another Lectern; close it there, or wait until it has finished.`;
    case 'damaged':
      return problem.backup === null
        ? `The database of the project ${path} is damaged (${problem.detail}) and was left untouched; restore the folder from a backup of your own.`
        : `The database of the project ${path} is damaged (${problem.detail}) and was left untouched; its latest backup is ${problem.backup}: set project.db aside and copy the backup to its place.`;
    case 'read-only':
      return `The project folder ${path} can't be written; copy it to a place that can, or make it writable.`;
    case 'no-permission':
      return `You have no permission for ${path}; change the folder's permissions, or choose another place.`;
    case 'disk-full':
      return `The disk that holds ${path} is full; what was saved before is safe: free some space and try again.`;
    case 'drive-failed':
      return `The drive that holds ${path} reported an error (${problem.detail}); check the drive and try again.`;
    case 'settings-unreadable':
      return `The settings of the project ${path} can't be read and were left as they are; reset them to go on.`;
  }
}
