// Tracks how much work the service has and how fast it finishes.

import { largest } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import type { Item, PlannedBatch } from './scheduler-types.ts';

/**
 * Overhead per line, in characters: requests, files and checks take as long for a word as for a paragraph. Measured on
 * the local service; an estimate for others.
 */
const CHARACTERS_PER_LINE = 150;
/**
 * The pace is averaged over about this many milliseconds of work; over less at first, because a service is slow just
 * after it starts.
 */
const MEMORY_MS = { least: 2_000, most: 60_000, shareOfMeasured: 0.3 };
/** Milliseconds of work before a measured pace is reliable. */
const MIN_BUSY_MS = 1_500;
/** An earlier pace has the weight of this many milliseconds of work. */
const EARLIER_MS = 2_000;

export interface ServiceLoadOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The pace of earlier runs, in units of work per millisecond; null if unknown. */
  readonly earlierPace?: number | null;
}

/** Returns the amount of work, counted in characters with an overhead per line. */
export function workOf({ lines, characters }: { readonly lines: number; readonly characters: number }): number {
  return characters + lines * CHARACTERS_PER_LINE;
}

export interface LoadState {
  /** Units of work finished per millisecond; null if too little is known. */
  readonly pace: number | null;
  readonly lines: number;
  readonly characters: number;
}

export const NO_LOAD: LoadState = { pace: null, lines: 0, characters: 0 };

/**
 * Returns when the outstanding work and each submission will be finished, in milliseconds since the epoch, or null if
 * the pace is unknown. Work starts no earlier than it is submitted, and proceeds at the service's pace.
 *
 * @param batches in order of submission
 */
export function finishTimes(
  load: LoadState,
  batches: readonly PlannedBatch[],
  now: number,
): { readonly outstanding: number; readonly batches: readonly number[] } | null {
  const { pace } = load;
  if (pace === null) return null;
  const outstanding = now + workOf(load) / pace;
  let at = outstanding;
  const times = batches.map((batch) => {
    at = Math.max(at, batch.at) + workOf(batch) / pace;
    return at;
  });
  return { outstanding, batches: times };
}

/** The lines that have been sent and not come back, and the service's pace while it has any. */
export class ServiceLoad {
  readonly #now: () => number;
  readonly #outstanding = new Map<string, { readonly characters: number; readonly at: number }>();
  readonly #hasEarlier: boolean;
  #characters = 0;
  /** Finished work and the time it took, both with exponential decay. */
  #finishedWork: number;
  #busyMs: number;
  #measuredMs = 0;
  /** When work last finished, or was sent to an idle service. */
  #workingSince = 0;
  #hasFinished = false;

  constructor({ clock, earlierPace = null }: ServiceLoadOptions) {
    this.#now = () => clock.monotonic();
    this.#hasEarlier = earlierPace !== null;
    this.#busyMs = earlierPace === null ? 0 : EARLIER_MS;
    this.#finishedWork = (earlierPace ?? 0) * EARLIER_MS;
  }

  get lines(): number {
    return this.#outstanding.size;
  }

  get characters(): number {
    return this.#characters;
  }

  get state(): LoadState {
    return { pace: this.pace, lines: this.lines, characters: this.characters };
  }

  get pace(): number | null {
    const isKnown = this.#hasEarlier || this.#measuredMs >= MIN_BUSY_MS;
    return isKnown && this.#finishedWork > 0 ? this.#finishedWork / this.#busyMs : null;
  }

  /** The pace, or null if it was measured too briefly to be remembered. */
  get measuredPace(): number | null {
    return this.#measuredMs >= 5 * MIN_BUSY_MS ? this.pace : null;
  }

