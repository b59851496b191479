// The project that a command works on: finding it, and making sure that it may be worked on and is whole.

import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type RecoveredAudio, recoverAudio } from '../core/export/recover-audio.ts';
import { describeFolderProblem, folderProblem } from '../core/folder-problem.ts';
import { recoverJournal, settleConnection } from '../core/production/take-up.ts';
import type { Journal } from '../core/project/journal/journal.ts';
import type { RowRepairs } from '../core/project/lines/repair-rows.ts';
import { repairRows } from '../core/project/lines/repair-rows.ts';
import type { Project } from '../core/project/project.ts';
import { openProject } from '../core/project/project-folder.ts';
import type { TakeDamage } from '../core/project/takes/take-store.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError } from './exit.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { listed, t } from './words.ts';

const ENDING = '.lectern';

/** The name of the project that a script would make: the script's file name. */
export function projectName(script: string): string {
  return basename(script, extname(script)).trim() || t('project.defaultName');
}

/**
 * Where a render without `--project` keeps its project: inside the folder of its audio. A project that is there
 * already is the one that is meant, whatever the script's file is called, so that a second call finds its takes.
 *
 * @throws CliError 2 where the folder holds several projects, or a link to one
 */
export function projectBeside(out: string, script: string): string {
  const there = existsSync(out)
    ? readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.endsWith(ENDING))
    : [];
  const own = `${projectName(script)}${ENDING}`;
  if (there.length === 1 || there.some((entry) => entry.name === own)) {
    return resolve(out, there.length === 1 ? (there[0]?.name ?? own) : own);
  }
  if (there.length === 0) {
    // The folder may have been received: a link in it would lead to any project of this machine.
    const isLink = lstatSync(resolve(out, own), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink) return resolve(out, own);
    throw new CliError(t('project.isLink', { path: resolve(out, own) }));
  }
  const names = listed(there.map((entry) => entry.name));
  throw new CliError(t('project.several', { folder: out, names }));
}

/** The project folder that a person named: `Name.lectern`, or a folder that holds just one. */
export function projectNamed(path: string): string {
  const folder = resolve(path);
  if (!existsSync(folder)) return folder;
  try {
    if (readdirSync(folder).includes('project.db')) return folder;
    const inside = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name.endsWith(ENDING),
    );
    const [only] = inside;
    return only && inside.length === 1 ? join(folder, only.name) : folder;
  } catch {
    // A file, or a folder that can't be listed: opening it says so.
    return folder;
  }
}

/**
 * Says whether a project is yet to be made: its folder is not there, or empty.
 *
 * @throws ProjectError where the folder is there and can't be opened as a project
 * @throws CliError 2 where it can't be made
 */
export function isNewProject(dir: string): boolean {
  const there = statSync(dir, { throwIfNoEntry: false });
  const isNew = !there || (there.isDirectory() && readdirSync(dir).length === 0);
  if (!isNew) {
    openProject(dir, { mode: 'read', clock: systemClock, random: systemRandom }).close();
    return false;
  }
  // It is made beside its place and moved there, so that the folder around it has to be written.
  const problem = folderProblem(dirname(dir));
  if (problem) {
    const folder = dirname(dir);
    const what = describeFolderProblem(problem, folder);
    throw new CliError(t('project.cantBeMade', { project: dir, folder, what }));
  }
  return true;
}

/**
 * Makes sure that a project's lines go to the service that it was made with. Every machine has a local service of its
 * own, with an account of its own: a project that comes from another one's goes on with this one, which costs nothing.
 *
 * @throws CliError 2 where it is another service, or another account of it
 */
export function checkConnection(project: Project, connection: ConnectionIdentity, output: CommandOutput): void {
  const { kind, own } = settleConnection(project, connection, systemClock.now());
  if (kind === 'same') return;
  if (kind === 'adopted') {
    output.note(t('project.otherLocalService'));
    return;
  }
  throw new CliError(
    t('project.otherConnection', {
      project: project.dir,
      ...{ own: own.origin, ownUser: own.userId, other: connection.origin, otherUser: connection.userId },
    }),
  );
}

/**
 * Looks whether everything that was paid for is there: unreadable rows are repaired, audio that is gone is taken
 * from an export, and what is still gone is told of. Its lines are not fresh any more.
 *
 * @param folders export folders to look into beside those that the project remembers
 */
export async function checkPaidWork(
  project: Project,
  output: CommandOutput,
  folders: readonly string[] = [],
): Promise<void> {
  tellRepairs(repairRows(project.db, project.keys, systemClock.now()), output);
  if ((await project.takes.verify()).length === 0) return;
  tellRecovered(await recoverAudio(project, folders), output);
  tellMissingAudio(project, await project.takes.verify(), output);
}

function tellRepairs({ repaired, inDoubt }: RowRepairs, output: CommandOutput): void {
  if (repaired.length > 0) {
    output.note(t('repair.rows', { lines: repaired.length }));
  }
  if (inDoubt.length > 0) {
    output.note(t('repair.doubtUnreadable', { lines: inDoubt.length }));
  }
}

function tellRecovered({ recovered, converted, convertedIn }: RecoveredAudio, output: CommandOutput): void {
  if (recovered > 0) output.note(t('repair.recovered', { files: recovered }));
  if (convertedIn !== null) {
    output.note(t('repair.converted', { folder: convertedIn, takes: converted }));
  }
}

/** Tells which takes can't be played. */
function tellMissingAudio(project: Project, damages: readonly TakeDamage[], output: CommandOutput): void {
  const names = new LineNames(project.lines.states({ ids: damages.map(({ lineId }) => lineId) }));
  for (const { lineId, problem } of damages) {
    output.note(t('repair.audio', { line: names.nameOf(lineId), problem }));
  }
}

/**
 * Makes sure that nothing is sent from a copy before the producer accepts what that may cost: what was sent from the original
 * after the copy was made isn't known in it. What it knows to be with the service is read without a question.
 *
 * @param sends how many lines would be sent; null where that is only known during the run
 * @throws CliError 2
 */
export function checkCopy(project: Project, sends: number | null, acceptCopy: boolean, output: CommandOutput): void {
  const { copied, connection } = project.info();
  if (!copied) return;
  const isFree = connection.origin === LOCAL_ORIGIN;
  if (acceptCopy || isFree) {
    output.note(t('project.copied'));
    project.confirmPlace();
    return;
  }
  if (sends === 0) return;
  throw new CliError(
    sends === null
      ? t('project.copyNotAcceptedYet', { project: project.dir })
      : t('project.copyNotAccepted', { project: project.dir, lines: sends }),
  );
}

/** Looks after what an earlier process left: a batch without a reply is in doubt; a project that was moved is told of. */
export function recover(project: Project, journal: Journal, output: CommandOutput): void {
  for (const { path } of project.notices()) output.note(t('project.noLog', { path }));
  const { moved, copied } = project.info();
  if (moved && !copied) {
    output.note(t('project.moved'));
    project.confirmPlace();
  }
  const doubtful = recoverJournal(journal, systemClock.now());
  if (doubtful > 0) {
    output.note(t('repair.doubtAfterEnd', { lines: doubtful }));
  }
}
