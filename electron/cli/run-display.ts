import { createLogUpdate } from 'log-update';
import type { RunEvent } from '../../shared/model/run.ts';
import type { Dispatcher } from '../core/scheduler/dispatcher.ts';
import type { RateBudget } from '../core/scheduler/rate-budget.ts';
import { type CommandOutput, FRAME_MS, PLAIN_PROGRESS_INTERVAL_MS, plainText, truncateToCells } from './output.ts';
import { durationText, listed, t, tProblem, tRun } from './words.ts';

export interface RunDisplayOptions {
  readonly output: CommandOutput;
  readonly total: number;
  readonly dispatcher: Dispatcher;
  readonly budget: RateBudget;
  readonly nameOf: (lineId: number) => string;
  readonly now: () => number;
}

/** Interval between progress lines when nothing changes. */
const QUIET_ROW_MS = 60_000;
const BAR_CELLS = 28;

type WaitingEvent = Extract<RunEvent, { kind: 'waiting' }>;

/** Shows live progress on a terminal and prints plain lines elsewhere. Failures are printed immediately. */
export class RunDisplay {
  readonly #options: RunDisplayOptions;
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  #timer: NodeJS.Timeout | null = null;
  #rendered = 0;
  #failed = 0;
  #inDoubt = 0;
  #lost = 0;
  #notice: string | null = null;
  #printedWait: string | null = null;
  #lastPrinted = { at: 0, progress: '', wait: 0 };

  constructor(options: RunDisplayOptions) {
    this.#options = options;
    const { terminal } = options.output;
    this.#live = terminal ? createLogUpdate(terminal) : null;
  }

