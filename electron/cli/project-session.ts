import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type RecoveredAudio, recoverAudio } from '../core/export/recover-audio.ts';
import { recoverJournal, settleConnection } from '../core/production/take-up.ts';
import type { RowRepairs } from '../core/project/folder/repair-rows.ts';
import type { Journal } from '../core/project/journal/journal.ts';
import type { Project } from '../core/project/project.ts';
import type { TakeDamage } from '../core/project/takes/take-store.ts';
import { systemClock } from '../core/system.ts';
import { CliError } from './cli-error.ts';
import { LineNames } from './line-names.ts';
import { count, type Output } from './output.ts';

/**
 * Makes sure that a project's lines go to the service that it was made with. Every machine has a local service of its
 * own, with an account of its own: a project that comes from another one's goes on with this one, which costs nothing.
 *
 * @throws CliError 2 where it is another service, or another account of it
 */
export function checkConnection(project: Project, connection: ConnectionIdentity, output: Output): void {
  const { kind, own } = settleConnection(project, connection, systemClock.now());
  if (kind === 'same') return;
  if (kind === 'adopted') {
    output.note(
      'The project was made with the local service of another machine or data folder; it goes on with this one.',
    );
    return;
  }
  const name = ({ origin, userId }: ConnectionIdentity) =>
    origin === LOCAL_ORIGIN ? 'the local service' : `${origin} (user ${userId})`;
  throw new CliError(
    `The project ${project.dir} was made with ${name(own)} and this would be ${name(connection)}: ` +
      'use that connection (--base-url, LECTERN_BASE_URL), or another project.',
  );
}

/**
 * Looks whether everything that was paid for is there: unreadable rows are repaired, audio that is gone is taken
 * from an export, and what is still gone is told of. Its lines are not fresh any more.
 *
 * @param folders export folders to look into beside those that the project remembers
 */
export async function checkPaidWork(project: Project, output: Output, folders: readonly string[] = []): Promise<void> {
  tellRepairs(project.lines.repairRows(systemClock.now()), output);
  if ((await project.takes.verify()).length === 0) return;
  tellRecovered(await recoverAudio(project, folders), output);
  tellMissingAudio(project, await project.takes.verify(), output);
}

function tellRepairs({ repaired, inDoubt }: RowRepairs, output: Output): void {
  if (repaired.length > 0) {
    output.note(
      `The database had rows of ${count(repaired.length, 'line')} that could not be read. They were repaired, and the original rows are kept aside.`,
    );
  }
  if (inDoubt.length > 0) {
    output.note(
      `${count(inDoubt.length, 'line')} in doubt: what the service was asked for can’t be read in the project any more.`,
    );
  }
}

function tellRecovered({ recovered, converted, convertedIn }: RecoveredAudio, output: Output): void {
  if (recovered > 0) output.note(`${count(recovered, 'missing audio file')} put back from an export.`);
  if (convertedIn !== null) {
    output.note(
      `${convertedIn} has the audio of ${count(converted, 'more take')} only converted, trimmed or with another gain, which can’t be put back.`,
    );
  }
}

/** Tells which takes can't be played. */
export function tellMissingAudio(project: Project, damages: readonly TakeDamage[], output: Output): void {
  const names = new LineNames(project.lines.states({ ids: damages.map(({ lineId }) => lineId) }));
  for (const { lineId, problem } of damages) {
    output.note(`${names.nameOf(lineId)}: the audio file of one of its takes is ${problem}.`);
  }
}

/**
 * Makes sure that nothing is sent from a copy before the producer accepts what that may cost: what was sent from the original
 * after the copy was made isn't known in it. What it knows to be with the service is read without a question.
 *
 * @param sends how many lines would be sent; null where that is only known during the run
 * @throws CliError 2
 */
export function checkCopy(project: Project, sends: number | null, acceptCopy: boolean, output: Output): void {
  const { copied, connection } = project.info();
  if (!copied) return;
  const isFree = connection.origin === LOCAL_ORIGIN;
  if (acceptCopy || isFree) {
    output.note(
      'This project is a copy, or was moved from another drive. It goes on here: do not go on with the other one.',
    );
    project.confirmPlace();
    return;
  }
  if (sends === 0) return;
  const lines = sends === null ? 'Lines' : count(sends, 'line');
  throw new CliError(
    `The project ${project.dir} is a copy, or was moved from another drive, and nothing was sent. ${lines} would be sent. ` +
      'Lines that were sent from the other one since then are not recorded here, and would be paid for again. ' +
      'Go on with the other one, or accept this one with --accept-copy.',
  );
}

/** Looks after what an earlier process left: a batch without a reply is in doubt; a project that was moved is told of. */
export function recover(project: Project, journal: Journal, output: Output): void {
  for (const notice of project.notices()) output.note(notice);
  const { moved, copied } = project.info();
  if (moved && !copied) {
    output.note('This project’s folder was moved or renamed. It goes on here.');
    project.confirmPlace();
  }
  const doubtful = recoverJournal(journal, systemClock.now());
  if (doubtful > 0) {
    output.note(`${count(doubtful, 'line')} in doubt: Lectern was ended while they were being sent.`);
  }
}
