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
  /** Why there is no room for the audio of this many characters, or null. */
  readonly lackOfRoom: (characters: number) => Promise<string | null>;
  /** The line as it is at this moment, or null where nothing is to be rendered any more. */
  readonly lineToRender: (line: PlannedLine) => RenderableLine | null;
  /** What holds for a batch of this run that leaves now. */
  readonly terms: (runId: number) => BatchTerms;
  /** Lines that a cap keeps back: the run can't go on with them. */
  readonly onCapped: (lineIds: readonly number[], by: CapKind) => void;
  readonly onAccepted: (batch: OpenBatch, reading: BatchJobReading | null) => void;
  readonly onRefused: (lineId: number, message: string) => void;
  readonly onInDoubt: (batch: OpenBatch) => void;
  /** Lines that changed since they were planned and no longer fit what was reserved for them. */
  readonly onGrown: (lines: readonly PlannedLine[]) => void;
  /** Nothing more is to leave. */
  readonly isClosed: () => boolean;
  /** The run can't go on: what is left is not sent. */
  readonly stop: (message: string, refusesAll?: boolean) => void;
  /** The project's folder takes nothing more. */
  readonly stopFor: (error: ProjectError) => void;
  /** Nothing may leave for this many milliseconds. */
  readonly hold: (milliseconds: number) => void;
  readonly onEvent: (event: RunEvent) => void;
}

/** Refusals that concern the whole connection: no line would fare better. */
const FATAL = new Set([
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'not-the-service',
  'method-not-allowed',
  'unsupported-media-type',
]);

/**
 * This many single lines refused, and not one accepted in the whole run, mean that the service takes none. A line that
 * is refused must not stop others that are not: hence the high number.
 */
const REFUSALS_UNTIL_STOP = 50;
/** The service may be out of reach for this long before the run stops. Milliseconds. */
export const PATIENCE_MS = 5 * 60_000;
/** This many batches in doubt in a row, with none accepted in between: sending more would only put more in doubt. */
const DOUBTS_UNTIL_STOP = 10;
const LONGEST_DOUBT_WAIT_MS = 30_000;

/**
 * Sends one batch: writes it into the journal, durably, before a byte leaves, sends it, and writes down what became
 * of it. What is in doubt stays in doubt here; nothing is ever sent a second time by this class.
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

  /** Sends planned lines as one batch; for the scheduler, which made the reservation and settles it. */
  async send(runId: number, planned: readonly PlannedLine[], reservation: Reservation): Promise<SendResult> {
    const { client, random, lineToRender, lackOfRoom, onGrown, onInDoubt, onEvent, isClosed, stop, stopFor } =
      this.#options;
    const wantedJobs: NewJob[] = [];
    const grown: PlannedLine[] = [];
    for (const wanted of planned) {
      const line = lineToRender(wanted);
      if (!line) continue;
      // The reservation was made for the line as it was planned; a longer one must queue again.
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

    const lack = await lackOfRoom(sum(wantedJobs));
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
      // The request went out, and the journal, which says so, can't be told what became of it: that is in doubt.
      if (!(error instanceof ProjectError)) throw error;
      const message = describeProjectProblem(error.problem);
      onEvent({ kind: 'batch-in-doubt', batchId: batch.id, lineIds, message });
      onInDoubt(batch);
      stopFor(error);
      return { kind: 'in-doubt' };
    }
  }

  /** Writes down as much of a batch as the caps let through, and tells of the rest. */
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

  /** The producer has mended what stopped the run: it begins with the same patience as at first. */
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

  /** Every batch of the run has the same address: none would fare better. */
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
    // One bad line makes the service refuse the whole batch: halves tell which it is, and the others get through.
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
    // The first doubt is an accident; further ones in a row say that the service is ill, and it is given time.
    const waitMs = this.#doubts < 2 ? 0 : Math.min(LONGEST_DOUBT_WAIT_MS, 500 * 2 ** this.#doubts);
    if (waitMs > 0) {
      onEvent({ kind: 'waiting', cause: 'doubt', until: clock.now() + waitMs, message });
      hold(waitMs);
    }
    onInDoubt(batch);
    return { kind: 'in-doubt' };
  }
}

/** An address may hold a secret: what is told is whose it is. */
const hostOf = ({ webhookUrl }: BatchTerms): string | null => (webhookUrl === null ? null : new URL(webhookUrl).host);

/** A refusal that names the field of the webhook, and none of a line's. */
function isAboutWebhook({ problem }: ServiceError): boolean {
  return problem.kind === 'invalid-parameters' && /\bwebhook_url\b/.test(problem.message ?? '');
}

const sum = (jobs: readonly NewJob[]): number => jobs.reduce((total, job) => total + job.characters, 0);
