// What a service works on for us, and how fast it finishes.

import { largest } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import type { Departure, Item } from './scheduler-types.ts';

/**
 * What a line costs a service and us beside its characters, in characters: requests, files and checks take as long for
 * a word as for a paragraph. Measured on the local service; an estimate elsewhere.
 */
const CHARACTERS_PER_LINE = 150;
/**
 * The pace follows what was finished in about this many milliseconds of work: less at first, since a service that has
 * just been started is slow for a while.
 */
const MEMORY_MS = { least: 2_000, most: 60_000, shareOfMeasured: 0.3 };
/** Milliseconds of work after which a measured pace means something. */
const LEAST_BUSY_MS = 1_500;
/** An earlier pace counts as much as this many milliseconds of work. */
const EARLIER_MS = 2_000;

export interface ServiceLoadOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The pace of earlier runs, in units of work per millisecond; null where none is known. */
  readonly earlierPace?: number | null;
}

/** Work is counted in characters, with an allowance for each line. */
export function workOf({ lines, characters }: { readonly lines: number; readonly characters: number }): number {
  return characters + lines * CHARACTERS_PER_LINE;
}

/** A service's load at a moment, as plain data. */
export interface LoadState {
  /** Units of work that the service finishes in a millisecond; null where too little is known. */
  readonly pace: number | null;
  /** What the service has of ours. */
  readonly lines: number;
  readonly characters: number;
}

/** Of a service of which nothing is known. */
export const NO_LOAD: LoadState = { pace: null, lines: 0, characters: 0 };

/**
 * When the service has finished what it has, and when each departure, in milliseconds since the epoch: none before it has
 * left, and all of it no faster than the service works. Null where the pace is not known.
 *
 * @param departures in order
 */
export function finishTimes(
  load: LoadState,
  departures: readonly Departure[],
  now: number,
): { readonly outstanding: number; readonly departures: readonly number[] } | null {
  const { pace } = load;
  if (pace === null) return null;
  const outstanding = now + workOf(load) / pace;
  let at = outstanding;
  const times = departures.map((departure) => {
    at = Math.max(at, departure.at) + workOf(departure) / pace;
    return at;
  });
  return { outstanding, departures: times };
}

/** Lines that have departed and have not come back, and the pace at which they come back while there are any. */
export class ServiceLoad {
  readonly #now: () => number;
  readonly #outstanding = new Map<string, { readonly characters: number; readonly at: number }>();
  readonly #hasEarlier: boolean;
  #characters = 0;
  /** Finished work and the time it took; older work counts less and less. */
  #finishedWork: number;
  #busyMs: number;
  #measuredMs = 0;
  /** When something was last finished, or departed to a service that had nothing of ours. */
  #workingSince = 0;
  #hasFinished = false;

  constructor({ clock, earlierPace = null }: ServiceLoadOptions) {
    this.#now = () => clock.monotonic();
    this.#hasEarlier = earlierPace !== null;
    this.#busyMs = earlierPace === null ? 0 : EARLIER_MS;
    this.#finishedWork = (earlierPace ?? 0) * EARLIER_MS;
  }

  /** Lines that the service has. */
  get lines(): number {
    return this.#outstanding.size;
  }

  /** Their characters. */
  get characters(): number {
    return this.#characters;
  }

  get state(): LoadState {
    return { pace: this.pace, lines: this.lines, characters: this.characters };
  }

  /** Units of work that the service finishes in a millisecond; null where too little is known. */
  get pace(): number | null {
    const isKnown = this.#hasEarlier || this.#measuredMs >= LEAST_BUSY_MS;
    return isKnown && this.#finishedWork > 0 ? this.#finishedWork / this.#busyMs : null;
  }

  /** The pace where it was measured long enough to be remembered, else null. */
  get measuredPace(): number | null {
    return this.#measuredMs >= 5 * LEAST_BUSY_MS ? this.pace : null;
  }

  /** Lines left for the service. */
  departed(lines: readonly Item[]): void {
    if (this.#outstanding.size === 0) this.#workingSince = this.#now();
    for (const { id, characters } of lines) {
      this.#characters += characters - (this.#outstanding.get(id)?.characters ?? 0);
      this.#outstanding.set(id, { characters, at: this.#now() });
    }
  }

  /** Milliseconds since the first of these lines departed; 0 where none of them is outstanding. */
  stayedMs(ids: Iterable<string>): number {
    const now = this.#now();
    return Math.max(0, largest(Array.from(ids, (id) => now - (this.#outstanding.get(id)?.at ?? now))));
  }

  /**
   * Lines are back, or the service does not work on them after all. Unknown ids are passed over.
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
   * The time since the last work counts together with what was finished in it: while nothing comes back, it is
   * not known how much of the next work is done. The first work to finish counts for nothing: the service was starting.
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

// How much work a service is given ahead of what it has finished, where nothing else limits it.

interface BacklogOptions {
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
