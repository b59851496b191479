// A run as a state machine: `transition` applies an input to the state and returns what to do next. It reads no clock, disk
// or network; run.ts does, and carries out the effects.
import type { BatchJobReading, OutputReading } from '@lectern/tts-protocol';
import { RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { Failure, Loss, Unfinished } from '../../../shared/model/problems/line-failure.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { RunStop } from '../../../shared/model/problems/run-stop.ts';
import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import type { CapKind } from '../../../shared/model/spending.ts';
import { append } from '../../../shared/rules/lists.ts';
import { describeProblem } from '../api/service-error.ts';
import type { OpenBatch, SentJob } from '../project/journal/journal.ts';
import { describeProjectProblem } from '../rules/project-problem-words.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { DiskShortage } from './disk-space.ts';
import type { PollEvent } from './poll-batch.ts';
import type { QueuedLine, SubmissionOutcome } from './submit-batch.ts';
import type { DownloadOutcome } from './take-downloader.ts';

/** What a line has come to. A line has none while it is queued, submitted, polled or downloaded. */
export type LineResult =
  | { readonly kind: 'rendered' | 'in-doubt' | 'lost' | 'skipped' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Still at the service, but no longer waited for. */
  | { readonly kind: 'unfinished'; readonly failure: Unfinished };

/** Read it anywhere; only `transition` changes it, in place, because a run may have 100,000 lines. */
export interface RunState {
  readonly retryFailed: number;
  readonly maxCharacters: number;
  /** The run that lines sent from now on are recorded for. */
  runId: number;
  /** Lines that aren't sent yet. */
  readonly queued: Set<number>;
  readonly results: Map<number, LineResult>;
  /** The seeds of extra takes that this run has queued, as `lineId seed`. */
  readonly retakes: Set<string>;
  /** Characters of everything ordered, including retries, and of the part that was given to the dispatcher to send. */
  orderedCharacters: number;
  sentCharacters: number;
  /** Batches, and their characters, that the service accepted or may have accepted. */
  batches: number;
  characters: number;
  /** The producer has paused or cancelled sending. */
  isHeld: boolean;
  stopped: RunStop | null;
  /** The caller has aborted the run. */
  isInterrupted: boolean;
  /** Polling and downloads are aborted. */
  isHalted: boolean;
  isEnded: boolean;
  /** Whether any batch was accepted, and the lines refused one by one. */
  hasAccepted: boolean;
  refusals: number;
  /** Consecutive batches in doubt. */
  doubts: number;
  /** Milliseconds since the epoch; null while the service can be reached. */
  unreachableSince: number | null;
}

export interface RunLimits {
  readonly runId: number;
  /** How often a line that failed at the service is sent again. */
  readonly retryFailed: number;
  /** Maximum number of characters to send, including retries. */
  readonly maxCharacters: number;
}

export const newRunState = (limits: RunLimits): RunState => ({
  ...limits,
  queued: new Set(),
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

/** What was true outside of the run when the input came in. */
export interface RunFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Characters that the project's caps still allow. */
  readonly room: number;
  readonly inDoubtPolicy: InDoubtPolicy;
  readonly lostPolicy: InDoubtPolicy;
}

/** Something that has happened. Everything that concerns money is in the journal before it gets here. */
export type RunInput =
  /** The order that the run starts with, which was checked against the caps. */
  | { readonly kind: 'ordered'; readonly lines: readonly OrderedLine[] }
  | {
      readonly kind: 'added';
      readonly lines: readonly OrderedLine[];
      readonly work: WorkKind;
      readonly runId: number;
    }
  | { readonly kind: 'held' }
  | { readonly kind: 'interrupted' }
  /** Nothing is queued, in flight or awaited. */
  | { readonly kind: 'ended' }
  /** An unexpected error ends the run. */
  | { readonly kind: 'broken' }
  /** The line is longer than the limit for a whole minute, and was removed from the dispatcher's queue. */
  | { readonly kind: 'never-fits'; readonly line: QueuedLine; readonly limitCharacters: number }
  /** The dispatcher has taken lines from its queue to be sent. */
  | { readonly kind: 'taken'; readonly lines: readonly QueuedLine[] }
  /** The requests of taken lines were made. */
  | {
      readonly kind: 'drafted';
      readonly lines: readonly QueuedLine[];
      readonly skipped: readonly number[];
      readonly grown: readonly QueuedLine[];
    }
  /** The disk has too little space for the audio of the next batch. */
  | ({ readonly kind: 'disk-short'; readonly folder: string } & DiskShortage)
  /** A cap keeps lines from being sent. */
  | { readonly kind: 'capped'; readonly lineIds: readonly number[]; readonly by: CapKind }
  /** A batch is in the journal and about to be sent. `webhookHost` is null without a webhook. */
  | { readonly kind: 'submitting'; readonly batch: OpenBatch; readonly webhookHost: string | null }
  | { readonly kind: 'submitted'; readonly batch: OpenBatch; readonly outcome: SubmissionOutcome }
  /** Taken lines were not sent, and go back to the dispatcher's queue unless the run is closed. */
  | { readonly kind: 'returned'; readonly lines: readonly QueuedLine[] }
  | { readonly kind: 'polled'; readonly batch: OpenBatch; readonly event: PollEvent }
  | {
      readonly kind: 'downloaded';
      readonly batch: OpenBatch;
      readonly job: SentJob;
      readonly outcome: DownloadOutcome;
    }
  /** The answer to the effect `resend`. */
  | {
      readonly kind: 'resend-decided';
      readonly batch: OpenBatch;
      readonly jobs: readonly SentJob[];
      readonly isAllowed: boolean;
    }
  /** The answer to the effect `find-next-take`, if there is one. */
  | { readonly kind: 'next-take'; readonly line: OrderedLine }
  /** The project can't be written to, so the run can't continue. */
  | { readonly kind: 'unwritable'; readonly problem: ProjectProblem };

/** Something to do. Effects are carried out in order. */
export type RunEffect =
  | { readonly kind: 'report'; readonly event: RunEvent }
  | { readonly kind: 'enqueue'; readonly lines: readonly QueuedLine[]; readonly work: WorkKind }
  /** Remove lines from the dispatcher's queue. */
  | { readonly kind: 'cancel'; readonly lineIds: readonly number[] }
  /** Send nothing for a while. */
  | { readonly kind: 'pause-sending'; readonly milliseconds: number }
  /** Poll the batch until its jobs are done. */
  | { readonly kind: 'poll'; readonly batch: OpenBatch; readonly reading: BatchJobReading | null }
  | { readonly kind: 'download'; readonly batch: OpenBatch; readonly job: SentJob; readonly output: OutputReading }
  /** Find out whether jobs in doubt or lost may be sent again, and record it; `resend-decided` is the answer. */
  | { readonly kind: 'resend'; readonly batch: OpenBatch; readonly jobs: readonly SentJob[] }
  /** Find the take of the line that was ordered to follow this job's; `next-take` is the answer. */
  | { readonly kind: 'find-next-take'; readonly job: SentJob }
  /** Abort polling and downloads; submissions in flight finish. */
  | { readonly kind: 'halt'; readonly problem: ProjectProblem | null };

/**
 * If this many single lines are refused and none accepted in the whole run, the service accepts nothing. The number is
 * high because a refused line must not stop lines that would be accepted.
 */
const REFUSALS_UNTIL_STOP = 50;
/** How long the service may be unreachable before the run stops, in milliseconds. */
export const PATIENCE_MS = 5 * 60_000;
/** After this many consecutive batches in doubt, sending more would only put more in doubt. */
const DOUBTS_UNTIL_STOP = 10;
const MAX_DOUBT_WAIT_MS = 30_000;

/** Returns whether nothing more may be sent; lines that come back unsent are not queued again. */
export const isClosed = (state: RunState): boolean => state.isHeld || state.stopped !== null || state.isHalted;

/**
 * Applies an input to the state of a run.
 *
 * @param facts read only as far as the input needs them
 * @returns what to do next, in order
 */
export function transition(state: RunState, input: RunInput, facts: RunFacts): readonly RunEffect[] {
  switch (input.kind) {
    case 'ordered':
      state.orderedCharacters += charactersOf(input.lines);
      return enqueue(state, input.lines.map(unsent), 'bulk');
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
      state.queued.delete(line.lineId);
      return [fail(state, line.lineId, { kind: 'never-fits', characters: line.characters, limitCharacters })];
    }
    case 'taken':
      state.sentCharacters += charactersOf(input.lines);
      return [];
    case 'drafted':
      return draft(state, input, facts);
    case 'disk-short':
      return stop(state, input);
    case 'capped':
      for (const lineId of input.lineIds) state.queued.add(lineId);
      return stop(state, { kind: 'capped', by: input.by });
    case 'submitting': {
      const { batch, webhookHost } = input;
      const characters = charactersOf(batch.jobs);
      return [report({ kind: 'batch-sent', batchId: batch.id, lineIds: linesOf(batch.jobs), characters, webhookHost })];
    }
    case 'submitted':
      return submitted(state, input.batch, input.outcome, facts);
    case 'returned':
      state.sentCharacters -= charactersOf(input.lines);
      for (const { lineId } of input.lines) state.queued.add(lineId);
      return [];
    case 'polled':
      return polled(state, input.batch, input.event, facts);
    case 'downloaded':
      return downloaded(state, input.batch, input.job, input.outcome, facts);
    case 'resend-decided':
      return resendDecided(state, input.batch, input.jobs, input.isAllowed);
    case 'next-take': {
      const { line } = input;
      const told = report({ kind: 'next-take', line });
      const refused = planOrFail(state, line, facts.room);
      return refused ? [told, refused] : [told, ...enqueue(state, [unsent(line)], 'interactive')];
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
  // Don't send a line twice if it is already waiting.
  const effects: RunEffect[] = [{ kind: 'cancel', lineIds: lines.map(({ lineId }) => lineId) }];
  const { room } = facts;
  const fitting: QueuedLine[] = [];
  for (const line of lines) {
    state.queued.delete(line.lineId);
    const refused = planOrFail(state, line, room);
    if (refused) effects.push(refused);
    else fitting.push(unsent(line));
  }
  return [...effects, ...enqueue(state, fitting, work)];
}

/** Allows sending again, after the producer has fixed the reason for a stop or ended a pause. */
function reopen(state: RunState): void {
  state.orderedCharacters = state.sentCharacters;
  state.isHeld = false;
  state.stopped = null;
  state.refusals = 0;
  state.doubts = 0;
  state.unreachableSince = null;
}

function draft(
  state: RunState,
  { lines, skipped, grown }: Extract<RunInput, { kind: 'drafted' }>,
  facts: RunFacts,
): readonly RunEffect[] {
  const effects: RunEffect[] = [];
  for (const { lineId } of lines) state.queued.delete(lineId);
  for (const lineId of skipped) {
    if (!state.results.has(lineId)) state.results.set(lineId, { kind: 'skipped' });
    effects.push(report({ kind: 'line-skipped', lineId }));
  }
  for (const line of grown) {
    const refused = planOrFail(state, line, facts.room);
    if (refused) effects.push(refused);
    else append(effects, enqueue(state, [line], 'bulk'));
  }
  return effects;
}

function submitted(
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
      const message = describeProblem(outcome.problem);
      state.unreachableSince ??= facts.now;
      const silentMs = facts.now - state.unreachableSince;
      const until = state.unreachableSince + PATIENCE_MS;
      if (silentMs < PATIENCE_MS) {
        return [withdrawn(batch), report({ kind: 'waiting', cause: 'unreachable', until, message })];
      }
      const minutes = Math.round(silentMs / 60_000);
      return [withdrawn(batch), ...stop(state, { kind: 'unreachable', minutes, failure: outcome.problem })];
    }
    case 'refused':
      return refused(state, batch, outcome, facts);
    case 'in-doubt':
      return inDoubt(state, batch, outcome.problem, facts);
    case 'unrecorded': {
      countBatch(state, batch);
      for (const { lineId } of batch.jobs) state.results.set(lineId, { kind: 'in-doubt' });
      const message = describeProjectProblem(outcome.problem);
      return [
        report({ kind: 'batch-in-doubt', batchId: batch.id, lineIds: linesOf(batch.jobs), message }),
        ...stopForProject(state, outcome.problem),
      ];
    }
  }
}

function refused(
  state: RunState,
  batch: OpenBatch,
  { reason, problem, retryAfterMs }: Extract<SubmissionOutcome, { kind: 'refused' }>,
  facts: RunFacts,
): readonly RunEffect[] {
  const message = describeProblem(problem);
  switch (reason) {
    case 'rate-limited': {
      const until = facts.now + (retryAfterMs ?? RATE_WINDOW_MS);
      return [withdrawn(batch), report({ kind: 'waiting', cause: 'rate-limited', until, message })];
    }
    case 'always':
      return [withdrawn(batch), ...stop(state, { kind: 'refuses-all', failure: problem })];
    case 'webhook':
      return [withdrawn(batch), ...stop(state, { kind: 'refuses-webhook', failure: problem })];
    case 'split':
      return [withdrawn(batch)];
    case 'line': {
      const effects: RunEffect[] = batch.jobs.map(({ lineId }) => fail(state, lineId, { kind: 'refused', message }));
      state.refusals += 1;
      if (state.hasAccepted || state.refusals < REFUSALS_UNTIL_STOP) return effects;
      const why = { kind: 'refuses-lines', lines: state.refusals, failure: problem } as const;
      return [...effects, ...stop(state, why)];
    }
  }
}

function inDoubt(state: RunState, batch: OpenBatch, failure: ServiceProblem, facts: RunFacts): readonly RunEffect[] {
  const message = describeProblem(failure);
  countBatch(state, batch);
  for (const { lineId } of batch.jobs) state.results.set(lineId, { kind: 'in-doubt' });
  const told = report({ kind: 'batch-in-doubt', batchId: batch.id, lineIds: linesOf(batch.jobs), message });
  state.doubts += 1;
  if (state.doubts >= DOUBTS_UNTIL_STOP) {
    return [told, ...stop(state, { kind: 'doubts', batches: state.doubts, failure })];
  }
  const effects = [told];
  // A single doubt may be an accident; several in a row mean that the service has problems and needs time.
  if (state.doubts >= 2) {
    const milliseconds = Math.min(MAX_DOUBT_WAIT_MS, 500 * 2 ** state.doubts);
    effects.push(report({ kind: 'waiting', cause: 'doubt', until: facts.now + milliseconds, message }), {
      kind: 'pause-sending',
      milliseconds,
    });
  }
  return [...effects, ...resend(state, batch, batch.jobs, facts.inDoubtPolicy, facts)];
}

function polled(state: RunState, batch: OpenBatch, event: PollEvent, facts: RunFacts): readonly RunEffect[] {
  switch (event.kind) {
    case 'completed':
      return [{ kind: 'download', batch, job: event.job, output: event.output }];
    case 'failed': {
      const { job, failure } = event;
      const willRetry = job.attempts < state.retryFailed && tryPlan(state, job.characters, facts);
      const failed = fail(state, job.lineId, failure, willRetry);
      return willRetry ? [failed, ...enqueue(state, [again(state, job, job.attempts + 1)], 'bulk')] : [failed];
    }
    case 'lost':
      return lost(state, batch, event.jobs, event.loss, facts);
    case 'abandoned': {
      const { jobs, failure } = event;
      if (failure.why === 'unreadable') return jobs.map(({ lineId }) => fail(state, lineId, failure));
      for (const { lineId } of jobs) state.results.set(lineId, { kind: 'unfinished', failure });
      const told = report({ kind: 'lines-unfinished', batchId: batch.id, lineIds: linesOf(jobs), failure });
      if (failure.why !== 'useless-replies') return [told];
      return [told, ...stop(state, { kind: failure.why, missing: failure.missing })];
    }
    case 'unreadable':
      return [report({ kind: 'waiting', cause: 'unreachable', until: event.until, message: event.message })];
  }
}

function downloaded(
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
      return lost(state, batch, [job], outcome.loss, facts);
    case 'unavailable':
      return [fail(state, lineId, outcome.failure)];
    case 'unwritable': {
      const { problem } = outcome;
      const stops = stopForProject(state, problem);
      // If the folder was moved, the line itself is fine: its take can still be downloaded from the service.
      if (problem.kind === 'moved-while-open') return stops;
      return [fail(state, lineId, { kind: 'not-stored', problem }), ...stops];
    }
  }
}

function lost(
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

/** Sends jobs that are in doubt or lost again, if the policy and the caps allow it. */
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
  const queued = jobs.map((job) => again(state, job, job.attempts));
  return [report({ kind: 'doubt-sent-again', batchId: batch.id, lines }), ...enqueue(state, queued, 'bulk')];
}

function enqueue(state: RunState, lines: readonly QueuedLine[], work: WorkKind): readonly RunEffect[] {
  for (const { lineId, retakeSeed } of lines) {
    state.queued.add(lineId);
    // A rendered line that gets another take stays rendered.
    if (state.results.get(lineId)?.kind !== 'rendered') state.results.delete(lineId);
    if (retakeSeed !== undefined) state.retakes.add(retakeKey(lineId, retakeSeed));
  }
  return lines.length === 0 || isClosed(state) ? [] : [{ kind: 'enqueue', lines, work }];
}

const cancelQueued = (state: RunState): readonly RunEffect[] => [{ kind: 'cancel', lineIds: [...state.queued] }];

function stop(state: RunState, why: RunStop): readonly RunEffect[] {
  if (state.stopped !== null) return [];
  state.stopped = why;
  return [report({ kind: 'stopped', stop: why }), ...cancelQueued(state)];
}

/**
 * Stops because the project folder can't be written to. If it was moved, waiting stops too, because audio couldn't be
 * stored.
 */
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

/** Counts a line against the caps. Returns its failure if they don't allow it. */
function planOrFail(state: RunState, { lineId, characters }: OrderedLine, room: number): RunEffect | null {
  if (tryPlan(state, characters, { room })) return null;
  return fail(state, lineId, { kind: 'over-cap', by: null });
}

/** Counts more characters against the caps, on top of those sent and ordered. Returns whether the caps allow it. */
function tryPlan(state: RunState, characters: number, facts: Pick<RunFacts, 'room'>): boolean {
  if (state.orderedCharacters + characters > state.maxCharacters) return false;
  if (state.orderedCharacters - state.sentCharacters + characters > facts.room) return false;
  state.orderedCharacters += characters;
  return true;
}

function countBatch(state: RunState, { jobs }: OpenBatch): void {
  state.batches += 1;
  state.characters += charactersOf(jobs);
}

const unsent = (line: OrderedLine): QueuedLine => ({ ...line, id: String(line.lineId), attempts: 0 });

/** Queues a job's line again, with its seed if it was an extra take. `attempts` is the number of jobs it had before. */
function again(state: RunState, { lineId, characters, request: { seed } }: SentJob, attempts: number): QueuedLine {
  const line = { lineId, id: String(lineId), characters, attempts };
  const isRetake = seed !== undefined && seed !== null && state.retakes.has(retakeKey(lineId, seed));
  return isRetake ? { ...line, retakeSeed: seed } : line;
}

const retakeKey = (lineId: number, seed: number): string => `${lineId} ${seed}`;

const report = (event: RunEvent): RunEffect => ({ kind: 'report', event });

/** The service has none of the batch, so its lines wait as if never sent. */
const withdrawn = ({ id, jobs }: OpenBatch): RunEffect =>
  report({ kind: 'batch-withdrawn', batchId: id, lineIds: linesOf(jobs) });

const linesOf = (jobs: readonly SentJob[]): number[] => jobs.map(({ lineId }) => lineId);

export const charactersOf = (lines: readonly { readonly characters: number }[]): number =>
  lines.reduce((sum, { characters }) => sum + characters, 0);

export interface RunOutcome {
  readonly rendered: readonly number[];
  readonly failed: ReadonlyMap<number, Failure>;
  readonly inDoubt: readonly number[];
  /** Lines that are missing at the service. */
  readonly lost: readonly number[];
  /** Lines still at the service that this run stopped waiting for, with the reason. */
  readonly unfinished: ReadonlyMap<number, Unfinished>;
  readonly batches: number;
  /** Characters that the service accepted or may have accepted. */
  readonly characters: number;
  readonly stopped: RunStop | null;
  readonly interrupted: boolean;
}

/** Returns the outcome if the run ended now: queued lines count as failed. */
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
  for (const lineId of queued) failed.set(lineId, unsentBecause);
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
