// A batch is flushed to the journal before its first byte is sent. Its outcome is flushed before it is returned.
import type { LenientBatchJob } from '@lectern/tts-protocol';
import { BOUNDS } from '@lectern/tts-protocol';
import type { DoubtReason, Failure } from '../../../shared/model/problems/line-failure.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import type { ServiceClient, SubmitOutcome } from '../api/service-client.ts';
import type { ServiceProblem } from '../api/service-error.ts';
import type { Awaitable, Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { BatchTerms, Journal, NewJob, OpenBatch } from '../project/journal/journal.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import type { SendResult } from '../scheduler/scheduler-types.ts';

export interface QueuedLine extends OrderedLine {
  readonly id: string;
  readonly attempts: number;
}

export interface BatchDraft {
  readonly jobs: readonly NewJob[];
  /** Lines whose text no longer contains anything to render. */
  readonly skipped: readonly QueuedLine[];
  /** Lines whose identical request has already been sent to the service. */
  readonly duplicate: readonly QueuedLine[];
  /** Lines that now exceed their reservation and must be queued again. */
  readonly grown: readonly QueuedLine[];
}

/** `requestOf` returns null if the line's text no longer contains anything to render. */
export function draftBatch(
  lines: readonly QueuedLine[],
  requestOf: (line: QueuedLine) => RenderableLine | null,
  journal: Pick<Journal, 'isInFlight'>,
  random: Pick<Random, 'id'>,
): BatchDraft {
  const jobs: NewJob[] = [];
  const skipped: QueuedLine[] = [];
  const duplicate: QueuedLine[] = [];
  const grown: QueuedLine[] = [];
  for (const queued of lines) {
    const line = requestOf(queued);
    if (!line) skipped.push(queued);
    else if (journal.isInFlight(line)) duplicate.push(queued);
    else if (line.characters > queued.characters) grown.push({ ...queued, characters: line.characters });
    else {
      const customId = random.id().slice(0, BOUNDS.customIdCharacters.max);
      jobs.push({ ...line, customId, attempts: queued.attempts });
    }
  }
  return { jobs, skipped, duplicate, grown };
}

/**
 * Determines what happens to the lines.
 * - `rate-limited`: they are sent later.
 * - `always`: every batch would be refused because of the key, the plan or the address.
 * - `webhook`: every batch in the run would be refused, because all of them have the same webhook address.
 * - `split`: the batch is sent again in halves.
 * - `line`: its only line is refused for good.
 */
export type RefusalReason = 'rate-limited' | 'always' | 'webhook' | 'split' | 'line';

export type SubmissionOutcome =
  /** No byte was sent. The batch was removed from the journal. */
  | { readonly kind: 'not-sent'; readonly problem: ServiceProblem }
  /**
   * The service has none of the batch's lines. The batch is only in the journal if its line has been refused for good.
   */
  | {
      readonly kind: 'refused';
      readonly reason: RefusalReason;
      readonly problem: ServiceProblem;
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: 'accepted'; readonly batch: OpenBatch; readonly reading: LenientBatchJob | null }
  /** The service might have the batch, so it isn't sent again unless the producer decides to do so. */
  | { readonly kind: 'in-doubt'; readonly problem: ServiceProblem }
  /** Also in doubt: the batch was sent, but the journal couldn't be updated and still marks it as being sent. */
  | { readonly kind: 'unrecorded'; readonly problem: ProjectProblem };

/** Each method flushes what it records. */
export interface SubmissionJournal {
  markAccepted(batchId: number, selfLink: string, now: number): Awaitable<void>;
  deleteBatch(batchId: number): Awaitable<void>;
  markRefused(batchId: number, reason: Failure, now: number): Awaitable<void>;
  markInDoubt(batchId: number, reason: DoubtReason, now: number): Awaitable<void>;
}

export interface SubmitParts {
  readonly journal: SubmissionJournal;
  readonly client: Pick<ServiceClient, 'submitBatch'>;
  readonly clock: Clock;
}

/** Sends a journaled batch once and records the outcome. */
export async function submitBatch(
  parts: SubmitParts,
  batch: OpenBatch,
  { webhookUrl }: BatchTerms,
): Promise<SubmissionOutcome> {
  const outcome = await parts.client.submitBatch({
    jobs: batch.jobs.map(({ request, customId }) => ({ ...request, custom_id: customId })),
    ...(webhookUrl === null ? {} : { webhook_url: webhookUrl }),
  });
  try {
    return await record(parts, batch, outcome, webhookUrl !== null);
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    return { kind: 'unrecorded', problem: error.problem };
  }
}

async function record(
  { journal, clock }: SubmitParts,
  batch: OpenBatch,
  outcome: SubmitOutcome,
  hasWebhook: boolean,
): Promise<SubmissionOutcome> {
  switch (outcome.kind) {
    case 'accepted':
      await journal.markAccepted(batch.id, outcome.self, clock.now());
      return { kind: 'accepted', batch: { ...batch, selfLink: outcome.self }, reading: outcome.batch };
    case 'not-sent':
      await journal.deleteBatch(batch.id);
      return { kind: 'not-sent', problem: outcome.error.problem };
    case 'refused': {
      const { problem } = outcome.error;
      const reason = refusalReason(problem, batch.jobs.length, hasWebhook);
      if (reason === 'line') await journal.markRefused(batch.id, { kind: 'refused', problem }, clock.now());
      else await journal.deleteBatch(batch.id);
      return { kind: 'refused', reason, problem, retryAfterMs: outcome.retryAfterMs };
    }
    case 'in-doubt': {
      const { problem } = outcome.error;
      await journal.markInDoubt(batch.id, { kind: 'in-doubt', why: 'no-reply', problem }, clock.now());
      return { kind: 'in-doubt', problem };
    }
  }
}

/** Refusals that apply to the whole connection. */
const CONNECTION_REFUSALS: ReadonlySet<ServiceProblem['kind']> = new Set([
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'not-the-service',
  'method-not-allowed',
  'unsupported-media-type',
]);

function refusalReason(problem: ServiceProblem, lines: number, hasWebhook: boolean): RefusalReason {
  if (hasWebhook && isAboutWebhook(problem)) return 'webhook';
  if (problem.kind === 'rate-limited') return 'rate-limited';
  if (CONNECTION_REFUSALS.has(problem.kind)) return 'always';
  return lines > 1 ? 'split' : 'line';
}

const isAboutWebhook = (problem: ServiceProblem): boolean =>
  problem.kind === 'invalid-parameters' && /\bwebhook_url\b/.test(problem.message ?? '');

export function sendResultOf(outcome: SubmissionOutcome, { jobs }: OpenBatch): SendResult {
  const ids = jobs.map(({ lineId }) => String(lineId));
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', ids };
    case 'not-sent':
      return { kind: 'not-sent', ids };
    case 'in-doubt':
    case 'unrecorded':
      return { kind: 'in-doubt' };
    case 'refused': {
      const { reason, retryAfterMs } = outcome;
      if (reason === 'rate-limited')
        return { kind: 'rate-limited', ids, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
      if (reason === 'split') return { kind: 'split', ids };
      return reason === 'line' ? { kind: 'failed' } : { kind: 'not-sent', ids };
    }
  }
}
