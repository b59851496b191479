import type { BatchJobReading } from '@lectern/tts-protocol';
import { problemOfReply, type ReplyText } from './error-body.ts';
import { batchOf, jsonOf, type ReadingContext, storedLink } from './readings.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

/**
 * The four ways a submission can end:
 * - `accepted`: the service has the batch. `self` is a link to it in the form of `toStoredLink`; `batch` is the reply,
 * or null if unreadable.
 * - `not-sent`: no byte of the request left this machine.
 * - `refused`: 400, 401, 403, 404, 405, 413, 415 or 429. `retryAfterMs` is only set for a 429 that has one.
 * - `in-doubt`: anything else. The service may have the batch, and sending it again may be charged twice.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly self: string; readonly batch: BatchJobReading | null }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'refused'; readonly error: ServiceError; readonly retryAfterMs?: number }
  | { readonly kind: 'in-doubt'; readonly error: ServiceError };

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 429]);

/**
 * Returns the outcome for a status other than 201.
 *
 * @param now milliseconds since the epoch
 */
export function outcomeOfFailure(reply: ReplyText, now: number, context: ReadingContext): SubmitOutcome {
  const problem = problemOfReply(reply, now, context.scrubber);
  const error = new ServiceError(problem);
  if (!REFUSED.has(reply.status)) return { kind: 'in-doubt', error };
  const wait = problem.kind === 'rate-limited' ? problem.retryAfterMs : undefined;
  return { kind: 'refused', error, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

/**
 * Returns the outcome for a 201: accepted if there is any link to the batch, be it `Location`, the batch's own link or
 * a child's link to its batch. Without a link, the batch exists but can't be found again, so it is in doubt.
 *
 * @param reply `text` is null if the body was lost
 */
export function outcomeOfCreated(
  reply: Omit<ReplyText, 'text'> & { readonly text: string | null },
  lost: ServiceError | null,
  context: ReadingContext,
): SubmitOutcome {
  const body = reply.text === null ? { error: lost } : bodyOf({ ...reply, text: reply.text }, context);
  const batch = body.batch ?? null;
  const links = [
    storedLink(reply.headers['location'], context),
    body.self,
    ...(batch?.jobs ?? []).map((child) => child._links?.batch?.href),
  ].filter((link) => link !== undefined);
  // Prefer links on our own origin, because only they are read with credentials.
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
    return { error, self: selfLinkOf(reply, context) };
  }
}

function selfLinkOf(reply: ReplyText, context: ReadingContext): string | undefined {
  try {
    const body = jsonOf(reply, context.scrubber) as { _links?: { self?: { href?: unknown } | null } | null } | null;
    const href = body?._links?.self?.href;
    return typeof href === 'string' && href !== '' ? storedLink(href, context) : undefined;
  } catch {
    return undefined;
  }
}

const noLink = (status: number): ServiceProblem => ({
  kind: 'unreadable-reply',
  status,
  fault: 'no-batch-link',
});
