// What is wrong with a project's folder, in words.
import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import { backupMoment } from '../../../shared/rules/backup-names.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import { formatMoment } from '../format.ts';
import { asSentence, type ErrorWords } from './error-words.ts';

/** The words for a project's problem; paths are named as they are. */
export function wordProjectProblem(problem: ProjectProblem): ErrorWords {
  const { path } = problem;
  switch (problem.kind) {
    case 'not-found':
      return {
        title: 'The project is not there',
        detail: `${path} is missing. If it was moved, open it where it lies now; if its drive is not connected, connect it.`,
      };
    case 'not-a-project':
      return {
        title: 'This is not a project',
        detail: `${path} has no project.db. Choose the folder whose name ends in “.lectern”.`,
      };
    case 'exists':
      return { title: 'The name is taken', detail: `${path} exists already. Choose another name.` };
    case 'newer':
      return {
        title: 'A newer Lectern made this project',
        detail: `${path} has format ${problem.version}; this Lectern reads up to ${problem.supported}. Update Lectern to open it. Nothing was changed.`,
      };
    case 'in-use':
      return {
        title: 'The project is in use',
        detail: `Another Lectern, or a command in a terminal, is writing ${path}. Close it there and try again, or open it here to listen, review and export.`,
        action: 'retry',
        otherAction: 'open-to-read',
      };
    case 'damaged':
      return wordDamaged(problem);
    case 'read-only':
      return {
        title: 'The project can’t be written',
        detail: `${path} is read-only. Copy the project to a place where you may write, and open it there.`,
      };
    case 'no-permission':
      return {
        title: 'You may not open this project',
        detail: `The system refuses access to ${path}. Change its permissions, or copy it to a place of your own.`,
      };
    case 'disk-full':
      return {
        title: 'The disk is full',
        detail: `There is no room left for ${path}. Make room, then try again.`,
        action: 'retry',
      };
    case 'drive-failed':
      return {
        title: 'The drive does not answer',
        detail: `${path}: ${asSentence(problem.detail)} Check the drive or the network, then try again.`,
        action: 'retry',
      };
    case 'moved-while-open':
      return {
        title: 'The project’s folder is not there any more',
        detail:
          problem.foundAt === null
            ? `${path} was moved, replaced or deleted while the project was open. Nothing more is saved. Put the folder back, or open the project where it is now.`
            : `${path} was moved to ${problem.foundAt} while the project was open. Nothing more is saved until you open it there.`,
      };
    case 'log-missing':
      return {
        title: 'The project’s latest changes are missing',
        detail: `${path} was not closed properly, and project.db-wal, which holds its latest changes, is missing. Put that file back beside project.db, or open the project to go on without it.`,
      };
    case 'settings-unreadable':
      return {
        title: 'The project’s settings can’t be read',
        detail: `Nothing in ${path} was changed. With the usual settings the project opens again: its script and takes are untouched, and the settings that can’t be read are kept in its database.`,
        action: 'reset-settings',
      };
    case 'unsafe':
      return { title: 'The project is not safe to open', detail: describeProjectProblem(problem) };
  }
}

function wordDamaged({ path, detail, backup }: Extract<ProjectProblem, { kind: 'damaged' }>): ErrorWords {
  const title = 'The project is damaged';
  const what = `${path} can’t be read. ${asSentence(detail)} Nothing was changed.`;
  if (backup === null) {
    return { title, detail: `${what} There is no backup of it beside the project; look for a copy of the folder.` };
  }
  const madeAt = backupMoment(backup);
  return {
    title,
    detail:
      `${what} Its latest backup is ${backup}. Restoring it sets the damaged file aside, in the project’s folder; what ` +
      'was edited since is lost, takes stay.',
    action: 'restore-backup',
    ...(madeAt !== null && { actionLabel: `Restore the backup of ${formatMoment(madeAt)}` }),
  };
}
