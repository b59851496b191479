import { PATHS } from '@lectern/tts-protocol';
import { causeOf } from '../../../shared/model/problems/service-problem.ts';
import type { CompletedEvent } from './generation-events.ts';
import { endpointUrl, fromStoredLink } from './links.ts';
import { parseSingleJob, type SingleReading } from './readings.ts';
import { type ReadContext, readResource } from './retry.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;
const MAX_UNREADABLE_MS = 300_000;

export interface JobReferences {
  readonly id: string | null;
  /** Links from the service, as returned by `toStoredLink`, preferred ones first. */
  readonly links: readonly string[];
  readonly trouble: ServiceProblem;
}

/**
 * Tries the address from the public documentation last, because the interface doesn't define it.
 * @throws ServiceError
 */
export async function followJob(
  references: JobReferences,
  signal: AbortSignal | undefined,
  context: ReadContext,
): Promise<CompletedEvent> {
  const links = jobLinks(references, context);
  const doubt = (why: ServiceProblem | null, self: string | null) =>
    new ServiceError({ kind: 'in-doubt', what: 'generation', why: why && causeOf(why), self });
  let why = references.trouble;
  for (const link of links) {
    const found = await pollUntilFinished(link, signal, context);
    if (found.kind === 'completed') return { ...found.event, id: found.event.id ?? references.id };
    if (found.kind === 'unfinished') throw doubt(found.why, link);
    why = found.why;
  }
  throw doubt(why, links[0] ?? null);
}

function jobLinks({ id, links }: JobReferences, { baseUrl }: ReadContext): string[] {
  // Links on our own origin come first, because only they are read with credentials.
  const given = [...links.filter((link) => link.startsWith('/')), ...links.filter((link) => !link.startsWith('/'))];
  if (id !== null && !/^\.{1,2}$/.test(id)) {
    const { pathname } = endpointUrl(PATHS.single, baseUrl);
    given.push(`${pathname}/${encodeURIComponent(id)}`);
  }
  return [...new Set(given)];
}

type PollResult =
  | { readonly kind: 'completed'; readonly event: CompletedEvent }
  | { readonly kind: 'unfinished'; readonly why: ServiceProblem | null }
  | { readonly kind: 'nowhere'; readonly why: ServiceProblem };

async function pollUntilFinished(
  link: string,
  signal: AbortSignal | undefined,
  context: ReadContext,
): Promise<PollResult> {
  const { clock, timeouts } = context;
  const startedAt = clock.now();
  let readAt = startedAt;
  let why: ServiceProblem | null = null;
  const url = fromStoredLink(link, context.baseUrl);
  if (!url) return { kind: 'nowhere', why: { kind: 'unusable-address' } };
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      const job = await readResource(context, 'read', 'singleJob', url, parseSingleJob, { signal });
      const event = completedEvent(job);
      if (event) return { kind: 'completed', event };
      // A completed job might not have its audio yet. Wait for the audio, but not for long.
      why = null;
      if (job.status !== 'completed') readAt = clock.now();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.problem.kind === 'job-failed') throw error;
      if (!isTemporary(error.problem)) return { kind: 'nowhere', why: error.problem };
      why = error.problem;
    }
    const now = clock.now();
    if (now - readAt >= MAX_UNREADABLE_MS || now - startedAt >= timeouts.followMs) return { kind: 'unfinished', why };
    await clock.sleep(waitMs, signal);
  }
}

/** Returns null if the job isn't finished. If the status is unknown, a job with audio counts as finished. */
export function completedEvent({ id, status, output, hasFailed, reason }: SingleReading): CompletedEvent | null {
  if (hasFailed) throw new ServiceError({ kind: 'job-failed', message: reason ?? null });
  if (output === undefined || (status !== undefined && status !== 'completed')) return null;
  const { url, duration = null, size = null } = output;
  return { kind: 'completed', id: id ?? null, progress: 1, url, duration, size };
}

const isTemporary = ({ kind }: ServiceProblem): boolean =>
  kind === 'connection' || kind === 'rate-limited' || kind === 'server-error';
