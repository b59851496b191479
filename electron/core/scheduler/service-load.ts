import { largest } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import type { PlannedBatch, QueueItem } from './scheduler-types.ts';

/**
 * Overhead per line: requests, files and checks take as long for a single word as for a paragraph. Measured locally,
 * estimated elsewhere.
 */
const CHARACTERS_PER_LINE = 150;
/**
 * The pace is averaged over a period of this length, in milliseconds. It is shorter at first, because a service is slow
 * just after it starts.
 */
const AVERAGING_MS = { least: 2_000, most: 60_000, shareOfMeasured: 0.3 };
const MIN_BUSY_MS = 1_500;
const EARLIER_MS = 2_000;
/** After this idle time, the service may have to start again. */
const COLD_AFTER_MS = 10_000;
/** Longer starts are ignored, because they reflect the machine's load rather than the service. */
const MAX_START_MS = 60_000;

export interface ServiceLoadOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** In units of work per millisecond; null if unknown. */
  readonly earlierPace?: number | null;
  /** In milliseconds; null if unknown. */
  readonly earlierStartMs?: number | null;
}

/** In characters, with an overhead per line. */
export function workOf({ lines, characters }: { readonly lines: number; readonly characters: number }): number {
  return characters + lines * CHARACTERS_PER_LINE;
}

export interface LoadState {
  /** In units of work per millisecond; null if too little is known. */
  readonly pace: number | null;
  readonly lines: number;
  readonly characters: number;
  /**
   * Extra time that an idle service needs for its first work, in milliseconds. 0 or absent while the service is
   * working.
   */
  readonly startMs?: number;
}

export const NO_LOAD: LoadState = { pace: null, lines: 0, characters: 0 };

/** Milliseconds since the epoch, or null if the pace is unknown. Batches are in order of submission. */
export function finishTimes(
  load: LoadState,
  batches: readonly PlannedBatch[],
  now: number,
): { readonly outstanding: number; readonly batches: readonly number[] } | null {
  const { pace } = load;
  if (pace === null) return null;
  const outstanding = now + workOf(load) / pace;
  let at = outstanding + (load.lines === 0 ? (load.startMs ?? 0) : 0);
  const times = batches.map((batch) => {
    at = Math.max(at, batch.at) + workOf(batch) / pace;
    return at;
  });
  return { outstanding, batches: times };
}

export class ServiceLoad {
  readonly #now: () => number;
  readonly #outstanding = new Map<string, { readonly characters: number; readonly at: number }>();
  readonly #hasEarlier: boolean;
  #characters = 0;
  /** Both decay exponentially. */
  #finishedWork: number;
  #busyMs: number;
  #measuredMs = 0;
  #workingSince = 0;
  #hasFinished = false;
  #lastFinishAt = Number.NEGATIVE_INFINITY;
  #isStarting = false;
  /** The first work after the service was idle, in units of work and milliseconds. */
  #start: { readonly work: number; readonly tookMs: number } | null = null;
  readonly #earlierStartMs: number | null;