  sent(lines: readonly Item[]): void {
    if (this.#outstanding.size === 0) this.#workingSince = this.#now();
    for (const { id, characters } of lines) {
      this.#characters += characters - (this.#outstanding.get(id)?.characters ?? 0);
      this.#outstanding.set(id, { characters, at: this.#now() });
    }
  }

  /** Returns the milliseconds since the first of these lines was sent, or 0 if none is outstanding. */
  stayedMs(ids: Iterable<string>): number {
    const now = this.#now();
    return Math.max(0, largest(Array.from(ids, (id) => now - (this.#outstanding.get(id)?.at ?? now))));
  }

  /**
   * Removes lines that have come back or that the service isn't working on. Unknown ids are ignored.
   *
   * @param wereFinished whether the service did the work
   * @returns their characters
   */
  ended(ids: Iterable<string>, wereFinished: boolean): number {
    const gone = { lines: 0, characters: 0 };
    for (const id of ids) {
      const line = this.#outstanding.get(id);
      if (line === undefined) continue;
      this.#outstanding.delete(id);
      gone.lines += 1;
      gone.characters += line.characters;
    }
    this.#characters -= gone.characters;
    if (wereFinished && gone.lines > 0) this.#finished(workOf(gone));
    return gone.characters;
  }

  /**
   * Counts finished work together with the time since the previous work finished; progress in between can't be
   * observed. The first finished work is ignored, because it includes the service's start-up.
   */
  #finished(work: number): void {
    const now = this.#now();
    const elapsed = Math.max(0, now - this.#workingSince);
    this.#workingSince = now;
    if (!this.#hasFinished) {
      this.#hasFinished = true;
      return;
    }
    this.#measuredMs += elapsed;
    const { least, most, shareOfMeasured } = MEMORY_MS;
    const memory = Math.min(most, Math.max(least, this.#measuredMs * shareOfMeasured));
    const kept = Math.exp(-elapsed / memory);
    this.#finishedWork = this.#finishedWork * kept + work;
    this.#busyMs = this.#busyMs * kept + elapsed;
  }
}

interface BacklogOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly load: ServiceLoad;
  /** Work to keep at the service, in milliseconds at its recent pace. Defaults to 800. */
  readonly targetMs?: number;
}

const TARGET_MS = 800;
/**
 * Characters of the first batch, before the pace is known. Small, because sent work can't be taken back from a slow
 * engine.
 */
const FIRST_CHARACTERS = 600;
/** Lines that may always be outstanding: one in progress and one to follow. */
const MIN_LINES = 2;
/** If work stays at the service for at least this share of the target, the service is busy. */
const RAMP_SHARE = 0.75;
/** The pace is measured over this many milliseconds. */
const PACE_WINDOW_MS = 4_000;

/**
 * Limits the outstanding work to about a second's worth, so that pausing or cancelling a run takes effect quickly: sent
 * work can't be recalled.
 *
 * The allowance is the pace of finished characters times the target. The pace is at most the allowance divided by the
 * time that lines stay outstanding, so both converge when that time equals the target.
 */
export class Backlog {
  readonly #now: () => number;
  readonly #load: ServiceLoad;
  readonly #targetMs: number;
  /** Finished work since the service was last idle, oldest first. */
  #finished: { readonly at: number; readonly characters: number }[] = [];
  #busySince = 0;
  /**
   * True until work first stays at the service for a good part of the target. Before that, it has too little work to
   * measure its pace.
   */
  #isRamping = true;
  #allowance = FIRST_CHARACTERS;

  constructor({ clock, load, targetMs = TARGET_MS }: BacklogOptions) {
    this.#now = () => clock.monotonic();
    this.#load = load;
    this.#targetMs = targetMs;
  }

  /**
   * Maximum characters of the next batch; 0 while enough is outstanding. Half of the allowance at a time, so that the
   * service has its next batch before the previous one is finished.
   */
  get room(): number {
    const half = Math.max(1, this.#allowance / 2);
    return this.#load.lines < MIN_LINES || this.#load.characters <= half ? half : 0;
  }

  get isRamping(): boolean {
    return this.#isRamping;
  }

  /** Restarts the measurement when an idle service gets work. */
  resumed(): void {
    this.#finished = [];
    this.#busySince = this.#now();
  }

  /**
   * Records finished characters.
   *
   * @param stayedMs milliseconds from sending to reading the result
   */
  finished(characters: number, stayedMs: number): void {
    const now = this.#now();
    if (this.#isRamping && stayedMs <= RAMP_SHARE * this.#targetMs) {
      // This doubles the allowance each round, because finished work makes room for as much again.
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
    // At most double at a time, because a burst of short lines says little about the lines that follow.
    this.#allowance = Math.min(this.#allowance * 2, Math.max(1, pace * this.#targetMs));
  }
}
