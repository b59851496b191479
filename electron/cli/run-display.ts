import { createLogUpdate } from 'log-update';
import type { RunEvent } from '../../shared/model/run.ts';
import { lossWords } from '../../shared/rules/loss-words.ts';
import type { Dispatcher } from '../core/scheduler/dispatcher.ts';
import type { RateBudget } from '../core/scheduler/rate-budget.ts';
import { count, forHumans, type Output } from './output.ts';
import { cutToCells, plainText } from './terminal-text.ts';

export interface RunDisplayOptions {
  readonly output: Output;
  /** Lines that this run is to bring. */
  readonly total: number;
  readonly dispatcher: Dispatcher;
  readonly budget: RateBudget;
  /** How a line is called: its number, role and first words. */
  readonly nameOf: (lineId: number) => string;
  /** Milliseconds. */
  readonly now: () => number;
}

const FRAME_MS = 120;
/** Where nothing moves, one row so often tells how far it is, and less often that there is nothing new. */
const PLAIN_ROW_MS = 5_000;
const QUIET_ROW_MS = 60_000;
const BAR_CELLS = 28;

/** Shows a run as it goes: live on a terminal, in plain rows elsewhere. Failures are told as they come. */
export class RunDisplay {
  readonly #options: RunDisplayOptions;
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  #timer: NodeJS.Timeout | null = null;
  #rendered = 0;
  #failed = 0;
  #inDoubt = 0;
  #lost = 0;
  #notice: string | null = null;
  #toldWaiting: string | null = null;
  #told = { at: 0, progress: '', wait: 0 };

  constructor(options: RunDisplayOptions) {
    this.#options = options;
    const { terminal } = options.output;
    this.#live = terminal ? createLogUpdate(terminal) : null;
  }

