// Aligns the frames of a take with those of a reading. Each frame of the take is aligned with one frame of the reading. From
// one frame of the take to the next, the reading advances by 0 to 3 frames.
//
// The lowest costs from the start to each pair of frames, and from each pair to the end, are computed in advance. An assumed
// fault joins two such paths: if words 3 and 4 are skipped, a path to the end of word 2 continues at word 5.
// Inner loops index typed arrays with `as number`, because calling a function for each cell would take twice as long.
import { at } from '../../../shared/rules/at.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** Cost of advancing by more or less than one frame. */
const STAY_COST = 0.4;
const SKIP_COSTS = [STAY_COST, 0, STAY_COST, 3 * STAY_COST];
/** Cost of a frame of the take that isn't aligned with any frame of the reading. */
const FILLER_COST = 1;
/** Frames of the reading that may be missing at each end, and the cost of each. */
const EDGE_FRAMES = 8;
const EDGE_COST = 0.2;
/** Maximum cost of a pair of frames. */
export const MAX_FRAME_COST = 5;
/** Mean cost of a frame if the take doesn't resemble the reading at all. */
const UNRELATED_COST = 4;

/** Maximum number of consecutive words that are assumed to be skipped, repeated or replaced. */
const MAX_SKIPPED = 10;
const MAX_REPEATED = 6;
const MAX_REPLACED = 3;
/** A take isn't assumed to be cut off in the first part of the reading. */
const MIN_SHARE_BEFORE_CUT = 1 / 3;

/** Number of frames of the take that are considered for each frame of the reading: 12 s, or 6 s in long lines. */
const WIDE_BAND = 1200;
const NARROW_BAND = 600;
/** Limits memory to 128 MB. Lines of up to about 130 s use the wide band, and lines of up to about 260 s the narrow one. */
const MAX_CELLS = 2 ** 24;

const IMPOSSIBLE = 1e9;

/** A take and a reading to be aligned. */
export interface AlignedPair {
  /** Cost of speaking each sound in each frame of the take: `SOUND_COUNT` values per frame, 0 to `MAX_FRAME_COST`. */
  readonly costs: Float32Array;
  /** The sound of each frame of the reading. */
  readonly sounds: Uint8Array;
  /** The frame of the reading where each word starts, ascending from 0, and the number of frames. */
  readonly wordStarts: Int32Array;
}

export interface Alignment {
  /** For each frame of the take, the frame of the reading that it is aligned with. */
  readonly path: Int32Array;
  readonly cost: number;
}

/** The faults that can be assumed. */
export const ASSUMED_FAULTS = ['skip', 'repeat', 'insert', 'replace', 'cut'] as const;
export type AssumedFault = (typeof ASSUMED_FAULTS)[number];

/** An assumed fault in the words from `fromWord` up to, but not including, `toWord`. */
export interface FaultScore {
  readonly fault: AssumedFault;
  readonly fromWord: number;
  readonly toWord: number;
  /** By how much the fault reduces the cost of the alignment. */
  readonly gain: number;
  /** The affected frames of the take; an empty range for missing words. */
  readonly fromFrame: number;
  readonly toFrame: number;
}

/** Whether a line is too long to be aligned within the memory limit. */
export const isTooLong = (takeFrames: number, readingFrames: number): boolean =>
  Math.min(takeFrames, NARROW_BAND) * readingFrames > MAX_CELLS;

function bandWidth(takeFrames: number, readingFrames: number): number {
  if (isTooLong(takeFrames, readingFrames)) throw new RangeError('The line is too long to be aligned.');
  const width = Math.min(takeFrames, WIDE_BAND);
  return width * readingFrames > MAX_CELLS ? Math.min(takeFrames, NARROW_BAND) : width;
}

/** Shared by all alignments of a thread to keep memory constant. This is safe because alignments are synchronous. */
const buffers: { forward: Float32Array; backward: Float32Array } = {
  forward: new Float32Array(0),
  backward: new Float32Array(0),
};

function buffer(name: keyof typeof buffers, length: number): Float32Array {
  if (buffers[name].length < length) buffers[name] = new Float32Array(length);
  return buffers[name].subarray(0, length).fill(IMPOSSIBLE);
}

/** The costs of all pairs of frames in a band along the diagonal. A row is a frame of the reading. */
class Band {
  readonly pair: AlignedPair;
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  /** The first column in each row's band. */
  readonly offsets: Int32Array;
  readonly forward: Float32Array;
  #backward: Float32Array | null = null;

  constructor(pair: AlignedPair) {
    this.pair = pair;
    this.rows = pair.sounds.length;
    this.columns = pair.costs.length / SOUND_COUNT;
    this.width = bandWidth(this.columns, this.rows);
    const last = this.columns - this.width;
    this.offsets = Int32Array.from({ length: this.rows }, (_, row) => {
      const diagonal = Math.round((row * this.columns) / this.rows);
      return Math.max(0, Math.min(last, diagonal - (this.width >> 1)));
    });
    this.forward = buffer('forward', this.rows * this.width);
    this.#fillForward();
  }

