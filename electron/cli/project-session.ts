import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { Journal } from '../core/store/journal.ts';
import type { Project } from '../core/store/project.ts';
import { systemClock } from '../core/system.ts';
import { recoverJournal, settleConnection } from '../core/workshop/take-up.ts';
import { CliError } from './cli-error.ts';
import { LineNames } from './line-names.ts';
import { count, type Output } from './output.ts';

/**
 * Makes sure that a project's lines go to the service that it was made with. Every machine has a local service of its
 * own, with an account of its own: a project that comes from another one's goes on with this one, which costs nothing.
 *
 * @throws CliError 2 where it is another service, or another account of it
 */
export function checkConnection(
  project: Project,
  journal: Journal,
  connection: ConnectionIdentity,
  output: Output,
): void {
  const { kind, own } = settleConnection(project, journal, connection, systemClock.now());
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

/** Tells of audio that is gone or damaged; its lines are not fresh any more, and nothing else is held up by it. */
export async function checkAudioFiles(project: Project, output: Output): Promise<void> {
  const damages = await project.takes.verify();
  if (damages.length === 0) return;
  const names = new LineNames(project.lines.states({ ids: damages.map(({ lineId }) => lineId) }));
  for (const { lineId, problem } of damages) {
    output.note(`${names.nameOf(lineId)}: the audio file of one of its takes is ${problem}.`);
  }
}

/** Looks after what an earlier process left: a batch without a reply is in doubt; a project that moved is told of. */
export function recover(project: Project, journal: Journal, output: Output): void {
  for (const notice of project.notices()) output.note(notice);
  if (project.info().moved) {
    // Calling a command on it here is the confirmation that this copy is the one that goes on.
    output.note('This project was last worked on in another place. It goes on here: do not go on with the other copy.');
    project.confirmPlace();
  }
  const doubtful = recoverJournal(journal, systemClock.now());
  if (doubtful > 0) {
    output.note(`${count(doubtful, 'line')} in doubt: Lectern was ended while they were being sent.`);
  }
}
