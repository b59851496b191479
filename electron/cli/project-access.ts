import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type RecoveredAudio, recoverAudio } from '../core/export/recover-audio.ts';
import { folderProblem } from '../core/folder-problem.ts';
import { recoverJournal, settleConnection } from '../core/production/reopen-project.ts';
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
import { folderProblemText, listed, t } from './words.ts';

const EXTENSION = '.lectern';

export function projectName(script: string): string {
  return basename(script, extname(script)).trim() || t('project.defaultName');
}

/**
 * Returns the project folder of a `render` without `--project`, inside the export folder. If there is already a project
 * in that folder, it is reused regardless of the script's name, so that its takes are found.
 */
export function projectInFolder(out: string, script: string): string {
  const there = existsSync(out)
    ? readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.endsWith(EXTENSION))
    : [];
  const own = `${projectName(script)}${EXTENSION}`;
  if (there.length === 1 || there.some((entry) => entry.name === own)) {
    return resolve(out, there.length === 1 ? (there[0]?.name ?? own) : own);
  }
  if (there.length === 0) {
    // In a folder from someone else, a link could lead to any project on this machine.
    const isLink = lstatSync(resolve(out, own), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink) return resolve(out, own);
    throw new CliError(t('project.isLink', { path: resolve(out, own) }));
  }
  const names = listed(there.map((entry) => entry.name));
  throw new CliError(t('project.several', { folder: out, names }));
}

/** Returns the project folder for a path: `Name.lectern`, or a folder that contains exactly one. */
export function resolveProjectFolder(path: string): string {
  const folder = resolve(path);
  if (!existsSync(folder)) return folder;
  try {
    if (readdirSync(folder).includes('project.db')) return folder;
    const inside = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name.endsWith(EXTENSION),
    );
    const [only] = inside;
    return only && inside.length === 1 ? join(folder, only.name) : folder;
  } catch {
    // If it is a file or an unreadable folder, opening it will report the error.
    return folder;
  }
}

/** Returns whether a project still has to be created because its folder is missing or empty. */
export function isNewProject(dir: string): boolean {
  const there = statSync(dir, { throwIfNoEntry: false });
  const isNew = !there || (there.isDirectory() && readdirSync(dir).length === 0);
  if (!isNew) {
    openProject(dir, { mode: 'read', clock: systemClock, random: systemRandom }).close();
    return false;
  }
  // A project is created in a temporary folder next to its final path and then renamed, so the parent folder must be
  // writable.
  const problem = folderProblem(dirname(dir));
  if (problem) {
    const folder = dirname(dir);
    const what = folderProblemText(problem, folder);
    throw new CliError(t('project.cantBeMade', { project: dir, folder, what }));
  }
  return true;
}

/** Checks that the service is the project's own. Another machine's local service is replaced by this machine's. */
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
      own: own.origin,
      ownUser: own.userId,
      other: connection.origin,
      otherUser: connection.userId,
    }),
  );
}

/**
 * Checks that all paid audio still exists: repairs unreadable records, restores missing audio from exports, and lists
 * the audio that is still missing.
 */
export async function checkPaidAudio(
  project: Project,
  output: CommandOutput,
  folders: readonly string[] = [],
): Promise<void> {
  printRepairs(repairRows(project.db, project.keys, systemClock.now()), output);
  if ((await project.takes.verify()).length === 0) return;
  printRecovered(await recoverAudio(project, folders), output);
  printMissingAudio(project, await project.takes.verify(), output);
}

function printRepairs({ repaired, inDoubt }: RowRepairs, output: CommandOutput): void {
  if (repaired.length > 0) {
    output.note(t('repair.rows', { lines: repaired.length }));
  }
  if (inDoubt.length > 0) {
    output.note(t('repair.doubtUnreadable', { lines: inDoubt.length }));
  }
}

function printRecovered({ recovered, converted, convertedIn }: RecoveredAudio, output: CommandOutput): void {
  if (recovered > 0) output.note(t('repair.recovered', { files: recovered }));
  if (convertedIn !== null) {
    output.note(t('repair.converted', { folder: convertedIn, takes: converted }));
  }
}

function printMissingAudio(project: Project, damages: readonly TakeDamage[], output: CommandOutput): void {
  const names = new LineNames(project.lines.states({ ids: damages.map(({ lineId }) => lineId) }));
  for (const { lineId, problem } of damages) {
    output.note(t('repair.audio', { line: names.nameOf(lineId), problem }));
  }
}

/**
 * Asks before a copied project sends lines, because it might pay again for lines that the original has sent in the
 * meantime.
 */
export function checkCopy(
  project: Project,
  lineCount: number | null,
  acceptCopy: boolean,
  output: CommandOutput,
): void {
  const { copied, connection } = project.info();
  if (!copied) return;
  const isFree = connection.origin === LOCAL_ORIGIN;
  if (acceptCopy || isFree) {
    output.note(t('project.copied'));
    project.confirmPlace();
    return;
  }
  if (lineCount === 0) return;
  throw new CliError(
    lineCount === null
      ? t('project.copyNotAcceptedYet', { project: project.dir })
      : t('project.copyNotAccepted', { project: project.dir, lines: lineCount }),
  );
}

/** Marks batches without a reply as in doubt, and prints a note if the project has been moved. */
export function recover(project: Project, journal: Journal, output: CommandOutput): void {
  for (const notice of project.notices()) {
    output.note(notice.kind === 'no-log' ? t('project.noLog', notice) : t('project.synced', notice));
  }
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
