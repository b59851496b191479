import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { DoubtReason } from '../../../shared/model/problems/line-failure.ts';
import type { Journal } from '../project/journal/journal.ts';
import { abandonOtherAccounts } from '../project/journal/journal-doubts.ts';
import type { Project } from '../project/project.ts';

/** `own` is the project's connection before the change. */
export interface SettledConnection {
  /** `adopted`: a project that used another machine's local service now uses this machine's, at no cost. */
  readonly kind: 'same' | 'adopted' | 'other';
  readonly own: ConnectionIdentity;
}

/**
 * Each local service has its own account, so adopting a project abandons the other service's open jobs.
 * @throws ProjectError
 */
export function settleConnection(project: Project, connection: ConnectionIdentity, now: number): SettledConnection {
  const own = project.info().connection;
  if (own.origin === connection.origin && own.userId === connection.userId) return { kind: 'same', own };
  if (own.origin !== LOCAL_ORIGIN || connection.origin !== LOCAL_ORIGIN) return { kind: 'other', own };
  abandonOtherAccounts(project.db, connection, { kind: 'other-account' }, now);
  project.adoptConnection(connection);
  return { kind: 'adopted', own };
}

/** Marks batches that were interrupted while being sent as in doubt. Returns the number of affected lines. */
export function recoverJournal(journal: Journal, now: number): number {
  return journal.recover({ kind: 'in-doubt', why: 'interrupted' } satisfies DoubtReason, now);
}
