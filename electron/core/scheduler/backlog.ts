// How much work a service is given ahead of what it has finished, where nothing else limits it.
import type { Clock } from '../ports.ts';
import type { ServiceLoad } from './service-load.ts';

export interface BacklogOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly load: ServiceLoad;
  /** Milliseconds of work to keep with the service, at the pace it showed lately. 800 unless given. */
  readonly targetMs?: number;
}

const TARGET_MS = 800;
/** Characters of the first departure, before the pace is known: little, for a slow engine can't take it back. */
const FIRST_CHARACTERS = 600;
/** Lines that may always be outstanding, however slow the engine: one in work and one to follow. */
const LEAST_LINES = 2;
/** Work that stays with the service for this share of the target keeps it busy. */
const RAMP_SHARE = 0.75;
/** The pace is measured over this many milliseconds. */
const PACE_WINDOW_MS = 4_000;

/**
 * Keeps the work that a service holds down to about a second's worth, so that pausing or cancelling a run takes effect
 * at once: what was sent can't be called back.
 *
 * The allowance is the pace of finished characters times the target. The pace itself is at most the allowance divided by
 * the time that lines stay outstanding, so the two settle where that time is the target.
 */
export class Backlog {
  readonly #now: () => number;
  readonly #load: ServiceLoad;
  readonly #targetMs: number;
  /** What was finished since the service was last idle, oldest first. */
  #finished: { readonly at: number; readonly characters: number }[] = [];
  #busySince = 0;
  /** Until work first stays with the service for a good part of the target, it is given too little to measure it by. */
  #isRamping = true;
  #allowance = FIRST_CHARACTERS;

  constructor({ clock, load, targetMs = TARGET_MS }: BacklogOptions) {
    this.#now = () => clock.monotonic();
    this.#load = load;
    this.#targetMs = targetMs;
  }

  /**
   * Characters that the next batch may carry; 0 while enough is outstanding. Half of the allowance at a time, so that the
   * service has the next batch before it has finished the previous one.
   */
  get room(): number {
    const half = Math.max(1, this.#allowance / 2);
    return this.#load.lines < LEAST_LINES || this.#load.characters <= half ? half : 0;
  }

  /** Whether the service is still given more and more: what it finishes says nothing of its pace yet. */
  get isRamping(): boolean {
    return this.#isRamping;
  }

  /** The service was idle and is given work again: the pace is measured from here. */
  resumed(): void {
    this.#finished = [];
    this.#busySince = this.#now();
  }

  /**
   * The service has finished this many characters.
   *
   * @param stayedMs since they departed, until they were read, in milliseconds
   */
  finished(characters: number, stayedMs: number): void {
    const now = this.#now();
    if (this.#isRamping && stayedMs <= RAMP_SHARE * this.#targetMs) {
      // Twice as much for each round: what comes back makes room for as much again.
      this.#allowance += characters;
      return;
    }
    if (this.#isRamping) this.resumed();
    this.#isRamping = false;
    this.#finished.push({ at: now, characters });
    const from = Math.max(this.#busySince, now - PACE_WINDOW_MS);
    this.#finished = this.#finished.filter(({ at }) => at > from || at === now);
    if (now <= from) return;
    const pace = this.#finished.reduce((sum, entry) => sum + entry.characters, 0) / (now - from);
    // Twice at the most from one look to the next: a burst of short lines says little of those that follow.
    this.#allowance = Math.min(this.#allowance * 2, Math.max(1, pace * this.#targetMs));
  }
}
