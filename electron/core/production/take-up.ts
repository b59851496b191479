// Taking up a project that was worked on before, here or elsewhere.
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { Journal } from '../project/journal/journal.ts';
import { abandonOthers } from '../project/journal/journal-doubts.ts';
import type { Project } from '../project/project.ts';

/** What a project and a connection are to each other. `own`: the project's connection, as it was. */
export interface Settled {
  /** `adopted`: it came from another machine's local service, and goes on with this one's, which costs nothing. */
  readonly kind: 'same' | 'adopted' | 'other';
  readonly own: ConnectionIdentity;
}

/**
 * Finds out whether a project's lines go to a connection. Every machine has a local service of its own, with an account
 * of its own: a project that comes from another one's is adopted, and what that one had is given up.
 *
 * @throws ProjectError
 */
export function settleConnection(project: Project, connection: ConnectionIdentity, now: number): Settled {
  const own = project.info().connection;
  if (own.origin === connection.origin && own.userId === connection.userId) return { kind: 'same', own };
  if (own.origin !== LOCAL_ORIGIN || connection.origin !== LOCAL_ORIGIN) return { kind: 'other', own };
  const reason = { kind: 'failed-by-service', message: 'Another local service had it, which is out of reach.' };
  abandonOthers(project.db, connection, reason, now);
  project.adoptConnection(connection);
  return { kind: 'adopted', own };
}

/**
 * What an earlier process left: a batch that was being sent and has no reply is in doubt.
 *
 * @returns how many lines that concerns
 */
export function recoverJournal(journal: Journal, now: number): number {
  return journal.recover({ kind: 'in-doubt', message: 'Lectern was ended while the batch was being sent.' }, now);
}