  constructor({ clock, earlierPace = null, earlierStartMs = null }: ServiceLoadOptions) {
    this.#earlierStartMs = earlierStartMs;
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
    const { pace, lines, characters } = this;
    return { pace, lines, characters, startMs: this.#isCold ? (this.startMs ?? 0) : 0 };
  }

  /** Null if it hasn't been measured, now or earlier. */
  get startMs(): number | null {
    const { pace } = this;
    if (!this.#start || pace === null) return this.#earlierStartMs;
    return Math.min(MAX_START_MS, Math.max(0, this.#start.tookMs - this.#start.work / pace));
  }

  get #isCold(): boolean {
    return this.#now() - this.#lastFinishAt >= COLD_AFTER_MS;
  }

  get pace(): number | null {
    const isKnown = this.#hasEarlier || this.#measuredMs >= MIN_BUSY_MS;
    return isKnown && this.#finishedWork > 0 ? this.#finishedWork / this.#busyMs : null;
  }

  /** Null if the pace hasn't been measured for long enough to be stored. */
  get measuredPace(): number | null {
    return this.#measuredMs >= 5 * MIN_BUSY_MS ? this.pace : null;
  }

  sent(lines: readonly QueueItem[]): void {
    if (this.#outstanding.size === 0) {
      this.#workingSince = this.#now();
      this.#isStarting = this.#isCold;
    }
    for (const { id, characters } of lines) {
      this.#characters += characters - (this.#outstanding.get(id)?.characters ?? 0);
      this.#outstanding.set(id, { characters, at: this.#now() });
    }
  }

  longestStayMs(ids: Iterable<string>): number {
    const now = this.#now();
    return Math.max(0, largest(Array.from(ids, (id) => now - (this.#outstanding.get(id)?.at ?? now))));
  }

  /** Returns the number of characters in the removed lines. Unknown ids are ignored. */
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
    if (wereFinished && gone.lines > 0) this.#recordFinished(workOf(gone));
    return gone.characters;
  }

  /**
   * Intermediate progress can't be observed. The first finished work is ignored, because its time includes the
   * service's start-up.
   */
  #recordFinished(work: number): void {
    const now = this.#now();
    const elapsed = Math.max(0, now - this.#workingSince);
    this.#workingSince = now;
    this.#lastFinishAt = now;
    if (this.#isStarting) this.#start = { work, tookMs: elapsed };
    this.#isStarting = false;
    if (!this.#hasFinished) {
      this.#hasFinished = true;
      return;
    }
    this.#measuredMs += elapsed;
    const { least, most, shareOfMeasured } = AVERAGING_MS;
    const memory = Math.min(most, Math.max(least, this.#measuredMs * shareOfMeasured));
    const kept = Math.exp(-elapsed / memory);
    this.#finishedWork = this.#finishedWork * kept + work;
    this.#busyMs = this.#busyMs * kept + elapsed;
  }
}

interface BacklogOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly load: ServiceLoad;
  readonly targetMs?: number;
}

const TARGET_MS = 800;
/** The value is small, because submitted work can't be withdrawn from a slow engine. */
const FIRST_CHARACTERS = 600;
/** Enough for one line in progress and one to follow. */
const MIN_LINES = 2;
/** If work takes at least this share of the target time, the service is busy. */
const RAMP_SHARE = 0.75;
const PACE_WINDOW_MS = 4_000;

/**
 * Submitted work can't be withdrawn, so only about a second's worth is sent, to keep pausing quick. The allowance is
 * the pace multiplied by the target time. The pace can't exceed the allowance divided by the time per line, so the time
 * per line converges on the target.
 */
export class Backlog {
  readonly #now: () => number;
  readonly #load: ServiceLoad;
  readonly #targetMs: number;
  /** Finished work since the service was last idle, oldest first. */
  #finished: { readonly at: number; readonly characters: number }[] = [];
  #busySince = 0;
  /**
   * True until work takes a substantial part of the target time. Before that, there is too little work to measure the
   * pace.
   */
  #isRamping = true;
  #allowance = FIRST_CHARACTERS;

  constructor({ clock, load, targetMs = TARGET_MS }: BacklogOptions) {
    this.#now = () => clock.monotonic();
    this.#load = load;
    this.#targetMs = targetMs;
  }

  /**
   * 0 while enough work is outstanding. That is half of the allowance, so that the next batch arrives before the
   * previous one is finished.
   */
  get room(): number {
    const half = Math.max(1, this.#allowance / 2);
    return this.#load.lines < MIN_LINES || this.#load.characters <= half ? half : 0;
  }

  get isRamping(): boolean {
    return this.#isRamping;
  }

  resumed(): void {
    this.#finished = [];
    this.#busySince = this.#now();
  }

  finished(characters: number, stayedMs: number): void {
    const now = this.#now();
    if (this.#isRamping && stayedMs <= RAMP_SHARE * this.#targetMs) {
      // The allowance grows by the amount of finished work, so it doubles each round.
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
    // At most double the allowance each time, because a burst of short lines says little about the lines that follow.
    this.#allowance = Math.min(this.#allowance * 2, Math.max(1, pace * this.#targetMs));
  }
}
