import type { LogEntry } from '../../../shared/ipc/production-requests.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import type { Clock } from '../ports.ts';
import type { BatchRecord, RunRecord } from '../project/journal/journal-reports.ts';
import { Throttle } from '../timing.ts';

const MAX_ENTRIES = 2_000;
const PUSH_INTERVAL_MS = 250;

type Details = Partial<Omit<LogEntry, 'at' | 'kind'>>;

export class RunLog {
  readonly #clock: Clock;
  readonly #throttle: Throttle;
  #entries: LogEntry[] = [];
  #fresh: LogEntry[] = [];
  #lastWait = '';

  constructor(clock: Clock, push: (entries: LogEntry[]) => void, onDefect: (error: unknown) => unknown) {
    this.#clock = clock;
    const pushFresh = () => {
      const fresh = this.#fresh;
      this.#fresh = [];
      if (fresh.length > 0) push(fresh);
    };
    this.#throttle = new Throttle(clock, PUSH_INTERVAL_MS, pushFresh, onDefect);
  }

  /** Newest last. */
  entries(): LogEntry[] {
    return this.#entries;
  }

  restore(run: RunRecord, batches: readonly BatchRecord[]): void {
    const entries = [entry(run.createdAt, 'started', {})];
    for (const [index, batch] of batches.entries()) {
      const what = { batch: index + 1, lines: batch.jobs.length };
      entries.push(entry(batch.sentAt, 'batch-sent', what));
      if (batch.state === 'in-doubt') entries.push(entry(batch.sentAt, 'batch-in-doubt', what));
    }
    if (run.finishedAt !== null)
      entries.push(entry(run.finishedAt, run.state === 'done' ? 'finished' : 'cancelled', {}));
    this.#entries = entries.toSorted((a, b) => a.at - b.at).slice(-MAX_ENTRIES);
  }

  note(kind: LogEntry['kind'], details: Details = {}): void {
    const made = entry(this.#clock.now(), kind, details);
    this.#entries.push(made);
    this.#fresh.push(made);
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES);
    this.#throttle.request();
  }

  recordEvent(event: RunEvent, numberOf: (batchId: number) => number | null, nameOf: (lineId: number) => string): void {
    if (event.kind !== 'waiting' && event.kind !== 'batch-done') this.#lastWait = '';
    switch (event.kind) {
      case 'batch-sent':
        this.note('batch-sent', { batch: numberOf(event.batchId), lines: event.lineIds.length });
        return;
      case 'batch-accepted':
        this.note('batch-accepted', { batch: numberOf(event.batchId), lines: event.lines });
        return;
      case 'batch-in-doubt': {
        const { batchId, lineIds, reason } = event;
        this.note('batch-in-doubt', { batch: numberOf(batchId), lines: lineIds.length, doubt: reason });
        return;
      }
      case 'doubt-sent-again':
        this.note('sent-again', { batch: numberOf(event.batchId), lines: event.lines.length });
        return;
      case 'lines-lost': {
        const { batchId, lineIds, cause } = event;
        this.note('lines-lost', { batch: numberOf(batchId), lines: lineIds.length, loss: cause });
        return;
      }
      case 'lines-unfinished': {
        const { batchId, lineIds, failure } = event;
        this.note('lines-unfinished', { batch: numberOf(batchId), lines: lineIds.length, failure });
        return;
      }
      case 'line-failed':
        this.note('line-failed', { line: nameOf(event.lineId), failure: event.failure });
        return;
      case 'waiting': {
        // The same wait is reported repeatedly until it is over.
        const { cause, problem } = event;
        const wait = JSON.stringify({ cause, ...problem, retryAfterMs: undefined });
        if (wait !== this.#lastWait) this.note('waiting', { problem });
        this.#lastWait = wait;
        return;
      }
      case 'stopped':
        this.note('stopped', { stop: event.stop });
        return;
      default:
    }
  }

  stop(): void {
    this.#throttle.stop();
  }
}

function entry(at: number, kind: LogEntry['kind'], details: Details): LogEntry {
  const none = {
    batch: null,
    line: null,
    lines: null,
    problem: null,
    doubt: null,
    loss: null,
    failure: null,
    stop: null,
  };
  return { at, kind, ...none, ...details };
}
