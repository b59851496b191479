// The job of a single generation, read until it is finished: when its events do not come, or not to their end.
import { PATHS } from '@lectern/tts-protocol';
import type { CompletedEvent } from './generation-events.ts';
import { endpointUrl, fromStoredLink } from './links.ts';
import { type SingleReading, singleOf } from './readings.ts';
import { type ReadContext, readResource } from './retry.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

/** Waits between two readings, in milliseconds: they double up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** How long readings may keep failing, in milliseconds. */
const PATIENCE_MS = 300_000;

/** Where a job may be found, and what is known of it. */
export interface Traces {
  readonly id: string | null;
  /** Links that the service gave, as `toStoredLink` keeps them; the best one first. */
  readonly links: readonly string[];
  /** What kept the events from coming to their end. */
  readonly trouble: ServiceProblem;
}

/**
 * Reads a job until it is finished, by the first of its traces that leads to one. The address that public documentation
 * gives for a job comes last: the interface does not describe it.
 *
 * @throws ServiceError `job-failed`; `in-doubt` where it is not to be found, or not finished in time; the signal's reason
 */
export async function followJob(
  traces: Traces,
  signal: AbortSignal | undefined,
  context: ReadContext,
): Promise<CompletedEvent> {
  const links = placesOf(traces, context);
  const doubt = (why: ServiceProblem | null, self: string | null) =>
    new ServiceError({ kind: 'in-doubt', what: 'generation', why, self });
  let why = traces.trouble;
  for (const link of links) {
    const found = await untilFinished(link, signal, context);
    if (found.kind === 'completed') return { ...found.event, id: found.event.id ?? traces.id };
    if (found.kind === 'unfinished') throw doubt(found.why, link);
    why = found.why;
  }
  throw doubt(why, links[0] ?? null);
}

function placesOf({ id, links }: Traces, { baseUrl }: ReadContext): string[] {
  // A link on our own origin is read with credentials, so it is worth more than any other.
  const given = [...links.filter((link) => link.startsWith('/')), ...links.filter((link) => !link.startsWith('/'))];
  if (id !== null && !/^\.{1,2}$/.test(id)) {
    const { pathname } = endpointUrl(PATHS.single, baseUrl);
    given.push(`${pathname}/${encodeURIComponent(id)}`);
  }
  return [...new Set(given)];
}

type Found =
  | { readonly kind: 'completed'; readonly event: CompletedEvent }
  /** There is a job, or may be; its end has not been seen. */
  | { readonly kind: 'unfinished'; readonly why: ServiceProblem | null }
  /** There is no job at this address. */
  | { readonly kind: 'nowhere'; readonly why: ServiceProblem };

async function untilFinished(link: string, signal: AbortSignal | undefined, context: ReadContext): Promise<Found> {
  const { clock, timeouts } = context;
  const startedAt = clock.now();
  let readAt = startedAt;
  let why: ServiceProblem | null = null;
  const url = fromStoredLink(link, context.baseUrl);
  if (!url) return { kind: 'nowhere', why: { kind: 'unusable-address' } };
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      const job = await readResource(context, 'read', 'singleJob', url, singleOf, { signal });
      const event = finished(job);
      if (event) return { kind: 'completed', event };
      // A job that is complete and has no audio yet is waited for, but not for long.
      why = null;
      if (job.status !== 'completed') readAt = clock.now();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.problem.kind === 'job-failed') throw error;
      if (!isPassing(error.problem)) return { kind: 'nowhere', why: error.problem };
      why = error.problem;
    }
    const now = clock.now();
    if (now - readAt >= PATIENCE_MS || now - startedAt >= timeouts.followMs) return { kind: 'unfinished', why };
    await clock.sleep(waitMs, signal);
  }
}

/**
 * The last event of a job that is finished, null for one that is not. Where it has no status that we know, the audio
 * itself says that it is there.
 *
 * @throws ServiceError `job-failed`
 */
export function finished({ id, status, output, hasFailed, reason }: SingleReading): CompletedEvent | null {
  if (hasFailed) throw new ServiceError({ kind: 'job-failed', message: reason ?? null });
  if (output === undefined || (status !== undefined && status !== 'completed')) return null;
  const { url, duration = null, size = null } = output;
  return { kind: 'completed', id: id ?? null, progress: 1, url, duration, size };
}

/** What says nothing of the job itself. */
const isPassing = ({ kind }: ServiceProblem): boolean =>
  kind === 'connection' || kind === 'rate-limited' || kind === 'server-error';
