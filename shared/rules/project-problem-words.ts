import type { ProjectProblem } from '../model/project-problem.ts';

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
    case 'moved-while-open':
      return problem.foundAt === null
        ? `The project folder ${path} was moved, replaced or deleted while Lectern had it open; put it back, or open the project where it is now.`
        : `The project folder ${path} was moved to ${problem.foundAt} while Lectern had it open; open it there to go on.`;
    case 'log-missing':
      return (
        `The project ${path} was not closed properly, and project.db-wal, which holds its latest changes, is missing. ` +
        'Lines that were sent and paid for may not be recorded, and would be sent and paid for again. ' +
        'Put project.db-wal back beside project.db, or, if this is a copy, use the original.'
      );
    case 'log-damaged':
      return (
        `The project ${path} was not closed properly, and project.db-wal, which holds its latest changes, is damaged or not the latest one. ` +
        'Lines that were sent and paid for may not be recorded, and would be sent and paid for again. ' +
        'Put project.db and project.db-wal back as they were, or, if this is a copy, use the original.'
      );
    case 'settings-unreadable':
      return `The settings of the project ${path} can't be read and were left as they are; open the project in Lectern's window to give it the usual ones.`;
    case 'unsafe':
      return unsafeWords(problem);
  }
}

function unsafeWords({ path, entry, reason }: Extract<ProjectProblem, { kind: 'unsafe' }>): string {
  const where = `${entry} in the project ${path}`;
  switch (reason) {
    case 'link':
      return `${where} is a link, and Lectern follows none inside a project; put the file or folder itself in its place.`;
    case 'not-a-file':
      return `${where} is not a regular file; remove it and try again.`;
    case 'not-a-folder':
      return `${where} is not a folder; remove it and try again.`;
    case 'hard-link':
      return `${where} has another name elsewhere, so that a change would reach there too; copy the project's folder and open the copy.`;
    case 'too-large':
      return `${where} is larger than Lectern ever makes it, and was left untouched; ask the sender for another copy of the project.`;
    case 'unexpected':
      return `${where} is nothing that Lectern leaves there; remove it and try again.`;
    case 'replaced':
      return `The folder of the project ${path} was replaced by another folder, or by a link to one, while it was in use; nothing was written to that one. Check where the folder leads, then open the project again.`;
    case 'outside':
      return `The project ${path} names a file outside its folder (${entry}), which was left untouched; ask the sender for another copy of the project.`;
    case 'foreign-schema':
      return `The database of the project ${path} holds something that Lectern never puts there (${entry}), and was not opened; ask the sender for another copy of the project.`;
  }
}