  /** Cost of the best path from the start to a pair. Row -1 is before the reading, column -1 before the take. */
  before(row: number, column: number): number {
    if (row < 0) return column < 0 ? 0 : IMPOSSIBLE;
    return this.#cell(this.forward, row, column);
  }

  /** Cost of the best path from a pair to the end. */
  after(row: number, column: number): number {
    if (row >= this.rows) return column >= this.columns ? 0 : IMPOSSIBLE;
    return this.#cell(this.backward, row, column);
  }

  get backward(): Float32Array {
    this.#backward ??= this.#fillBackward();
    return this.#backward;
  }

  #cell(costs: Float32Array, row: number, column: number): number {
    const index = column - at(this.offsets, row);
    return index < 0 || index >= this.width ? IMPOSSIBLE : (costs[row * this.width + index] as number);
  }

  #fillForward(): void {
    const { rows, width, offsets, forward, pair } = this;
    const { costs, sounds } = pair;
    for (let row = 0; row < rows; row += 1) {
      const offset = at(offsets, row);
      const start = row * width;
      const sound = at(sounds, row);
      for (let moved = 1; moved < SKIP_COSTS.length && moved <= row; moved += 1) {
        const shift = offset - 1 - at(offsets, row - moved);
        const from = (row - moved) * width + shift;
        const penalty = SKIP_COSTS[moved] as number;
        const end = Math.min(width, width - shift);
        for (let index = Math.max(0, -shift); index < end; index += 1) {
          const cost = (forward[from + index] as number) + penalty;
          if (cost < (forward[start + index] as number)) forward[start + index] = cost;
        }
      }
      let previous = IMPOSSIBLE;
      if (row < EDGE_FRAMES && offset === 0) forward[start] = Math.min(forward[start] as number, EDGE_COST * row);
      for (let index = 0, cost = offset * SOUND_COUNT + sound; index < width; index += 1, cost += SOUND_COUNT) {
        let best = forward[start + index] as number;
        if (previous + STAY_COST < best) best = previous + STAY_COST;
        previous = best + (costs[cost] as number);
        forward[start + index] = previous;
      }
    }
  }

  #fillBackward(): Float32Array {
    const { rows, columns, width, offsets, pair } = this;
    const { costs, sounds } = pair;
    const backward = buffer('backward', rows * width);
    for (let row = rows - 1; row >= 0; row -= 1) {
      const offset = at(offsets, row);
      const start = row * width;
      const sound = at(sounds, row);
      for (let moved = 1; moved < SKIP_COSTS.length && row + moved < rows; moved += 1) {
        const shift = offset + 1 - at(offsets, row + moved);
        const from = (row + moved) * width + shift;
        const penalty = SKIP_COSTS[moved] as number;
        const end = Math.min(width, width - shift);
        for (let index = Math.max(0, -shift); index < end; index += 1) {
          const cost = (backward[from + index] as number) + penalty;
          if (cost < (backward[start + index] as number)) backward[start + index] = cost;
        }
      }
      let next = IMPOSSIBLE;
      const missing = rows - 1 - row;
      if (missing < EDGE_FRAMES && offset + width === columns) {
        const last = start + width - 1;
        backward[last] = Math.min(backward[last] as number, EDGE_COST * missing);
      }
      for (let index = width - 1; index >= 0; index -= 1) {
        let best = backward[start + index] as number;
        if (next + STAY_COST < best) best = next + STAY_COST;
        next = best + (costs[(offset + index) * SOUND_COUNT + sound] as number);
        backward[start + index] = next;
      }
    }
    return backward;
  }
}

/** The last row of the best path, and its cost. */
function bestEnd(band: Band): { row: number; cost: number } {
  let best = { row: band.rows - 1, cost: IMPOSSIBLE };
  for (let row = Math.max(0, band.rows - EDGE_FRAMES); row < band.rows; row += 1) {
    const cost = band.before(row, band.columns - 1) + EDGE_COST * (band.rows - 1 - row);
    if (cost < best.cost) best = { row, cost };
  }
  return best;
}

function tracePath(band: Band, end: { row: number; cost: number }): Alignment {
  const path = new Int32Array(band.columns);
  let { row } = end;
  for (let column = band.columns - 1; column > 0; column -= 1) {
    path[column] = row;
    let best = IMPOSSIBLE;
    let next = row;
    for (const [moved, penalty] of SKIP_COSTS.entries()) {
      if (moved > row) break;
      const cost = band.before(row - moved, column - 1) + penalty;
      if (cost < best) {
        best = cost;
        next = row - moved;
      }
    }
    row = next;
  }
  path[0] = row;
  return { path, cost: Math.min(end.cost, band.columns * UNRELATED_COST) };
}

/**
 * Aligns a take with a reading.
 * @throws RangeError if the line is too long (`isTooLong`)
 */
export function align(pair: AlignedPair): Alignment {
  const band = new Band(pair);
  return tracePath(band, bestEnd(band));
}

