import { createLogUpdate } from 'log-update';
import { systemClock } from '../core/system.ts';
import { type CommandOutput, plainText, truncateToCells } from './output.ts';
import { durationText, t } from './words.ts';

const FRAME_MS = 120;
/** Interval between progress messages when stderr isn't a terminal, in milliseconds. */
const PLAIN_PROGRESS_INTERVAL_MS = 5_000;
/** An estimate from fewer takes would be too rough. */
const MIN_TAKES = 5;

/** Shows how many takes have been compared with their text. */
export class ProofProgress {
  readonly #output: CommandOutput;
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  readonly #startedAt = systemClock.monotonic();
  #shownAt = systemClock.monotonic();

  constructor(output: CommandOutput) {
    this.#output = output;
    this.#live = output.terminal ? createLogUpdate(output.terminal) : null;
  }

  show(done: number, total: number): void {
    const now = systemClock.monotonic();
    if (now - this.#shownAt < (this.#live ? FRAME_MS : PLAIN_PROGRESS_INTERVAL_MS)) return;
    this.#shownAt = now;
    const left = ((now - this.#startedAt) / Math.max(1, done)) * (total - done);
    const row =
      done < MIN_TAKES
        ? t('proof.progress', { done, total })
        : t('proof.progressLeft', { done, total, left: durationText(left) });
    if (this.#live) this.#live(truncateToCells(plainText(row), this.#output.terminal?.columns || 80));
    else this.#output.note(row);
  }

  stop(): void {
    this.#live?.clear();
    this.#live?.done();
  }
}
