// What is wrong with a project, for whoever has no window to say it in: the command line, the log, the system's dialogs.
import type { ProjectProblem } from '../model/project-problem.ts';

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