  start(): void {
    const { output, now } = this.#options;
    this.#told.at = now();
    this.#timer = setInterval(() => this.#show(), this.#live ? FRAME_MS : PLAIN_ROW_MS);
    this.#timer.unref();
    if (!this.#live) return;
    output.setLive({ hide: () => this.#live?.clear(), show: () => this.#show() });
    this.#show();
  }

  /** Takes the live rows away; what was told stays. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#options.output.setLive(null);
    this.#live?.clear();
    this.#live?.done();
  }

  tell(event: RunEvent): void {
    const { nameOf, now, output } = this.#options;
    switch (event.kind) {
      case 'line-rendered':
        this.#rendered += 1;
        this.#notice = null;
        this.#toldWaiting = null;
        return;
      case 'line-failed':
        if (!event.willRetry) this.#failed += 1;
        output.note(`${nameOf(event.lineId)} failed: ${event.message}${event.willRetry ? ' It is sent again.' : ''}`);
        return;
      case 'batch-in-doubt':
        this.#inDoubt += event.lineIds.length;
        output.note(
          `A batch of ${count(event.lineIds.length, 'line')} is in doubt, and not sent again by itself: ${event.message}`,
        );
        return;
      case 'lines-lost':
        this.#lost += event.lineIds.length;
        output.note(`${count(event.lineIds.length, 'line')} lost: ${lossWords(event.cause)}`);
        return;
      case 'doubt-sent-again':
        this.#lost -= event.lines.length;
        output.note(`${count(event.lines.length, 'line')} of what is lost: sent again.`);
        return;
      case 'waiting':
        this.#notice = waitingNotice(event, now());
        // The same wait is told of again and again while it lasts: outside a live display once is enough.
        if (!this.#live && event.message !== this.#toldWaiting) output.note(this.#notice);
        this.#toldWaiting = event.message;
        return;
      case 'stopped':
        output.note(`The run stops: ${event.message}`);
        return;
      case 'batch-sent':
      case 'batch-accepted':
      case 'batch-withdrawn':
      case 'next-take':
      case 'line-skipped':
        return;
    }
  }

  #show(): void {
    if (this.#live) this.#live(this.#liveRows().join('\n'));
    else this.#tellPlainly();
  }

  #tellPlainly(): void {
    const { budget, now, output } = this.#options;
    const wait = waitOf(budget, now());
    // A wait is told once; what is left of it changes with every look.
    if (wait && Math.abs(wait.until - this.#told.wait) > 1_000) {
      this.#told = { ...this.#told, at: now(), wait: wait.until };
      output.note(wait.text);
      return;
    }
    const progress = this.#progress();
    if (progress === this.#told.progress && now() - this.#told.at < QUIET_ROW_MS) return;
    this.#told = { ...this.#told, at: now(), progress };
    output.note(`${progress} ${this.#timeLeft()}`);
  }

  #progress(): string {
    const troubles = this.#troubles();
    return `${this.#renderedOf()}${troubles === '' ? '' : `, ${troubles}`}.`;
  }

  #renderedOf(): string {
    return `${this.#rendered.toLocaleString('en')} of ${count(this.#options.total, 'line')} rendered`;
  }

  /** `2 failed, 50 in doubt, 3 lost`, or nothing. */
  #troubles(): string {
    const failed = this.#failed > 0 ? [`${this.#failed.toLocaleString('en')} failed`] : [];
    const inDoubt = this.#inDoubt > 0 ? [`${this.#inDoubt.toLocaleString('en')} in doubt`] : [];
    const lost = this.#lost > 0 ? [`${this.#lost.toLocaleString('en')} lost`] : [];
    return [...failed, ...inDoubt, ...lost].join(', ');
  }

  #liveRows(): string[] {
    const { total, budget, output, now } = this.#options;
    const share = total === 0 ? 1 : Math.min(1, this.#done() / total);
    const full = Math.floor(share * BAR_CELLS);
    const troubles = this.#troubles();
    const rows = [
      `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${Math.floor(share * 100)} %  ${this.#renderedOf()}.`,
      troubles === '' ? '' : `${troubles}.`,
      minuteOf(budget),
      this.#timeLeft(),
      waitOf(budget, now())?.text ?? '',
      this.#notice ?? '',
    ];
    // The last cell of a row stays free: some terminals begin a new row when it is filled.
    const width = Math.max(20, (output.terminal?.columns || 80) - 1);
    return rows.filter((row) => row !== '').map((row) => cutToCells(plainText(row), width));
  }

  #done(): number {
    return this.#rendered + this.#failed + this.#inDoubt + this.#lost;
  }

  /** As fast as the service finished lately, and as the budget lets the rest leave. */
  #timeLeft(): string {
    const { total, dispatcher, now } = this.#options;
    if (total - this.#done() <= 0) return 'Finishing.';
    const { doneAt, finishedAt } = dispatcher.snapshot();
    const leftMs = Math.max(doneAt ?? 0, finishedAt ?? 0) - now();
    if (finishedAt === null && leftMs < 1_000) return 'Waiting for the first lines.';
    return leftMs <= 0 ? 'Waiting for the last lines.' : `About ${forHumans(leftMs)} left.`;
  }
}

/** What left in the last minute; empty where nothing limits it, so that it is not counted. */
function minuteOf(budget: RateBudget): string {
  const { used, assumed } = budget.state('batch');
  const of = (part: number, whole: number | undefined, noun: string): string[] =>
    whole === undefined ? [] : [`${part.toLocaleString('en')} of ${whole.toLocaleString('en')} ${noun}`];
  const parts = [
    ...of(used.characters, assumed.characters, 'characters'),
    ...of(used.requests, assumed.requests, 'requests'),
  ];
  return parts.length === 0 ? '' : `This minute: ${parts.join(', ')}.`;
}

/** Why nothing leaves at present and until when (milliseconds since the epoch); null where nothing holds it. */
function waitOf(budget: RateBudget, now: number): { readonly until: number; readonly text: string } | null {
  const { waitingUntil: until, waitingFor } = budget.state('batch');
  if (until === null || until <= now) return null;
  const why =
    waitingFor === 'unknown-window'
      ? 'What left in the last minute is not known'
      : 'The service asked to wait (too many requests or characters)';
  return { until, text: `${why}: going on in ${forHumans(until - now)}.` };
}

/** Why nothing goes on at the moment, and for how long at most. */
function waitingNotice(event: Extract<RunEvent, { kind: 'waiting' }>, now: number): string {
  const left = forHumans(event.until - now);
  switch (event.cause) {
    case 'rate-limited':
      return `${event.message ?? 'The service refuses for now (429).'} Going on in ${left}.`;
    case 'doubt':
      return `${event.message ?? 'The service gives no clear answer.'} The next batch leaves in ${left}.`;
    case 'budget':
    case 'unreachable':
      return `${event.message ?? 'Waiting.'} Trying again for up to ${left}.`;
  }
}
