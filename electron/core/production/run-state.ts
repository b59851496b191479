// A run as a state machine without clock, disk or network. run.ts carries out the effects.
import type { LenientBatchJob, LenientOutput } from '@lectern/tts-protocol';
import { RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { Failure, Loss, Unfinished } from '../../../shared/model/problems/line-failure.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { RunStop } from '../../../shared/model/problems/run-stop.ts';
import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { CapKind } from '../../../shared/model/spending.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { OpenBatch, SentJob } from '../project/journal/journal.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { DiskShortage } from './disk-space.ts';
import type { PollEvent } from './poll-batch.ts';
import type { BatchDraft, QueuedLine, SubmissionOutcome } from './submit-batch.ts';
import type { DownloadOutcome } from './take-downloader.ts';

/** A line has no result while it is queued or submitted, or while it is being polled or downloaded. */
export type LineResult =
  | { readonly kind: 'rendered' | 'in-doubt' | 'lost' | 'skipped' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The service still has the line, but its result is no longer awaited. */
  | { readonly kind: 'unfinished'; readonly failure: Unfinished };

/** Only changed by `transition`. Mutated in place, because a run can have 100,000 lines. */
export interface RunState {
  readonly retryFailed: number;
  readonly maxCharacters: number;
  runId: number;
  /** Maps each line to its characters that count as ordered but not yet as sent. */
  readonly queued: Map<number, number>;
  /** Lines that the dispatcher has given out and that aren't in a batch yet. */
  readonly preparing: Set<number>;
  readonly results: Map<number, LineResult>;
  /** Seeds of queued extra takes, as `lineId seed`. */
  readonly retakes: Set<string>;
  /** Totals of everything ordered, including retries, and of the part passed to the dispatcher. */
  orderedCharacters: number;
  sentCharacters: number;
  /** Has been, or might have been, accepted by the service. */
  batches: number;
  characters: number;
  isHeld: boolean;
  stopped: RunStop | null;
  isInterrupted: boolean;
  isHalted: boolean;
  isEnded: boolean;
  /** Whether a batch was accepted, and the lines that were refused individually. */
  hasAccepted: boolean;
  refusals: number;
  doubts: number;
  /** Milliseconds since the epoch; null while the service is reachable. */
  unreachableSince: number | null;
}

export interface RunLimits {
  readonly runId: number;
  readonly retryFailed: number;
  readonly maxCharacters: number;
}

export const newRunState = (limits: RunLimits): RunState => ({
  ...limits,
  queued: new Map(),
  preparing: new Set(),
  results: new Map(),
  retakes: new Set(),
  orderedCharacters: 0,
  sentCharacters: 0,
  batches: 0,
  characters: 0,
  isHeld: false,
  stopped: null,
  isInterrupted: false,
  isHalted: false,
  isEnded: false,
  hasAccepted: false,
  refusals: 0,
  doubts: 0,
  unreachableSince: null,
});

export interface RunFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Characters that the project's caps still allow. */
  readonly room: number;
  readonly inDoubtPolicy: InDoubtPolicy;
  readonly lostPolicy: InDoubtPolicy;
}

/** Everything that affects costs is written to the journal before it is reported to this state machine. */
export type RunInput =
  /** Already checked against the caps. */
  | { readonly kind: 'ordered'; readonly lines: readonly OrderedLine[] }
  | {
      readonly kind: 'added';
      readonly lines: readonly OrderedLine[];
      readonly work: WorkKind;
      readonly runId: number;
    }
  | { readonly kind: 'held' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'never-fits'; readonly line: QueuedLine; readonly limitCharacters: number }
  | { readonly kind: 'taken'; readonly lines: readonly QueuedLine[] }
  | { readonly kind: 'drafted'; readonly lines: readonly QueuedLine[]; readonly draft: BatchDraft }
  | ({ readonly kind: 'disk-short'; readonly folder: string } & DiskShortage)
  | {
      readonly kind: 'capped';
      readonly lines: readonly Pick<OrderedLine, 'lineId' | 'characters'>[];
      readonly by: CapKind;
    }
  | { readonly kind: 'submitting'; readonly batch: OpenBatch; readonly webhookHost: string | null }
  | { readonly kind: 'submitted'; readonly batch: OpenBatch; readonly outcome: SubmissionOutcome }
  /** Unsent lines return to the dispatcher's queue unless the run is closed. */
  | { readonly kind: 'returned'; readonly lines: readonly QueuedLine[] }
  | { readonly kind: 'polled'; readonly batch: OpenBatch; readonly event: PollEvent }
  | {
      readonly kind: 'downloaded';
      readonly batch: OpenBatch;
      readonly job: SentJob;
      readonly outcome: DownloadOutcome;
    }
  | {
      readonly kind: 'resend-decided';
      readonly batch: OpenBatch;
      readonly jobs: readonly SentJob[];
      readonly isAllowed: boolean;
    }
  | { readonly kind: 'next-take'; readonly line: OrderedLine }
  /** The project can't be written to, so the run can't continue. */
  | { readonly kind: 'unwritable'; readonly problem: ProjectProblem };

/** Effects are carried out in order. */
export type RunEffect =
  | { readonly kind: 'report'; readonly event: RunEvent }
  | { readonly kind: 'enqueue'; readonly lines: readonly QueuedLine[]; readonly work: WorkKind }
  | { readonly kind: 'cancel'; readonly lineIds: readonly number[] }
  | { readonly kind: 'pause-sending'; readonly milliseconds: number }
  | { readonly kind: 'poll'; readonly batch: OpenBatch; readonly reading: LenientBatchJob | null }
  | { readonly kind: 'download'; readonly batch: OpenBatch; readonly job: SentJob; readonly output: LenientOutput }
  | { readonly kind: 'resend'; readonly batch: OpenBatch; readonly jobs: readonly SentJob[] }
  /** Finds the take that was ordered to follow this job's take of the line. The answer is `next-take`. */
  | { readonly kind: 'find-next-take'; readonly job: SentJob }
  | { readonly kind: 'halt'; readonly problem: ProjectProblem | null };

/**
 * After this many refusals without any acceptance, assume that the service accepts nothing. The number is high because
 * a refused line must not stop lines that would be accepted.
 */
const REFUSALS_UNTIL_STOP = 50;
export const UNREACHABLE_LIMIT_MS = 5 * 60_000;
/** Stop after this many consecutive batches in doubt, because sending more would only put more lines in doubt. */
const DOUBTS_UNTIL_STOP = 10;
const MAX_DOUBT_WAIT_MS = 30_000;

/** Lines that are returned unsent aren't queued again. */
export const isClosed = (state: RunState): boolean => state.isHeld || state.stopped !== null || state.isHalted;

/** Returns the next effects, in order. Only reads facts when they are needed. */
export function transition(state: RunState, input: RunInput, facts: RunFacts): readonly RunEffect[] {
  switch (input.kind) {
    case 'ordered':
      state.orderedCharacters += charactersOf(input.lines);
      return enqueue(state, input.lines.map(toQueuedLine), 'bulk');
    case 'added':
      return add(state, input, facts);
    case 'held':
      state.isHeld = true;
      return cancelQueued(state);
    case 'interrupted':
      state.isInterrupted = true;
      state.isHalted = true;
      return [...cancelQueued(state), { kind: 'halt', problem: null }];
    case 'ended':
      state.isEnded = true;
      return [];
    case 'broken':
      state.isEnded = true;
      state.isHalted = true;
      return [...cancelQueued(state), { kind: 'halt', problem: null }];
    case 'never-fits': {
      const { line, limitCharacters } = input;
      unqueue(state, line.lineId);
      return [fail(state, line.lineId, { kind: 'never-fits', characters: line.characters, limitCharacters })];
    }
    case 'taken':
      state.sentCharacters += charactersOf(input.lines);
      for (const { lineId } of input.lines) {
        state.queued.set(lineId, 0);
        state.preparing.add(lineId);
      }
      return [];
    case 'drafted':
      return draft(state, input, facts);
    case 'disk-short':
      return stop(state, input);
    case 'capped':
      putBack(state, input.lines);
      return stop(state, { kind: 'capped', by: input.by });
    case 'submitting': {
      const { batch, webhookHost } = input;
      const characters = charactersOf(batch.jobs);
      return [report({ kind: 'batch-sent', batchId: batch.id, lineIds: linesOf(batch.jobs), characters, webhookHost })];
    }
    case 'submitted':
      return handleSubmission(state, input.batch, input.outcome, facts);
    case 'returned':
      putBack(state, input.lines);
      return [];
    case 'polled':
      return handlePollEvent(state, input.batch, input.event, facts);
    case 'downloaded':
      return handleDownload(state, input.batch, input.job, input.outcome, facts);
    case 'resend-decided':
      return resendDecided(state, input.batch, input.jobs, input.isAllowed);
    case 'next-take': {
      const { line } = input;
      const told = report({ kind: 'next-take', line });
      const failed = planOrFail(state, line, facts.room);
      return failed ? [told, failed] : [told, ...enqueue(state, [toQueuedLine(line)], 'interactive')];
    }
    case 'unwritable':
      return stopForProject(state, input.problem);
  }
}

function add(
  state: RunState,
  { lines, work, runId }: Extract<RunInput, { kind: 'added' }>,
  facts: RunFacts,
): readonly RunEffect[] {
  state.runId = runId;
  if (isClosed(state)) reopen(state);
  const added = lines.filter(({ lineId, retakeSeed }) => retakeSeed !== undefined || !state.preparing.has(lineId));
  // Don't queue a line again if it is already waiting.
  const effects: RunEffect[] = [{ kind: 'cancel', lineIds: added.map(({ lineId }) => lineId) }];
  const { room } = facts;
  const fitting: QueuedLine[] = [];
  for (const line of added) {
    unqueue(state, line.lineId);
    const failed = planOrFail(state, line, room);
    if (failed) effects.push(failed);
    else fitting.push(toQueuedLine(line));
  }
  return [...effects, ...enqueue(state, fitting, work)];
}

function reopen(state: RunState): void {
  state.orderedCharacters = state.sentCharacters;
  for (const lineId of state.queued.keys()) state.queued.set(lineId, 0);
  state.isHeld = false;
  state.stopped = null;
  state.refusals = 0;
  state.doubts = 0;
  state.unreachableSince = null;
}

function draft(
  state: RunState,
  { lines, draft: { skipped, duplicate, grown } }: Extract<RunInput, { kind: 'drafted' }>,
  facts: RunFacts,
): readonly RunEffect[] {
  const effects: RunEffect[] = [];
  for (const { lineId } of lines) {
    state.preparing.delete(lineId);
    // Keep a retake that was added meanwhile.
    if (state.queued.get(lineId) === 0) state.queued.delete(lineId);
  }
  const dropped = charactersOf([...skipped, ...duplicate, ...grown]);
  state.sentCharacters -= dropped;
  state.orderedCharacters -= dropped;
  for (const { lineId } of skipped) {
    if (!state.results.has(lineId)) state.results.set(lineId, { kind: 'skipped' });
    effects.push(report({ kind: 'line-skipped', lineId }));
  }
  for (const line of grown) {
    const failed = planOrFail(state, line, facts.room);
    if (failed) effects.push(failed);
    else append(effects, enqueue(state, [line], 'bulk'));
  }
  return effects;
}

function handleSubmission(
  state: RunState,
  batch: OpenBatch,
  outcome: SubmissionOutcome,
  facts: RunFacts,
): readonly RunEffect[] {
  if (outcome.kind !== 'not-sent') state.unreachableSince = null;
  switch (outcome.kind) {
    case 'accepted': {
      state.hasAccepted = true;
      state.doubts = 0;
      countBatch(state, batch);
      return [
        report({ kind: 'batch-accepted', batchId: batch.id, lines: batch.jobs.length }),
        { kind: 'poll', batch: outcome.batch, reading: outcome.reading },
      ];
    }
    case 'not-sent': {
      const { problem } = outcome;
      state.unreachableSince ??= facts.now;
      const silentMs = facts.now - state.unreachableSince;
      const until = state.unreachableSince + UNREACHABLE_LIMIT_MS;
      if (silentMs < UNREACHABLE_LIMIT_MS) {
        return [reportWithdrawal(batch), report({ kind: 'waiting', cause: 'unreachable', until, problem })];
      }
      const minutes = Math.round(silentMs / 60_000);
      return [reportWithdrawal(batch), ...stop(state, { kind: 'unreachable', minutes, failure: problem })];
    }
    case 'refused':
      return handleRefusal(state, batch, outcome, facts);
    case 'in-doubt':
      return handleDoubt(state, batch, outcome.problem, facts);
    case 'unrecorded': {
      countBatch(state, batch);
      for (const { lineId } of batch.jobs) state.results.set(lineId, { kind: 'in-doubt' });
      const reason = { kind: 'in-doubt', why: 'not-stored', problem: outcome.problem } as const;
      return [
        report({ kind: 'batch-in-doubt', batchId: batch.id, lineIds: linesOf(batch.jobs), reason }),
        ...stopForProject(state, outcome.problem),
      ];
    }
  }
}

function handleRefusal(
  state: RunState,
  batch: OpenBatch,
  { reason, problem, retryAfterMs }: Extract<SubmissionOutcome, { kind: 'refused' }>,
  facts: RunFacts,
): readonly RunEffect[] {
  switch (reason) {
    case 'rate-limited': {
      const until = facts.now + (retryAfterMs ?? RATE_WINDOW_MS);
      return [reportWithdrawal(batch), report({ kind: 'waiting', cause: 'rate-limited', until, problem })];
    }
    case 'always':
      return [reportWithdrawal(batch), ...stop(state, { kind: 'refuses-all', failure: problem })];
    case 'webhook':
      return [reportWithdrawal(batch), ...stop(state, { kind: 'refuses-webhook', failure: problem })];
    case 'split':
      return [reportWithdrawal(batch)];
    case 'line': {
      const effects: RunEffect[] = batch.jobs.map(({ lineId }) => fail(state, lineId, { kind: 'refused', problem }));
      state.refusals += 1;
      if (state.hasAccepted || state.refusals < REFUSALS_UNTIL_STOP) return effects;
      const why = { kind: 'refuses-lines', lines: state.refusals, failure: problem } as const;
      return [...effects, ...stop(state, why)];
    }
  }
}

function handleDoubt(
  state: RunState,
  batch: OpenBatch,
  failure: ServiceProblem,
  facts: RunFacts,
): readonly RunEffect[] {
  countBatch(state, batch);
  for (const { lineId } of batch.jobs) state.results.set(lineId, { kind: 'in-doubt' });
  const reason = { kind: 'in-doubt', why: 'no-reply', problem: failure } as const;
  const told = report({ kind: 'batch-in-doubt', batchId: batch.id, lineIds: linesOf(batch.jobs), reason });
  state.doubts += 1;
  if (state.doubts >= DOUBTS_UNTIL_STOP) {
    return [told, ...stop(state, { kind: 'doubts', batches: state.doubts, failure })];
  }
  const effects = [told];
  // A single batch in doubt might be a coincidence. Several in a row mean that the service has problems, so wait.
  if (state.doubts >= 2) {
    const milliseconds = Math.min(MAX_DOUBT_WAIT_MS, 500 * 2 ** state.doubts);
    effects.push(report({ kind: 'waiting', cause: 'doubt', until: facts.now + milliseconds, problem: failure }), {
      kind: 'pause-sending',
      milliseconds,
    });
  }
  return [...effects, ...resend(state, batch, batch.jobs, facts.inDoubtPolicy, facts)];
}

function handlePollEvent(state: RunState, batch: OpenBatch, event: PollEvent, facts: RunFacts): readonly RunEffect[] {
  switch (event.kind) {
    case 'completed':
      return [{ kind: 'download', batch, job: event.job, output: event.output }];
    case 'failed': {
      const { job, failure } = event;
      const willRetry = job.attempts < state.retryFailed && tryPlan(state, job.characters, facts);
      const failed = fail(state, job.lineId, failure, willRetry);
      return willRetry ? [failed, ...enqueue(state, [requeued(state, job, job.attempts + 1)], 'bulk')] : [failed];
    }
    case 'lost':
      return handleLoss(state, batch, event.jobs, event.loss, facts);
    case 'abandoned': {
      const { jobs, failure } = event;
      if (failure.why === 'unreadable') return jobs.map(({ lineId }) => fail(state, lineId, failure));
      for (const { lineId } of jobs) state.results.set(lineId, { kind: 'unfinished', failure });
      const told = report({ kind: 'lines-unfinished', batchId: batch.id, lineIds: linesOf(jobs), failure });
      if (failure.why !== 'useless-replies') return [told];
      return [told, ...stop(state, { kind: failure.why, missing: failure.missing })];
    }
    case 'unreadable':
      return [report({ kind: 'waiting', cause: 'unreachable', until: event.until, problem: event.problem })];
  }
}

function handleDownload(
  state: RunState,
  batch: OpenBatch,
  job: SentJob,
  outcome: DownloadOutcome,
  facts: RunFacts,
): readonly RunEffect[] {
  const { lineId } = job;
  switch (outcome.kind) {
    case 'stored': {
      const { takeId, durationSeconds } = outcome;
      state.results.set(lineId, { kind: 'rendered' });
      return [report({ kind: 'line-rendered', lineId, takeId, durationSeconds }), { kind: 'find-next-take', job }];
    }
    case 'lost':
      return handleLoss(state, batch, [job], outcome.loss, facts);
    case 'unavailable':
      return [fail(state, lineId, outcome.failure)];
    case 'unwritable': {
      const { problem } = outcome;
      const stops = stopForProject(state, problem);
      // If the folder was moved, the line hasn't failed: its take can still be downloaded from the service.
      if (problem.kind === 'moved-while-open') return stops;
      return [fail(state, lineId, { kind: 'not-stored', problem }), ...stops];
    }
  }
}

function handleLoss(
  state: RunState,
  batch: OpenBatch,
  jobs: readonly SentJob[],
  { cause }: Loss,
  facts: RunFacts,
): readonly RunEffect[] {
  const lineIds = linesOf(jobs);
  for (const lineId of lineIds) state.results.set(lineId, { kind: 'lost' });
  return [
    report({ kind: 'lines-lost', batchId: batch.id, lineIds, cause }),
    ...resend(state, batch, jobs, facts.lostPolicy, facts),
  ];
}

function resend(
  state: RunState,
  batch: OpenBatch,
  jobs: readonly SentJob[],
  policy: InDoubtPolicy,
  facts: RunFacts,
): readonly RunEffect[] {
  if (isClosed(state) || policy !== 'send-again' || !tryPlan(state, charactersOf(jobs), facts)) return [];
  return [{ kind: 'resend', batch, jobs }];
}

function resendDecided(
  state: RunState,
  batch: OpenBatch,
  jobs: readonly SentJob[],
  isAllowed: boolean,
): readonly RunEffect[] {
  if (!isAllowed) {
    state.orderedCharacters -= charactersOf(jobs);
    return [];
  }
  const lines = jobs.map(({ lineId, characters }) => ({ lineId, characters }));
  const queued = jobs.map((job) => requeued(state, job, job.attempts));
  return [report({ kind: 'doubt-sent-again', batchId: batch.id, lines }), ...enqueue(state, queued, 'bulk')];
}

function enqueue(state: RunState, lines: readonly QueuedLine[], work: WorkKind): readonly RunEffect[] {
  for (const { lineId, characters, retakeSeed } of lines) {
    state.queued.set(lineId, characters);
    // A rendered line remains rendered while it gets another take.
    if (state.results.get(lineId)?.kind !== 'rendered') state.results.delete(lineId);
    if (retakeSeed !== undefined) state.retakes.add(retakeKey(lineId, retakeSeed));
  }
  return lines.length === 0 || isClosed(state) ? [] : [{ kind: 'enqueue', lines, work }];
}

const cancelQueued = (state: RunState): readonly RunEffect[] => [{ kind: 'cancel', lineIds: [...state.queued.keys()] }];

function stop(state: RunState, why: RunStop): readonly RunEffect[] {
  if (state.stopped !== null) return [];
  state.stopped = why;
  return [report({ kind: 'stopped', stop: why }), ...cancelQueued(state)];
}

/** If the folder has been moved, waiting also stops, because audio couldn't be stored. */
function stopForProject(state: RunState, problem: ProjectProblem): readonly RunEffect[] {
  const effects = stop(state, { kind: 'project', problem });
  if (problem.kind !== 'moved-while-open') return effects;
  state.isHalted = true;
  return [...effects, { kind: 'halt', problem }];
}

function fail(state: RunState, lineId: number, failure: Failure, willRetry = false): RunEffect {
  state.results.set(lineId, { kind: 'failed', failure });
  return report({ kind: 'line-failed', lineId, failure, willRetry });
}

/** Returns the failure to record if the caps don't allow the line. */
function planOrFail(state: RunState, { lineId, characters }: OrderedLine, room: number): RunEffect | null {
  if (tryPlan(state, characters, { room })) return null;
  return fail(state, lineId, { kind: 'over-cap', by: null });
}

/** If the caps allow it, adds characters to the numbers sent and ordered. */
function tryPlan(state: RunState, characters: number, facts: Pick<RunFacts, 'room'>): boolean {
  if (state.orderedCharacters + characters > state.maxCharacters) return false;
  if (state.orderedCharacters - state.sentCharacters + characters > facts.room) return false;
  state.orderedCharacters += characters;
  return true;
}

function unqueue(state: RunState, lineId: number): void {
  state.orderedCharacters -= state.queued.get(lineId) ?? 0;
  state.queued.delete(lineId);
}

/** Queues lines that have been passed to the dispatcher but not sent. */
function putBack(state: RunState, lines: readonly Pick<OrderedLine, 'lineId' | 'characters'>[]): void {
  state.sentCharacters -= charactersOf(lines);
  for (const { lineId, characters } of lines) {
    state.queued.set(lineId, characters);
    state.preparing.delete(lineId);
  }
}

function countBatch(state: RunState, { jobs }: OpenBatch): void {
  state.batches += 1;
  state.characters += charactersOf(jobs);
}

const toQueuedLine = (line: OrderedLine): QueuedLine => ({ ...line, id: String(line.lineId), attempts: 0 });

/** Keeps the seed of an extra take. `attempts` is the number of jobs that the line has already had. */
function requeued(state: RunState, { lineId, characters, request: { seed } }: SentJob, attempts: number): QueuedLine {
  const line = { lineId, id: String(lineId), characters, attempts };
  const isRetake = seed !== undefined && seed !== null && state.retakes.has(retakeKey(lineId, seed));
  return isRetake ? { ...line, retakeSeed: seed } : line;
}

const retakeKey = (lineId: number, seed: number): string => `${lineId} ${seed}`;

const report = (event: RunEvent): RunEffect => ({ kind: 'report', event });

/** The service has none of the batch's lines, so they wait as if they had never been sent. */
const reportWithdrawal = ({ id, jobs }: OpenBatch): RunEffect =>
  report({ kind: 'batch-withdrawn', batchId: id, lineIds: linesOf(jobs) });

const linesOf = (jobs: readonly SentJob[]): number[] => jobs.map(({ lineId }) => lineId);

export const charactersOf = (lines: readonly { readonly characters: number }[]): number =>
  lines.reduce((sum, { characters }) => sum + characters, 0);

export interface RunOutcome {
  readonly rendered: readonly number[];
  readonly failed: ReadonlyMap<number, Failure>;
  readonly inDoubt: readonly number[];
  readonly lost: readonly number[];
  readonly unfinished: ReadonlyMap<number, Unfinished>;
  readonly batches: number;
  readonly characters: number;
  readonly stopped: RunStop | null;
  readonly interrupted: boolean;
}

/** Queued lines count as failed. */
export function outcomeOf(state: RunState): RunOutcome {
  const { results, queued, stopped, batches, characters } = state;
  const failed = new Map<number, Failure>();
  const unfinished = new Map<number, Unfinished>();
  const lines = { rendered: [] as number[], 'in-doubt': [] as number[], lost: [] as number[], skipped: [] as number[] };
  for (const [lineId, result] of results) {
    if (queued.has(lineId)) continue;
    if (result.kind === 'failed') failed.set(lineId, result.failure);
    else if (result.kind === 'unfinished') unfinished.set(lineId, result.failure);
    else lines[result.kind].push(lineId);
  }
  const unsentBecause: Failure =
    stopped?.kind === 'capped' ? { kind: 'over-cap', by: stopped.by } : { kind: 'not-sent', stop: stopped };
  for (const lineId of queued.keys()) failed.set(lineId, unsentBecause);
  return {
    rendered: lines.rendered,
    failed,
    inDoubt: lines['in-doubt'],
    lost: lines.lost,
    unfinished,
    batches,
    characters,
    stopped,
    interrupted: state.isInterrupted,
  };
}
