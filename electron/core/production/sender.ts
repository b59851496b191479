import type { BatchJobReading } from '@lectern/tts-protocol';
import { BOUNDS, RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import type { ServiceClient, SubmitOutcome } from '../api/service-client.ts';
import { describeProblem, type ServiceError } from '../api/service-error.ts';
import type { Clock, Random } from '../ports.ts';
import type { Database } from '../project/folder/database.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { BatchTerms, Journal, NewJob, OpenBatch } from '../project/journal/journal.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import { beginWithinCaps, type CapKind } from '../project/spending/remaining-budget.ts';
import type { Reservation, SendResult } from '../scheduler/scheduler-types.ts';
import type { PlannedLine } from './run-order.ts';

export interface SenderOptions {
  readonly db: Database;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly clock: Clock;
  readonly random: Random;
  /** Returns why there is no disk space for the audio of this many characters, or null. */
  readonly missingDiskSpace: (characters: number) => Promise<string | null>;
  /** Returns the line's current request, or null if there is nothing to render any more. */
  readonly lineToRender: (line: PlannedLine) => RenderableLine | null;
  readonly terms: (runId: number) => BatchTerms;
  /** A cap keeps these lines from being sent, so the run can't continue. */
  readonly onCapped: (lineIds: readonly number[], by: CapKind) => void;
  readonly onAccepted: (batch: OpenBatch, reading: BatchJobReading | null) => void;
  readonly onRefused: (lineId: number, message: string) => void;
  readonly onInDoubt: (batch: OpenBatch) => void;
  /** Lines that have changed since they were planned and exceed their reservation. */
  readonly onGrown: (lines: readonly PlannedLine[]) => void;
  readonly isClosed: () => boolean;
  /** The run can't continue, and the remaining lines are not sent. */
  readonly stop: (message: string, refusesAll?: boolean) => void;
  readonly stopFor: (error: ProjectError) => void;
  readonly hold: (milliseconds: number) => void;
  readonly onEvent: (event: RunEvent) => void;
}

/** Refusals that concern the whole connection and so would affect every line. */
const FATAL = new Set([
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'not-the-service',
  'method-not-allowed',
  'unsupported-media-type',
]);

/**
 * If this many single lines are refused and none accepted in the whole run, the service accepts nothing. The number is
 * high because a refused line must not stop lines that would be accepted.
 */
const REFUSALS_UNTIL_STOP = 50;
/** How long the service may be unreachable before the run stops, in milliseconds. */
export const PATIENCE_MS = 5 * 60_000;
/** After this many consecutive batches in doubt, sending more would only put more in doubt. */
const DOUBTS_UNTIL_STOP = 10;
const LONGEST_DOUBT_WAIT_MS = 30_000;

/**
 * Sends one batch: writes it to the journal durably before the first byte is sent, sends it, and records the outcome. A
 * batch in doubt stays in doubt here; this class never sends anything twice.
 */
export class Sender {
  readonly #options: SenderOptions;
  #accepted = false;
  #refusals = 0;
  #doubts = 0;
  #unreachableSince: number | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends planned lines as one batch. The scheduler has made the reservation and settles it. */
  async send(runId: number, planned: readonly PlannedLine[], reservation: Reservation): Promise<SendResult> {
    const { client, random, lineToRender, missingDiskSpace, onGrown, onInDoubt, onEvent, isClosed, stop, stopFor } =
      this.#options;
    const wantedJobs: NewJob[] = [];
    const grown: PlannedLine[] = [];
    for (const wanted of planned) {
      const line = lineToRender(wanted);
      if (!line) continue;
      // The reservation was made for the planned length; a longer line has to queue again.
      if (line.characters > wanted.characters) grown.push({ ...wanted, characters: line.characters });
      else {
        const customId = random.id().slice(0, BOUNDS.customIdCharacters.max);
        wantedJobs.push({ ...line, customId, attempts: wanted.attempts });
      }
    }
    if (grown.length > 0) onGrown(grown);
    if (wantedJobs.length === 0) {
      reservation.release();
      return { kind: 'failed' };
    }

    const lack = await missingDiskSpace(sum(wantedJobs));
    if (lack !== null) {
      stop(lack);
      return { kind: 'not-sent' };
    }
    if (isClosed()) return { kind: 'not-sent' };
    const terms = this.#options.terms(runId);
    const { batch, jobs } = this.#begin(runId, wantedJobs, terms);
    if (!batch) {
      reservation.release();
      return { kind: 'failed' };
    }
    const lineIds = jobs.map((job) => job.lineId);
    onEvent({ kind: 'batch-sent', batchId: batch.id, lineIds, characters: sum(jobs), webhookHost: hostOf(terms) });
    const outcome = await client.submitBatch({
      jobs: jobs.map((job) => ({ ...job.request, custom_id: job.customId })),
      ...(terms.webhookUrl === null ? {} : { webhook_url: terms.webhookUrl }),
    });
    try {
      return this.#settle(batch, lineIds, outcome, terms);
    } catch (error) {
      // The request was sent, but its outcome can't be written to the journal, so it is in doubt.
      if (!(error instanceof ProjectError)) throw error;
      const message = describeProjectProblem(error.problem);
      onEvent({ kind: 'batch-in-doubt', batchId: batch.id, lineIds, message });
      onInDoubt(batch);
      stopFor(error);
      return { kind: 'in-doubt' };
    }
  }

  #begin(runId: number, wanted: readonly NewJob[], terms: BatchTerms) {
    const { db, journal, connection, clock, onCapped } = this.#options;
    const order = { runId, connection, jobs: wanted, terms, now: clock.now() };
    const { batch, jobs, beyond, by } = beginWithinCaps(db, journal, order);
    const capped = beyond.map(({ lineId }) => lineId);
    if (by !== null) onCapped(capped, by);
    return { batch, jobs };
  }

  #settle(batch: OpenBatch, lineIds: readonly number[], outcome: SubmitOutcome, terms: BatchTerms): SendResult {
    const { journal, clock, onAccepted, onEvent } = this.#options;
    if (outcome.kind !== 'not-sent') this.#unreachableSince = null;
    switch (outcome.kind) {
      case 'accepted': {
        this.#accepted = true;
        this.#doubts = 0;
        journal.accepted(batch.id, outcome.self, clock.now());
        onEvent({ kind: 'batch-accepted', batchId: batch.id, lines: lineIds.length });
        onAccepted({ ...batch, selfLink: outcome.self }, outcome.batch);
        return { kind: 'accepted', ids: lineIds.map(String) };
      }
      case 'not-sent':
        return this.#notSent(batch, describeProblem(outcome.error.problem));
      case 'refused':
        if (terms.webhookUrl !== null && isAboutWebhook(outcome.error)) return this.#noWebhook(batch, outcome.error);
        return this.#refused(batch, lineIds, outcome.error, outcome.retryAfterMs);
      case 'in-doubt':
        return this.#inDoubt(batch, lineIds, outcome.error);
    }
  }

  /** Resets all counters after the producer has fixed the reason for a stop. */
  forgive(): void {
    this.#refusals = 0;
    this.#doubts = 0;
    this.#unreachableSince = null;
  }

  #withdraw(batch: OpenBatch): void {
    this.#options.journal.forget(batch.id);
    const lineIds = batch.jobs.map((job) => job.lineId);
    this.#options.onEvent({ kind: 'batch-withdrawn', batchId: batch.id, lineIds });
  }

  #notSent(batch: OpenBatch, message: string): SendResult {
    const { clock, onEvent, stop } = this.#options;
    this.#withdraw(batch);
    this.#unreachableSince ??= clock.now();
    const silentMs = clock.now() - this.#unreachableSince;
    if (silentMs >= PATIENCE_MS)
      stop(`${message} It could not be reached for ${Math.round(silentMs / 60_000)} minutes.`);
    else onEvent({ kind: 'waiting', cause: 'unreachable', until: this.#unreachableSince + PATIENCE_MS, message });
    return { kind: 'not-sent' };
  }

  /** All batches of the run have the same webhook address, so all would be refused. */
  #noWebhook(batch: OpenBatch, error: ServiceError): SendResult {
    this.#withdraw(batch);
    this.#options.stop(
      `The service does not take the webhook’s address: ${describeProblem(error.problem)} ` +
        'Change it in the settings of the connection, or go on without it.',
    );
    return { kind: 'not-sent' };
  }

  #refused(batch: OpenBatch, lineIds: readonly number[], error: ServiceError, retryAfterMs?: number): SendResult {
    const { journal, clock, onRefused, onEvent, stop } = this.#options;
    const message = describeProblem(error.problem);
    if (error.problem.kind === 'rate-limited') {
      this.#withdraw(batch);
      const until = clock.now() + (retryAfterMs ?? RATE_WINDOW_MS);
      onEvent({ kind: 'waiting', cause: 'rate-limited', until, message });
      return { kind: 'rate-limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
    if (FATAL.has(error.problem.kind)) {
      this.#withdraw(batch);
      stop(message, true);
      return { kind: 'not-sent' };
    }
    // A single bad line makes the service refuse the whole batch. Halving it isolates that line and lets the others
    // through.
    if (lineIds.length > 1) {
      this.#withdraw(batch);
      return { kind: 'split' };
    }
    journal.refused(batch.id, { kind: 'refused', message }, clock.now());
    for (const lineId of lineIds) onRefused(lineId, message);
    this.#refusals += 1;
    if (!this.#accepted && this.#refusals >= REFUSALS_UNTIL_STOP) {
      stop(`The service refused ${this.#refusals} lines and took none; the last time it said: ${message}`);
    }
    return { kind: 'failed' };
  }

  #inDoubt(batch: OpenBatch, lineIds: readonly number[], error: ServiceError): SendResult {
    const { journal, clock, onInDoubt, onEvent, stop, hold } = this.#options;
    const message = describeProblem(error.problem);
    journal.inDoubt(batch.id, { kind: 'in-doubt', message }, clock.now());
    onEvent({ kind: 'batch-in-doubt', batchId: batch.id, lineIds, message });
    this.#doubts += 1;
    if (this.#doubts >= DOUBTS_UNTIL_STOP) {
      stop(`${this.#doubts} batches in a row got no clear answer; the last time: ${message}`);
      onInDoubt(batch);
      return { kind: 'in-doubt' };
    }
    // A single doubt may be an accident; several in a row mean that the service has problems and needs time.
    const waitMs = this.#doubts < 2 ? 0 : Math.min(LONGEST_DOUBT_WAIT_MS, 500 * 2 ** this.#doubts);
    if (waitMs > 0) {
      onEvent({ kind: 'waiting', cause: 'doubt', until: clock.now() + waitMs, message });
      hold(waitMs);
    }
    onInDoubt(batch);
    return { kind: 'in-doubt' };
  }
}

/** Returns only the host, because the rest of the address may be secret. */
const hostOf = ({ webhookUrl }: BatchTerms): string | null => (webhookUrl === null ? null : new URL(webhookUrl).host);

/** Returns whether a refusal is about the webhook field and not a line's. */
function isAboutWebhook({ problem }: ServiceError): boolean {
  return problem.kind === 'invalid-parameters' && /\bwebhook_url\b/.test(problem.message ?? '');
}

const sum = (jobs: readonly NewJob[]): number => jobs.reduce((total, job) => total + job.characters, 0);
