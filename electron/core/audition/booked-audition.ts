// Words that are spoken at once are booked before they are asked for: the service charges for them as for any others.
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { ServiceError } from '../api/service-error.ts';
import { refuse } from '../bridge/request-error.ts';
import { bookAudition, dropAudition } from '../project/spending/audition-ledger.ts';
import { spendingRoom } from '../project/spending/spending-room.ts';
import type { ProjectSession } from '../session/project-session.ts';

export interface AuditionBooking {
  readonly session: ProjectSession;
  readonly connection: ConnectionIdentity;
  readonly price: Price | null;
  /** Null where the words are no line's. */
  readonly lineId: number | null;
  readonly role: string | null;
  /** As sent. */
  readonly characters: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Books an audition and begins it. What the service took nothing of is not booked. A project that is only read keeps no
 * book: its caps hold all the same.
 *
 * @throws RequestError where a cap would be passed; what `begin` throws; ProjectError
 */
export async function bookedAudition<T>(booking: AuditionBooking, begin: () => Promise<T>): Promise<T> {
  const { session, price, characters } = booking;
  const { db } = session.project;
  if (session.readOnly) {
    const room = spendingRoom(db, price, null).characters;
    return room !== null && characters > room ? refuse(CAP_REACHED) : begin();
  }
  const booked = bookAudition(db, booking);
  if ('by' in booked) return refuse(CAP_REACHED);
  try {
    return await begin();
  } catch (error) {
    if (tookNothing(error)) dropAudition(db, booked.id);
    throw error;
  } finally {
    session.spendingChanged();
  }
}

const CAP_REACHED = { kind: 'invalid', field: 'characterCap', reason: 'reached' } as const;

const REFUSALS: ReadonlySet<ServiceError['problem']['kind']> = new Set([
  'invalid-parameters',
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
  'rate-limited',
  'redirected',
  'insecure-address',
  'unusable-address',
]);

/** Whether it is certain that the service took nothing, and charges for nothing. */
function tookNothing(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { problem } = error;
  return problem.kind === 'connection' ? problem.phase === 'not-sent' : REFUSALS.has(problem.kind);
}