  start(): void {
    const { output, now } = this.#options;
    this.#lastPrinted.at = now();
    this.#timer = setInterval(() => this.#show(), this.#live ? FRAME_MS : PLAIN_PROGRESS_INTERVAL_MS);
    this.#timer.unref();
    if (!this.#live) return;
    output.setLive({ hide: () => this.#live?.clear(), show: () => this.#show() });
    this.#show();
  }

  /** Removes the live lines. Printed messages remain. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#options.output.setLive(null);
    this.#live?.clear();
    this.#live?.done();
  }

  handleEvent(event: RunEvent): void {
    const { nameOf, now, output } = this.#options;
    switch (event.kind) {
      case 'line-rendered':
        this.#rendered += 1;
        this.#notice = null;
        this.#printedWait = null;
        return;
      case 'line-failed':
        if (!event.willRetry) this.#failed += 1;
        output.note(failureText(nameOf(event.lineId), event));
        return;
      case 'batch-in-doubt':
        this.#inDoubt += event.lineIds.length;
        output.note(t('run.batchInDoubt', { lines: event.lineIds.length, message: tRun.doubt(event.reason) }));
        return;
      case 'lines-lost':
        this.#lost += event.lineIds.length;
        output.note(t('run.linesLost', { lines: event.lineIds.length, message: tProblem.loss(event.cause) }));
        return;
      case 'lines-unfinished':
        output.note(t('run.linesUnfinished', { lines: event.lineIds.length, message: tRun.failure(event.failure) }));
        return;
      case 'doubt-sent-again':
        this.#lost -= event.lines.length;
        output.note(t('run.sentAgain', { lines: event.lines.length }));
        return;
      case 'waiting':
        this.#notice = waitingNotice(event, now());
        // The same wait is reported repeatedly. Without a live display, print it once.
        if (!this.#live && waitReason(event) !== this.#printedWait) output.note(this.#notice);
        this.#printedWait = waitReason(event);
        return;
      case 'stopped':
        output.note(t('run.stops', { message: tRun.stop(event.stop) }));
        return;
      case 'batch-sent':
      case 'batch-accepted':
      case 'batch-withdrawn':
      case 'batch-done':
      case 'next-take':
      case 'line-skipped':
        return;
    }
  }

  #show(): void {
    if (this.#live) this.#live(this.#liveRows().join('\n'));
    else this.#printNextRow();
  }

  #printNextRow(): void {
    const { budget, now, output } = this.#options;
    const wait = currentWait(budget, now());
    // Print a wait once; its remaining time changes on every call.
    if (wait && Math.abs(wait.until - this.#lastPrinted.wait) > 1_000) {
      this.#lastPrinted = { ...this.#lastPrinted, at: now(), wait: wait.until };
      output.note(wait.text);
      return;
    }
    const progress = this.#progress();
    if (progress === this.#lastPrinted.progress && now() - this.#lastPrinted.at < QUIET_ROW_MS) return;
    this.#lastPrinted = { ...this.#lastPrinted, at: now(), progress };
    output.note(`${progress} ${this.#timeLeft()}`);
  }

  #progress(): string {
    return t('run.row', { parts: listed([this.#renderedText(), ...this.#problemCounts()]) });
  }

  #renderedText(): string {
    return t('run.progress', { rendered: this.#rendered, total: this.#options.total });
  }

  /** Returns the non-zero counts: `2 failed`, `50 in doubt`, `3 lost`. */
  #problemCounts(): string[] {
    const failed = this.#failed > 0 ? [t('run.failed', { lines: this.#failed })] : [];
    const inDoubt = this.#inDoubt > 0 ? [t('run.inDoubt', { lines: this.#inDoubt })] : [];
    const lost = this.#lost > 0 ? [t('run.lost', { lines: this.#lost })] : [];
    return [...failed, ...inDoubt, ...lost];
  }

  #liveRows(): string[] {
    const { total, budget, output, now } = this.#options;
    const share = total === 0 ? 1 : Math.min(1, this.#finishedLines() / total);
    const full = Math.floor(share * BAR_CELLS);
    const problems = this.#problemCounts();
    const rows = [
      t('run.bar', {
        bar: '█'.repeat(full) + '░'.repeat(BAR_CELLS - full),
        percent: Math.floor(share * 100),
        progress: this.#renderedText(),
      }),
      problems.length === 0 ? '' : t('run.row', { parts: listed(problems) }),
      budgetText(budget),
      this.#timeLeft(),
      currentWait(budget, now())?.text ?? '',
      this.#notice ?? '',
    ];
    // Leave the last cell empty, because some terminals wrap as soon as it is filled.
    const width = Math.max(20, (output.terminal?.columns || 80) - 1);
    return rows.filter((row) => row !== '').map((row) => truncateToCells(plainText(row), width));
  }

  #finishedLines(): number {
    return this.#rendered + this.#failed + this.#inDoubt + this.#lost;
  }

  /** Estimates the remaining time from the service's recent speed and the rate budget. */
  #timeLeft(): string {
    const { total, dispatcher, now } = this.#options;
    if (total - this.#finishedLines() <= 0) return t('run.finishing');
    const { doneAt, finishedAt } = dispatcher.snapshot();
    const leftMs = Math.max(doneAt ?? 0, finishedAt ?? 0) - now();
    if (finishedAt === null && leftMs < 1_000) return t('run.firstLines');
    return leftMs <= 0 ? t('run.lastLines') : t('run.timeLeft', { time: durationText(leftMs) });
  }
}

const failureText = (line: string, { failure, willRetry }: Extract<RunEvent, { kind: 'line-failed' }>): string => {
  const message = tRun.failure(failure);
  return willRetry ? t('run.failedAgain', { line, message }) : t('run.failedFinally', { line, message });
};

/** Returns an empty string if there are no limits, because usage isn't counted then. */
function budgetText(budget: RateBudget): string {
  const { used, assumed } = budget.state('batch');
  const { characters, requests } = assumed;
  const parts = [
    ...(characters === undefined ? [] : [t('run.characters', { used: used.characters, limit: characters })]),
    ...(requests === undefined ? [] : [t('run.requests', { used: used.requests, limit: requests })]),
  ];
  return parts.length === 0 ? '' : t('run.minute', { used: listed(parts) });
}

/** Returns why sending is paused and until when (milliseconds since the epoch). */
function currentWait(budget: RateBudget, now: number): { readonly until: number; readonly text: string } | null {
  const { waitingUntil: until, waitingFor } = budget.state('batch');
  if (until === null || until <= now) return null;
  const time = durationText(until - now);
  const text = waitingFor === 'unknown-window' ? t('run.waitUnknown', { time }) : t('run.waitRefused', { time });
  return { until, text };
}

const waitReason = ({ problem }: WaitingEvent): string | null => (problem ? tProblem.service(problem) : null);

function waitingNotice(event: WaitingEvent, now: number): string {
  const message = waitReason(event);
  const time = durationText(event.until - now);
  switch (event.cause) {
    case 'rate-limited':
      return t('run.waiting.rateLimited', { message: message ?? t('run.waiting.refuses'), time });
    case 'doubt':
      return t('run.waiting.doubt', { message: message ?? t('run.waiting.noAnswer'), time });
    case 'budget':
    case 'unreachable':
      return t('run.waiting.budget', { message: message ?? t('run.waiting.unknown'), time });
  }
}
