import type { LenientBatchJob } from '@lectern/tts-protocol';
import { problemOfReply, type ReplyText } from './error-body.ts';
import { parseBatch, parseJsonReply, type ReadingContext, storedLink } from './readings.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

/**
 * `self` is a link as returned by `toStoredLink`, `batch` is null if unreadable, `not-sent` means that no byte has left
 * this machine, and `in-doubt` means that sending the batch again might be charged twice.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly self: string; readonly batch: LenientBatchJob | null }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'refused'; readonly error: ServiceError; readonly retryAfterMs?: number }
  | { readonly kind: 'in-doubt'; readonly error: ServiceError };

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 429]);

export function outcomeOfFailure(reply: ReplyText, now: number, context: ReadingContext): SubmitOutcome {
  const problem = problemOfReply(reply, now, context.scrubber);
  const error = new ServiceError(problem);
  if (!REFUSED.has(reply.status)) return { kind: 'in-doubt', error };
  const wait = problem.kind === 'rate-limited' ? problem.retryAfterMs : undefined;
  return { kind: 'refused', error, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

/** A 201 without a link is in doubt, because the batch can't be found again. @param reply `text` is null if lost */
export function outcomeOfCreated(
  reply: Omit<ReplyText, 'text'> & { readonly text: string | null },
  lost: ServiceError | null,
  context: ReadingContext,
): SubmitOutcome {
  const body = reply.text === null ? { error: lost } : readCreatedBody({ ...reply, text: reply.text }, context);
  const batch = body.batch ?? null;
  const links = [
    storedLink(reply.headers['location'], context),
    body.self,
    ...(batch?.jobs ?? []).map((child) => child._links?.batch?.href),
  ].filter((link) => link !== undefined);
  // Prefer links on our own origin, because only they are read with credentials.
  const self = links.find((link) => link.startsWith('/')) ?? links[0];
  if (self !== undefined) return { kind: 'accepted', self, batch };
  return { kind: 'in-doubt', error: body.error ?? new ServiceError(missingLinkProblem(reply.status)) };
}

interface CreatedBody {
  readonly batch?: LenientBatchJob;
  readonly self?: string | undefined;
  readonly error?: ServiceError | null;
}

function readCreatedBody(reply: ReplyText, context: ReadingContext): CreatedBody {
  try {
    const batch = parseBatch(reply, context);
    return { batch, self: batch._links?.self?.href };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { error, self: selfLinkOf(reply, context) };
  }
}

function selfLinkOf(reply: ReplyText, context: ReadingContext): string | undefined {
  try {
    const body = parseJsonReply(reply, context.scrubber) as {
      _links?: { self?: { href?: unknown } | null } | null;
    } | null;
    const href = body?._links?.self?.href;
    return typeof href === 'string' && href !== '' ? storedLink(href, context) : undefined;
  } catch {
    return undefined;
  }
}

const missingLinkProblem = (status: number): ServiceProblem => ({
  kind: 'unreadable-reply',
  status,
  fault: 'no-batch-link',
});
