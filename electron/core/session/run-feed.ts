import type { BatchRow, RunSnapshot, RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { RunStop } from '../../../shared/model/problems/run-stop.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import type { Webhook } from '../../../shared/model/webhook.ts';
import { largest } from '../../../shared/rules/lists.ts';
import type { Emit } from '../bridge/handler-types.ts';
import type { Clock } from '../ports.ts';
import { RowMemory } from '../production/batch-progress.ts';
import { estimatedArrival, forecastRows, type RunForecast } from '../production/run-forecast.ts';
import type { RunProgress } from '../production/run-progress.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { LinePositions } from '../project/lines/line-positions.ts';
import type { BudgetSnapshot } from '../scheduler/scheduler-types.ts';
import { finishTimes, type LoadState, NO_LOAD } from '../scheduler/service-load.ts';
import { Throttle } from '../timing.ts';
import { RunLog } from './run-log.ts';

export interface RunFeedOptions {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly places: LinePositions;
  /** Rows and forecasts aren't computed for a project in the background. */
  readonly isShown: () => boolean;
  readonly state: () => RunSummary['state'];
  /** Null if there is no service. */
  readonly outlook: () => BudgetSnapshot | null;
  /** The characters of each waiting line of the projects that go first. */
  readonly ahead?: () => readonly number[];
  /** Null if there is no service. */
  readonly load: () => LoadState | null;
  /** Updates the budget and the taskbar. */
  readonly onUpdate: (run: RunSummary) => void;
  readonly onLines: (lineIds: readonly number[]) => void;
  readonly onTakes: (lineIds: readonly number[]) => void;
  readonly onDefect: (error: unknown) => unknown;
}

const PUSH_INTERVAL_MS = 250;

type Wait = NonNullable<RunSummary['wait']>;

export class RunFeed {
  readonly log: RunLog;
  readonly #options: RunFeedOptions;
  readonly #memory = new RowMemory();
  readonly #throttle: Throttle;
  #record: RunRecord | null = null;
  #progress: RunProgress | null = null;
  #wait: Wait | null = null;
  /** On the monotonic clock, in milliseconds. */
  #waitEndsAt = 0;
  #refused = 0;
  #stopped: RunStop | null = null;

  constructor(options: RunFeedOptions) {
    this.#options = options;
    const { clock, emit, onDefect } = options;
    this.log = new RunLog(clock, (entries) => emit('run-log', { entries }), onDefect);
    this.#throttle = new Throttle(clock, PUSH_INTERVAL_MS, () => this.#push(), onDefect);
  }

  get progress(): RunProgress | null {
    return this.#progress;
  }

  set stopped(stop: RunStop | null) {
    this.#stopped = stop;
    this.changed();
  }

  /** Switches to another run, or reloads the same one. */
  load(record: RunRecord | null, progress: RunProgress | null): void {
    if (record?.id !== this.#record?.id) {
      this.#refused = 0;
      this.#stopped = null;
      this.#wait = null;
    }
    this.#record = record;
    this.#progress = progress;
    this.changed();
  }

  noteRecord(record: RunRecord): void {
    this.#record = record;
    this.changed();
  }

  handleEvent(event: RunEvent): void {
    const { clock, onLines, onTakes, places } = this.#options;
    const now = clock.now();
    const lines = this.#progress?.apply(event, now) ?? [];
    if (lines.length > 0) onLines(lines);
    if (event.kind === 'line-rendered') onTakes([event.lineId]);
    if (this.#wait && this.#endsWait(this.#wait, event)) this.#wait = null;
    if (event.kind === 'waiting') {
      if (event.cause === 'rate-limited') this.#refused += 1;
      this.#wait = { cause: event.cause, until: event.until, problem: event.problem };
      this.#waitEndsAt = clock.monotonic() + event.until - now;
    } else if (event.kind === 'stopped') {
      this.#stopped = event.stop;
    }
    this.log.recordEvent(
      event,
      (batchId) => this.#numberOf(batchId),
      (lineId) => places.label(lineId),
    );
    this.changed();
  }

  updateWebhook(batchId: number, webhook: Webhook | null): void {
    this.#progress?.batches.find(({ id }) => id === batchId)?.updateWebhook(webhook);
    this.changed();
  }

  changed(): void {
    this.#throttle.request();
  }

  snapshot(): RunSnapshot {
    const forecast = this.#forecast();
    const batches = this.#rows(forecast);
    this.#memory.replace(batches);
    return { run: this.#summary(forecast), batches };
  }

  summary(): RunSummary {
    return this.#summary(this.#forecast());
  }

  stop(): void {
    this.#throttle.stop();
    this.log.stop();
  }

  #numberOf(batchId: number): number | null {
    return this.#progress?.batches.find(({ id }) => id === batchId)?.number ?? null;
  }

  #push(): void {
    try {
      this.#pushAll();
    } catch (error) {
      // The rows are read from the database. Send the summary even if the database can't be read.
      this.#options.emit('run-changed', { run: this.#summary(NO_FORECAST), batches: [], replaceAll: false });
      throw error;
    }
  }

  #pushAll(): void {
    if (!this.#options.isShown()) {
      this.#options.onUpdate(this.#summary(NO_FORECAST));
      return;
    }
    const forecast = this.#forecast();
    const run = this.#summary(forecast);
    const { rows, replaceAll } = this.#memory.changes(this.#rows(forecast));
    this.#options.emit('run-changed', { run, batches: [...rows], replaceAll });
    this.#options.onUpdate(run);
  }

  #forecast(): RunForecast {
    const progress = this.#progress;
    const outlook = this.#options.outlook();
    const state = this.#options.state();
    if (!progress || !outlook || state === 'idle' || state === 'finished') return NO_FORECAST;
    return forecastRows({
      runKey: String(progress.runId),
      lines: progress.waiting(),
      ahead: this.#options.ahead?.(),
      sent: progress.batches.length,
      outlook,
      now: this.#options.clock.now(),
      turnaroundMs: progress.turnaroundMs,
      load: this.#options.load() ?? NO_LOAD,
      paused: state === 'paused',
      labelOf: (first, last) => this.#options.places.rangeLabel(first, last),
    });
  }

  #rows(forecast: RunForecast): BatchRow[] {
    const { places } = this.#options;
    const progress = this.#progress;
    if (!progress) return [];
    const sent = progress.batches.map((batch) => {
      const due = progress.turnaroundMs === null ? null : batch.sentAt + progress.turnaroundMs;
      return batch.row(places.rangeLabel(batch.lineIds[0] ?? 0, batch.lineIds.at(-1) ?? 0), due);
    });
    return [...sent, ...forecast.rows];
  }

  #summary(forecast: RunForecast): RunSummary {
    const now = this.#options.clock.now();
    const counts = this.#progress?.counts() ?? NO_RUN;
    return {
      ...counts,
      batches: counts.batches + forecast.rows.length,
      state: this.#options.state(),
      isCancelled: this.#record?.state === 'cancelled',
      runId: this.#record?.id ?? null,
      startedAt: this.#record?.createdAt ?? null,
      finishedAt: this.#record?.finishedAt ?? null,
      refused: this.#refused,
      allSentAt: forecast.allSentAt,
      doneAt: forecast.doneAt ?? this.#dueAt(),
      wait: this.#waitAt(now, forecast),
      stopped: this.#stopped,
      leftOut: this.#leftOut(),
    };
  }

  /** The lines that can't be sent because of a cap, such as “Act II 12–40”; null if there are none. */
  #leftOut(): string | null {
    if (this.#stopped?.kind !== 'capped') return null;
    const waiting = this.#progress?.waiting() ?? [];
    const label = this.#options.places.rangeLabel(waiting[0]?.lineId ?? 0, waiting.at(-1)?.lineId ?? 0);
    return label === '' ? null : label;
  }

  /** Null if nothing is outstanding or the time is unknown. */
  #dueAt(): number | null {
    const open = this.#progress?.batches.filter((batch) => batch.isOpen) ?? [];
    if (open.length === 0) return null;
    const turnaroundMs = this.#progress?.turnaroundMs ?? null;
    const finished = finishTimes(this.#options.load() ?? NO_LOAD, [], this.#options.clock.now());
    const usual = turnaroundMs === null ? null : largest(open.map((batch) => batch.sentAt)) + turnaroundMs;
    return estimatedArrival(finished?.outstanding ?? null, usual);
  }

  #waitAt(now: number, { rows }: RunForecast): Wait | null {
    if (this.#options.state() !== 'running') return null;
    // Show a refusal until something is sent, which can be slightly after the waiting time is over.
    const holds = this.#wait !== null && (this.#wait.until > now || this.#wait.cause === 'rate-limited');
    if (holds && (this.#wait?.cause !== 'rate-limited' || rows.length > 0)) return this.#wait;
    const next = rows[0]?.leavesAt ?? null;
    return next !== null && next > now ? { cause: 'budget', until: next, problem: null } : null;
  }

  /**
   * A new batch ends a wait after a refusal or a batch in doubt. A batch that was already being sent, or an earlier
   * reply, doesn't. Any reply ends a wait for an unreachable service.
   */
  #endsWait({ cause }: Wait, { kind }: RunEvent): boolean {
    if (cause === 'budget' || cause === 'unreachable') return kind === 'batch-accepted' || kind === 'line-rendered';
    return kind === 'batch-sent' && this.#options.clock.monotonic() >= this.#waitEndsAt;
  }
}

const NO_FORECAST: RunForecast = { rows: [], allSentAt: null, doneAt: null };

const NO_RUN = {
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
