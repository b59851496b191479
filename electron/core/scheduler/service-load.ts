// What a service works on for us, and how fast it finishes.
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
    return Math.max(0, ...Array.from(ids, (id) => now - (this.#outstanding.get(id)?.at ?? now)));
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
