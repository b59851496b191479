// Reports a run's board, figures and log, on request and, throttled, when they change.
import type { BatchRow, RunSnapshot, RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import type { Webhook } from '../../../shared/model/webhook.ts';
import { largest } from '../../../shared/rules/lists.ts';
import type { Emit } from '../bridge/handler-types.ts';
import type { Clock } from '../ports.ts';
import { type CostForecast, forecastRows, laterOf, RowMemory } from '../production/departure-board.ts';
import type { RunBoard } from '../production/run-board.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { LinePlaces } from '../project/lines/line-places.ts';
import type { BudgetSnapshot } from '../scheduler/scheduler-types.ts';
import { finishTimes, type LoadState, NO_LOAD } from '../scheduler/service-load.ts';
import { Throttle } from '../timing.ts';
import { RunLog } from './run-log.ts';

export interface RunFeedOptions {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly places: LinePlaces;
  readonly state: () => RunSummary['state'];
  /** The budget for forecasts; null without a service. */
  readonly outlook: () => BudgetSnapshot | null;
  /** The service's outstanding work; null without a service. */
  readonly load: () => LoadState | null;
  /** Called after each update, for the budget and the task bar. */
  readonly onUpdate: (run: RunSummary) => void;
  readonly onLines: (lineIds: readonly number[]) => void;
  readonly onTakes: (lineIds: readonly number[]) => void;
  readonly onDefect: (error: unknown) => unknown;
}

const PUSH_MS = 250;

type Wait = NonNullable<RunSummary['wait']>;

export class RunFeed {
  readonly log: RunLog;
  readonly #options: RunFeedOptions;
  readonly #memory = new RowMemory();
  readonly #throttle: Throttle;
  #record: RunRecord | null = null;
  #board: RunBoard | null = null;
  #wait: Wait | null = null;
  /** When the wait may end, on the monotonic clock, in milliseconds. */
  #waitEndsAt = 0;
  #refused = 0;
  #stopped: string | null = null;
  #isCapped = false;

  constructor(options: RunFeedOptions) {
    this.#options = options;
    const { clock, emit, onDefect } = options;
    this.log = new RunLog(clock, (entries) => emit('run-log', { entries }), onDefect);
    this.#throttle = new Throttle(clock, PUSH_MS, () => this.#push(), onDefect);
  }

  get board(): RunBoard | null {
    return this.#board;
  }

  set stopped(sentence: string | null) {
    this.#stopped = sentence;
    this.#isCapped = false;
    this.changed();
  }

  /** Switches to another run, or reloads the same one. */
  load(record: RunRecord | null, board: RunBoard | null): void {
    if (record?.id !== this.#record?.id) {
      this.#refused = 0;
      this.#stopped = null;
      this.#isCapped = false;
      this.#wait = null;
    }
    this.#record = record;
    this.#board = board;
    this.changed();
  }

  noteRecord(record: RunRecord): void {
    this.#record = record;
    this.changed();
  }

  tell(event: RunEvent): void {
    const { clock, onLines, onTakes, places } = this.#options;
    const now = clock.now();
    const lines = this.#board?.tell(event, now) ?? [];
    if (lines.length > 0) onLines(lines);
    if (event.kind === 'line-rendered') onTakes([event.lineId]);
    if (this.#wait && this.#endsWait(this.#wait, event)) this.#wait = null;
    if (event.kind === 'waiting') {
      if (event.cause === 'rate-limited') this.#refused += 1;
      this.#wait = { cause: event.cause, until: event.until, message: event.message };
      this.#waitEndsAt = clock.monotonic() + event.until - now;
    } else if (event.kind === 'stopped') {
      this.#stopped = event.message;
      this.#isCapped = event.capped;
    }
    this.log.tell(
      event,
      (batchId) => this.#numberOf(batchId),
      (lineId) => places.label(lineId),
    );
    this.changed();
  }

  updateWebhook(batchId: number, webhook: Webhook | null): void {
    this.#board?.batches.find(({ id }) => id === batchId)?.updateWebhook(webhook);
    this.changed();
  }

  changed(): void {
    this.#throttle.touch();
  }

  snapshot(): RunSnapshot {
    const costForecast = this.#costForecast();
    const batches = this.#rows(costForecast);
    this.#memory.replace(batches);
    return { run: this.#summary(costForecast), batches };
  }

  summary(): RunSummary {
    return this.#summary(this.#costForecast());
  }

  stop(): void {
    this.#throttle.stop();
    this.log.stop();
  }

  #numberOf(batchId: number): number | null {
    return this.#board?.batches.find(({ id }) => id === batchId)?.number ?? null;
  }

  #push(): void {
    try {
      this.#pushAll();
    } catch (error) {
      // The rows need the database; send the summary even without it.
      this.#options.emit('run-changed', { run: this.#summary(EMPTY), batches: [], replaceAll: false });
      throw error;
    }
  }

  #pushAll(): void {
    const costForecast = this.#costForecast();
    const run = this.#summary(costForecast);
    const { rows, replaceAll } = this.#memory.changes(this.#rows(costForecast));
    this.#options.emit('run-changed', { run, batches: [...rows], replaceAll });
    this.#options.onUpdate(run);
  }

  #costForecast(): CostForecast {
    const board = this.#board;
    const outlook = this.#options.outlook();
    const state = this.#options.state();
    if (!board || !outlook || state === 'idle' || state === 'finished') return EMPTY;
    return forecastRows({
      runKey: String(board.runId),
      lines: board.waiting(),
      sent: board.batches.length,
      outlook,
      now: this.#options.clock.now(),
      turnaroundMs: board.turnaroundMs,
      load: this.#options.load() ?? NO_LOAD,
      paused: state === 'paused',
      labelOf: (first, last) => this.#options.places.rangeLabel(first, last),
    });
  }

  #rows(costForecast: CostForecast): BatchRow[] {
    const { places } = this.#options;
    const board = this.#board;
    if (!board) return [];
    const sent = board.batches.map((batch) => {
      const due = board.turnaroundMs === null ? null : batch.sentAt + board.turnaroundMs;
      return batch.row(places.rangeLabel(batch.lineIds[0] ?? 0, batch.lineIds.at(-1) ?? 0), due);
    });
    return [...sent, ...costForecast.rows];
  }

  #summary(costForecast: CostForecast): RunSummary {
    const now = this.#options.clock.now();
    const counts = this.#board?.counts() ?? NOTHING;
    return {
      ...counts,
      batches: counts.batches + costForecast.rows.length,
      state: this.#options.state(),
      isCancelled: this.#record?.state === 'cancelled',
      runId: this.#record?.id ?? null,
      startedAt: this.#record?.createdAt ?? null,
      finishedAt: this.#record?.finishedAt ?? null,
      refused: this.#refused,
      allSentAt: costForecast.allSentAt,
      doneAt: costForecast.doneAt ?? this.#dueAt(),
      wait: this.#waitAt(now, costForecast),
      stopped: this.#stopped,
      leftOut: this.#leftOut(),
    };
  }

  /** Returns a label of the lines that a cap keeps from being sent, such as “Act II 12–40”, or null. */
  #leftOut(): string | null {
    if (!this.#isCapped || this.#stopped === null) return null;
    const waiting = this.#board?.waiting() ?? [];
    const label = this.#options.places.rangeLabel(waiting[0]?.lineId ?? 0, waiting.at(-1)?.lineId ?? 0);
    return label === '' ? null : label;
  }

  /** Returns when everything that was sent is expected back; null if nothing is outstanding or the time is unknown. */
  #dueAt(): number | null {
    const open = this.#board?.batches.filter((batch) => batch.isOpen) ?? [];
    if (open.length === 0) return null;
    const turnaroundMs = this.#board?.turnaroundMs ?? null;
    const finished = finishTimes(this.#options.load() ?? NO_LOAD, [], this.#options.clock.now());
    const usual = turnaroundMs === null ? null : largest(open.map((batch) => batch.sentAt)) + turnaroundMs;
    return laterOf(finished?.outstanding ?? null, usual);
  }

  #waitAt(now: number, { rows }: CostForecast): Wait | null {
    if (this.#options.state() !== 'running') return null;
    // Show a refusal until something is sent, which may be slightly after its time is up.
    const holds = this.#wait !== null && (this.#wait.until > now || this.#wait.cause === 'rate-limited');
    if (holds && (this.#wait?.cause !== 'rate-limited' || rows.length > 0)) return this.#wait;
    const next = rows[0]?.leavesAt ?? null;
    return next !== null && next > now ? { cause: 'budget', until: next, message: null } : null;
  }

  /**
   * Waits after a refusal or a doubt end when a new batch is sent, not one that was already being sent when the wait
   * began; replies to earlier batches don't count either. A wait for an unreachable service ends with any reply.
   */
  #endsWait({ cause }: Wait, { kind }: RunEvent): boolean {
    if (cause === 'budget' || cause === 'unreachable') return kind === 'batch-accepted' || kind === 'line-rendered';
    return kind === 'batch-sent' && this.#options.clock.monotonic() >= this.#waitEndsAt;
  }
}

const EMPTY: CostForecast = { rows: [], allSentAt: null, doneAt: null };

const NOTHING = {
  lines: 0,
  rendered: 0,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  waiting: 0,
  inFlight: 0,
  characters: 0,
  charactersSent: 0,
  batches: 0,
  batchesInFlight: 0,
  extraTakes: 0,
  extraTakesRendered: 0,
};
