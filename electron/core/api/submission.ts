// What became of a batch that was sent.
import type { BatchJobReading } from '@lectern/tts-protocol';
import { problemOfReply, type ReplyText } from './error-body.ts';
import { batchOf, jsonOf, keptLink, type ReadingContext } from './readings.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

/**
 * The four ways a submission ends. Only the first two and `refused` are certain:
 * - `accepted`: the service has it. `self` is a link to read it by, as `toStoredLink` keeps it; `batch` is what it
 *   answered, where that could be read.
 * - `not-sent`: no byte of the request left this machine.
 * - `refused`: 400, 401, 403, 404, 405, 413, 415 or 429. `retryAfterMs` only with 429, and only where the service says so.
 * - `in-doubt`: anything else. The service may have it: sending it again may be paid twice.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly self: string; readonly batch: BatchJobReading | null }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'refused'; readonly error: ServiceError; readonly retryAfterMs?: number }
  | { readonly kind: 'in-doubt'; readonly error: ServiceError };

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 429]);

/** What a reply other than 201 says of the submission. `now`: milliseconds since the epoch. */
export function outcomeOfFailure(reply: ReplyText, now: number, context: ReadingContext): SubmitOutcome {
  const problem = problemOfReply(reply, now, context.scrubber);
  const error = new ServiceError(problem);
  if (!REFUSED.has(reply.status)) return { kind: 'in-doubt', error };
  const wait = problem.kind === 'rate-limited' ? problem.retryAfterMs : undefined;
  return { kind: 'refused', error, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

/**
 * What a 201 says of the submission: accepted where it gives any way to read the batch later, which is `Location`, the
 * batch's own link, or a child's link to its batch. A batch that can't be found again is in doubt: it exists, and is
 * lost to us.
 *
 * @param reply its text is null where the body was lost on its way
 */
export function outcomeOfCreated(
  reply: Omit<ReplyText, 'text'> & { readonly text: string | null },
  lost: ServiceError | null,
  context: ReadingContext,
): SubmitOutcome {
  const body = reply.text === null ? { error: lost } : bodyOf({ ...reply, text: reply.text }, context);
  const batch = body.batch ?? null;
  const links = [
    keptLink(reply.headers['location'], context),
    body.self,
    ...(batch?.jobs ?? []).map((child) => child._links?.batch?.href),
  ].filter((link) => link !== undefined);
  // A link on our own origin is read with credentials, so it is worth more than any other.
  const self = links.find((link) => link.startsWith('/')) ?? links[0];
  if (self !== undefined) return { kind: 'accepted', self, batch };
  return { kind: 'in-doubt', error: body.error ?? new ServiceError(noLink(reply.status)) };
}

interface CreatedBody {
  readonly batch?: BatchJobReading;
  readonly self?: string | undefined;
  readonly error?: ServiceError | null;
}

function bodyOf(reply: ReplyText, context: ReadingContext): CreatedBody {
  try {
    const batch = batchOf(reply, context);
    return { batch, self: batch._links?.self?.href };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { error, self: bareSelf(reply, context) };
  }
}

/** The own link of a body that is otherwise no batch. */
function bareSelf(reply: ReplyText, context: ReadingContext): string | undefined {
  try {
    const body = jsonOf(reply, context.scrubber) as { _links?: { self?: { href?: unknown } | null } | null } | null;
    const href = body?._links?.self?.href;
    return typeof href === 'string' && href !== '' ? keptLink(href, context) : undefined;
  } catch {
    return undefined;
  }
}

const noLink = (status: number): ServiceProblem => ({
  kind: 'unreadable-reply',
  status,
  detail: 'it confirms the batch but gives no link to read it by',
});