/**
 * Aligns a take with a reading, and scores each fault at each possible place. For each fault and first word, returns the
 * best last word.
 * @throws RangeError if the line is too long (`isTooLong`)
 */
export function alignWithFaults(pair: AlignedPair): { alignment: Alignment; faults: readonly FaultScore[] } {
  const band = new Band(pair);
  const alignment = tracePath(band, bestEnd(band));
  const search = new FaultSearch(band, alignment.cost);
  return { alignment, faults: search.run() };
}

class FaultSearch {
  readonly #band: Band;
  readonly #starts: Int32Array;
  readonly #words: number;
  readonly #plainCost: number;
  readonly #best = new Map<string, FaultScore>();

  constructor(band: Band, plainCost: number) {
    this.#band = band;
    this.#starts = band.pair.wordStarts;
    this.#words = this.#starts.length - 1;
    this.#plainCost = plainCost;
  }

  run(): FaultScore[] {
    for (let from = 0; from < this.#words; from += 1) {
      for (let to = from + 1; to <= Math.min(this.#words, from + MAX_SKIPPED); to += 1) {
        if (to - from < this.#words) this.#assumeSkip(from, to);
        if (to - from <= MAX_REPEATED) this.#assumeRepeat(from, to);
      }
    }
    for (let from = 0; from <= this.#words; from += 1) this.#assumeOtherSound(from);
    this.#assumeCuts();
    return [...this.#best.values()];
  }

  #add(fault: AssumedFault, fromWord: number, toWord: number, found: { cost: number; from: number; to: number }): void {
    const gain = this.#plainCost - found.cost;
    const key = `${fault} ${fromWord}`;
    const known = this.#best.get(key);
    if (known && known.gain >= gain) return;
    this.#best.set(key, { fault, fromWord, toWord, gain, fromFrame: found.from, toFrame: found.to });
  }

  /** The cheapest path that jumps from the end of a row to the start of another. */
  #join(row: number, next: number): { cost: number; column: number } {
    const band = this.#band;
    if (row < 0) return { cost: band.after(next, 0), column: 0 };
    if (next >= band.rows) return { cost: band.before(row, band.columns - 1), column: band.columns };
    const { forward, backward, width } = band;
    const offset = at(band.offsets, row);
    const shift = offset + 1 - at(band.offsets, next);
    const from = row * width;
    const to = next * width + shift;
    const best = { cost: IMPOSSIBLE, column: 0 };
    for (let index = Math.max(0, -shift); index < Math.min(width, width - shift); index += 1) {
      const cost = (forward[from + index] as number) + (backward[to + index] as number);
      if (cost >= best.cost) continue;
      best.cost = cost;
      best.column = offset + index + 1;
    }
    return best;
  }

  #assumeSkip(from: number, to: number): void {
    const { cost, column } = this.#join(at(this.#starts, from) - 1, at(this.#starts, to));
    this.#add('skip', from, to, { cost, from: column, to: column });
  }

  #assumeRepeat(from: number, to: number): void {
    const { cost, column } = this.#join(at(this.#starts, to) - 1, at(this.#starts, from));
    const frames = at(this.#starts, to) - at(this.#starts, from);
    this.#add('repeat', from, to, { cost, from: column, to: Math.min(this.#band.columns, column + frames) });
  }

  /** Assumes other speech before a word, or instead of up to `MAX_REPLACED` words. */
  #assumeOtherSound(from: number): void {
    const band = this.#band;
    const row = at(this.#starts, from) - 1;
    const lastTo = Math.min(this.#words, from + MAX_REPLACED);
    const best = Array.from({ length: lastTo - from + 1 }, () => ({ cost: IMPOSSIBLE, from: 0, to: 0 }));
    const nextRows = best.map((_, count) => at(this.#starts, from + count));
    let running = IMPOSSIBLE;
    let runningFrom = 0;
    const lastRow = Math.min(band.rows - 1, at(this.#starts, lastTo));
    const end = Math.min(band.columns, at(band.offsets, lastRow) + band.width + 1);
    for (let column = row < 0 ? 0 : at(band.offsets, row); column < end; column += 1) {
      const before = band.before(row, column - 1);
      if (before < running) {
        running = before;
        runningFrom = column;
      }
      running += FILLER_COST;
      for (const [count, found] of best.entries()) {
        const cost = running + band.after(at(nextRows, count), column + 1);
        if (cost < found.cost) {
          found.cost = cost;
          found.from = runningFrom;
          found.to = column + 1;
        }
      }
    }
    for (const [count, found] of best.entries())
      this.#add(count === 0 ? 'insert' : 'replace', from, from + count, found);
  }

  #assumeCuts(): void {
    const { rows, columns } = this.#band;
    let word = 0;
    for (let row = Math.floor(rows * MIN_SHARE_BEFORE_CUT); row < rows - EDGE_FRAMES; row += 1) {
      while (word + 1 < this.#words && at(this.#starts, word + 1) <= row) word += 1;
      const found = { cost: this.#band.before(row, columns - 1), from: columns, to: columns };
      this.#add('cut', word, this.#words, found);
    }
  }
}
