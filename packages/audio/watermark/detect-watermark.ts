// Finds a watermark (watermark-pattern.ts) in a short segment of audio, at any position in the block and after changes of
// tempo. The voice's own spectrum is much stronger than the watermark, so the detector compares each cell with a prediction
// from its neighbours, weights the difference by how well the cells around it are predicted, and adds up the blocks.
import { at } from '../../../shared/rules/at.ts';
import { float64At } from '../codecs/pcm.ts';
import type { FftLibrary, RealFft } from '../fft/real-fft.ts';
import { CODED_BITS, decodePayload } from './payload-code.ts';
import { BAND_EDGES, BANDS, PATTERN, SLOT_SECONDS, SLOTS, SYNC_SHARE } from './watermark-pattern.ts';

/** In Hz. */
export const DETECTION_RATE = 16_000;
/** Longer segments would need a finer search for the tempo. */
export const DETECTION_SECONDS = 30;

export interface FoundWatermark {
  readonly id: number;
  /** Correlation with the synchronisation pattern, in standard deviations of unmarked audio; at least `MIN_SCORE`. */
  readonly score: number;
  /** Speed of the recording divided by that of the marked file. */
  readonly speed: number;
}

/** Unmarked audio rarely exceeds this score, and if it does, the CRC rejects it. */
export const MIN_SCORE = 5;
/** If the score is lower, more speeds are tried. */
const CLEAR_SCORE = 6;

const SPEED_STEP = 0.0025;
const SPEED_STEPS = 20;
/** Other speeds that are tried, up to 5 % faster or slower. */
const SPEEDS = Array.from({ length: 2 * SPEED_STEPS }, (_, index) => {
  const change = (Math.floor(index / 2) + 1) * SPEED_STEP;
  return index % 2 === 0 ? 1 + change : 1 - change;
});
/** Positions within a slot that are tried, at the original speed and at others. */
const OFFSETS = { original: 3, others: 2 } as const;
/** Best hypotheses whose payload is decoded. */
const CANDIDATES = 12;

const WINDOW = 1_024;
const HOP = 256;
const FRAMES_PER_SLOT = (SLOT_SECONDS * DETECTION_RATE) / HOP;
/** A frame's centre relative to the start of its first hop, in frames. */
const FRAME_CENTRE = WINDOW / HOP / 2 - 0.5;
/** Frames left out at both ends of a slot, because they mostly contain the adjacent slots. */
const SLOT_MARGIN = 0.5;
/** The FFT bins that are used. */
const FIRST_BIN = 18;
const BINS = 430;
/** Minimum number of slots. */
const MIN_SLOTS = 8;

/**
 * Noise floors, as shares of the mean power of a bin, of a frame, and of nearby bins in the same frame. Between harmonics, the
 * last one matters most.
 */
const BIN_FLOOR = 1e-3;
const FRAME_FLOOR = 1e-4;
const NEARBY_FLOOR = 0.1;
/** Number of nearby bins on each side. */
const NEARBY_BINS = 10;
const SILENCE_POWER = 1e-12;

/**
 * Weights of the neighbours that predict a cell's level, by the distance in slots (rows) and bands. Fitted to unmarked
 * speech.
 */
const PREDICTION = {
  sameSlot: [0.461, 0.039],
  nextSlot: [0.219, -0.068, -0.041],
  secondSlot: [0.039, -0.031, 0.012],
} as const;
/** The variance of a difference is estimated from this many slots and bands on each side. */
const VARIANCE_SLOTS = 1;
const VARIANCE_BANDS = 2;
/** Limit for differences from the prediction when the variance is estimated, in nepers of power. */
const MAX_DIFFERENCE = 2;
/** Added to each variance, so that empty bands, which hardly vary, don't outweigh the others. */
const MIN_VARIANCE = 0.3;
/** Limit for the differences that are added up, in standard deviations. */
const MAX_DEVIATIONS = 1.5;

interface Hypothesis {
  readonly score: number;
  readonly tempo: number;
  readonly pitch: number;
  /** Start of the first slot, as a share of a slot. */
  readonly offset: number;
  /** The slot of the block in which the segment starts. */
  readonly firstSlot: number;
}

export class WatermarkDetector {
  readonly #frames: number;
  /** Prefix sums over the bins of each frame's logarithmic power. */
  readonly #binSums: Float64Array;
  /** Prefix sums over the frames of each band's mean logarithmic power, at `#pitch`. */
  readonly #bandSums: Float64Array;
  #pitch = 0;
  readonly #folded = new Float64Array(SLOTS * BANDS);
  readonly #levels: Float64Array;
  readonly #predicted: readonly [Float64Array, Float64Array, Float64Array];
  readonly #differences: Float64Array;
  /** Prefix sums over the bands of each slot's squared differences. */
  readonly #squareSums: Float64Array;
  #candidates: Hypothesis[] = [];

  /** @param samples mono, at `DETECTION_RATE`, up to `DETECTION_SECONDS` */
  constructor(fft: FftLibrary, samples: Float32Array) {
    this.#frames = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
    this.#binSums = sumBins(logPowers(fft.realFft(WINDOW), samples, this.#frames), this.#frames);
    this.#bandSums = new Float64Array((this.#frames + 1) * BANDS);
    const slots = (this.#frames / FRAMES_PER_SLOT) * (1 + SPEED_STEP * SPEED_STEPS);
    const maxSlots = Math.ceil(slots + 1);
    const maxCells = maxSlots * BANDS;
    this.#levels = new Float64Array(maxCells);
    this.#predicted = [new Float64Array(maxCells), new Float64Array(maxCells), new Float64Array(maxCells)];
    this.#differences = new Float64Array(maxCells);
    this.#squareSums = new Float64Array(maxSlots * (BANDS + 1));
  }

  /** The best score of all hypotheses. */
  get bestScore(): number {
    return this.#candidates[0]?.score ?? 0;
  }

  /** @param speeds false to try only the original speed, which takes a fraction of the time */
  detect({ speeds = true }: { readonly speeds?: boolean } = {}): FoundWatermark | null {
    this.#search(1, 1, OFFSETS.original);
    const found = this.#decode();
    if (!speeds || (found && found.score >= CLEAR_SCORE)) return found;
    for (const changesPitch of [false, true]) {
      for (let index = 0; index < SPEEDS.length; index += 1) {
        if (!this.#searchSpeed(index, changesPitch) || this.bestScore < CLEAR_SCORE || !this.#decode()) continue;
        // Speeds in the same direction are two places apart. The exact one has the highest score.
        for (let next = index + 2; next < SPEEDS.length && this.#searchSpeed(next, changesPitch); ) next += 2;
        return this.#decode();
      }
    }
    return this.#decode();
  }

  /** Returns true if the best score has increased. */
  #searchSpeed(index: number, changesPitch: boolean): boolean {
    const previousScore = this.bestScore;
    const speed = at(SPEEDS, index);
    this.#search(speed, changesPitch ? speed : 1, OFFSETS.others);
    return this.bestScore > previousScore;
  }

  #search(tempo: number, pitch: number, offsets: number): void {
    for (let index = 0; index < offsets; index += 1) {
      const offset = index / offsets;
      if (!this.#fold(tempo, pitch, offset)) return;
      const deviation = Math.sqrt(sumOfSquares(this.#folded) * SYNC_SHARE);
      if (deviation === 0) continue;
      for (let firstSlot = 0; firstSlot < SLOTS; firstSlot += 1) {
        const score = this.#correlate(firstSlot) / deviation;
        const isFull = this.#candidates.length === CANDIDATES;
        if (isFull && score <= at(this.#candidates, CANDIDATES - 1).score) continue;
        if (isFull) this.#candidates.pop();
        const place = this.#candidates.findIndex((other) => other.score < score);
        const hypothesis = { score, tempo, pitch, offset, firstSlot };
        this.#candidates.splice(place < 0 ? this.#candidates.length : place, 0, hypothesis);
      }
    }
  }

  #decode(): FoundWatermark | null {
    for (const { score, tempo, pitch, offset, firstSlot } of this.#candidates) {
      if (score < MIN_SCORE) return null;
      this.#fold(tempo, pitch, offset);
      const soft = new Float64Array(CODED_BITS);
      for (let cell = 0; cell < SLOTS * BANDS; cell += 1) {
        const patternCell = (cell + firstSlot * BANDS) % (SLOTS * BANDS);
        const bit = PATTERN.codedBits[patternCell] ?? -1;
        if (bit < 0) continue;
        soft[bit] = float64At(soft, bit) + (PATTERN.signs[patternCell] ?? 0) * float64At(this.#folded, cell);
      }
      const id = decodePayload(soft);
      // No file is marked with 0.
      if (id !== null && id !== 0) return { id, score, speed: tempo };
    }
    return null;
  }

  // Indexing typed arrays with `as` instead of a function halves the time in the methods below; the loops' limits keep
  // all indexes in range.

  #correlate(firstSlot: number): number {
    const folded = this.#folded;
    let sum = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const cells = SYNC_CELLS[(slot + firstSlot) % SLOTS] as Int32Array;
      const first = slot * BANDS;
      for (let index = 0; index < cells.length; index += 2) {
        sum += (cells[index + 1] as number) * (folded[first + (cells[index] as number)] as number);
      }
    }
    return sum;
  }

  /** Adds up the weighted differences from the prediction over all blocks. Returns false if the segment is too short. */
  #fold(tempo: number, pitch: number, offset: number): boolean {
    const folded = this.#folded.fill(0);
    const slots = this.#measureLevels(tempo, pitch, offset);
    if (slots < MIN_SLOTS) return false;
    this.#predict(slots);
    this.#measureDifferences(slots);
    const differences = this.#differences;
    const sums = this.#squareSums;
    for (let slot = 0; slot < slots; slot += 1) {
      const here = slot * BANDS;
      const target = (slot % SLOTS) * BANDS;
      const from = Math.max(0, slot - VARIANCE_SLOTS);
      const to = Math.min(slots - 1, slot + VARIANCE_SLOTS);
      for (let band = 0; band < BANDS; band += 1) {
        const low = Math.max(0, band - VARIANCE_BANDS);
        const high = Math.min(BANDS, band + VARIANCE_BANDS + 1);
        let squares = 0;
        for (let row = from * (BANDS + 1); row <= to * (BANDS + 1); row += BANDS + 1) {
          squares += (sums[row + high] as number) - (sums[row + low] as number);
        }
        const deviation = Math.sqrt(squares / ((to - from + 1) * (high - low)) + MIN_VARIANCE);
        const max = MAX_DEVIATIONS * deviation;
        const limited = limit(differences[here + band] as number, max);
        folded[target + band] = (folded[target + band] as number) + limited / deviation ** 2;
      }
    }
    return true;
  }

  /** Calculates each cell's difference from the prediction. */
  #measureDifferences(slots: number): void {
    const levels = this.#levels;
    const [same, next, second] = this.#predicted;
    const sums = this.#squareSums;
    const last = slots - 1;
    for (let slot = 0; slot < slots; slot += 1) {
      const here = slot * BANDS;
      const before = Math.max(0, slot - 1) * BANDS;
      const after = Math.min(last, slot + 1) * BANDS;
      const twoBefore = Math.max(0, slot - 2) * BANDS;
      const twoAfter = Math.min(last, slot + 2) * BANDS;
      const row = slot * (BANDS + 1);
      let sum = 0;
      for (let band = 0; band < BANDS; band += 1) {
        const difference =
          (levels[here + band] as number) -
          (same[here + band] as number) -
          (next[before + band] as number) -
          (next[after + band] as number) -
          (second[twoBefore + band] as number) -
          (second[twoAfter + band] as number);
        this.#differences[here + band] = difference;
        sum += limit(difference, MAX_DIFFERENCE) ** 2;
        sums[row + band + 1] = sum;
      }
    }
  }

  /** Measures the mean logarithmic power of each cell, and returns the number of slots. */
  #measureLevels(tempo: number, pitch: number, offset: number): number {
    if (pitch !== this.#pitch) this.#sumBands(pitch);
    const length = FRAMES_PER_SLOT / tempo;
    const slots = Math.floor((this.#frames - offset * length) / length);
    const sums = this.#bandSums;
    for (let slot = 0; slot < slots; slot += 1) {
      const start = (offset + slot) * length - FRAME_CENTRE;
      const from = Math.max(0, Math.round(start + SLOT_MARGIN));
      const to = Math.max(from + 1, Math.min(this.#frames, Math.round(start + length - SLOT_MARGIN)));
      for (let band = 0; band < BANDS; band += 1) {
        const sum = (sums[to * BANDS + band] as number) - (sums[from * BANDS + band] as number);
        this.#levels[slot * BANDS + band] = sum / (to - from);
      }
    }
    return slots;
  }

  #sumBands(pitch: number): void {
    this.#pitch = pitch;
    const edges = BAND_EDGES.map((edge) => {
      const bin = Math.round((edge * pitch * WINDOW) / DETECTION_RATE) - FIRST_BIN;
      return Math.max(0, Math.min(BINS, bin));
    });
    const low = Int32Array.from({ length: BANDS }, (_, band) => Math.min(BINS - 1, at(edges, band)));
    const high = low.map((lowest, band) => Math.max(lowest + 1, at(edges, band + 1)));
    const binSums = this.#binSums;
    const bandSums = this.#bandSums;
    for (let frame = 0; frame < this.#frames; frame += 1) {
      const row = frame * (BINS + 1);
      for (let band = 0; band < BANDS; band += 1) {
        const from = low[band] as number;
        const to = high[band] as number;
        const mean = ((binSums[row + to] as number) - (binSums[row + from] as number)) / (to - from);
        bandSums[(frame + 1) * BANDS + band] = (bandSums[frame * BANDS + band] as number) + mean;
      }
    }
  }

  /** Calculates each slot's contributions to the predictions of the same, the adjacent and the second-next slots. */
  #predict(slots: number): void {
    const levels = this.#levels;
    const [same, next, second] = this.#predicted;
    const [same1, same2] = PREDICTION.sameSlot;
    const [next0, next1, next2] = PREDICTION.nextSlot;
    const [second0, second1, second2] = PREDICTION.secondSlot;
    for (let slot = 0; slot < slots; slot += 1) {
      const first = slot * BANDS;
      for (let band = 0; band < BANDS; band += 1) {
        const lower = Math.max(0, band - 1);
        const upper = Math.min(BANDS - 1, band + 1);
        const centre = levels[first + band] as number;
        const near = (levels[first + lower] as number) + (levels[first + upper] as number);
        const far =
          (levels[first + Math.max(0, lower - 1)] as number) +
          (levels[first + Math.min(BANDS - 1, upper + 1)] as number);
        same[first + band] = same1 * near + same2 * far;
        next[first + band] = next0 * centre + next1 * near + next2 * far;
        second[first + band] = second0 * centre + second1 * near + second2 * far;
      }
    }
  }
}

/** For each slot, pairs of a synchronisation cell's band and sign. */
const SYNC_CELLS: readonly Int32Array[] = Array.from({ length: SLOTS }, (_, slot) =>
  Int32Array.from(
    Array.from({ length: BANDS }, (_value, band) => [band, slot * BANDS + band] as const)
      .filter(([, cell]) => PATTERN.codedBits[cell] === -1)
      .flatMap(([band, cell]) => [band, PATTERN.signs[cell] ?? 0]),
  ),
);

const limit = (value: number, max: number): number => (value > max ? max : value < -max ? -max : value);

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (values[index] as number) ** 2;
  return sum;
}

const HANN = Float64Array.from({ length: WINDOW }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW));

/** Returns the power of each bin in each frame. */
function measurePowers(fft: RealFft, samples: Float32Array, frames: number): Float64Array {
  const powers = new Float64Array(frames * BINS);
  const { samples: frame, spectrum } = fft;
  for (let number = 0; number < frames; number += 1) {
    const start = number * HOP;
    for (let index = 0; index < WINDOW; index += 1) {
      frame[index] = (samples[start + index] as number) * (HANN[index] as number);
    }
    fft.forward();
    for (let bin = 0; bin < BINS; bin += 1) {
      const real = spectrum[2 * (bin + FIRST_BIN)] as number;
      const imaginary = spectrum[2 * (bin + FIRST_BIN) + 1] as number;
      // Four times the power, to which the floors refer.
      powers[number * BINS + bin] = 4 * (real * real + imaginary * imaginary);
    }
  }
  return powers;
}

/** Returns the logarithmic power of each bin in each frame, with a floor that makes pauses and empty bins neutral. */
function logPowers(fft: RealFft, samples: Float32Array, frames: number): Float64Array {
  const powers = measurePowers(fft, samples, frames);
  const floors = new Float64Array(BINS).fill(SILENCE_POWER);
  for (let index = 0; index < powers.length; index += 1) {
    const bin = index % BINS;
    floors[bin] = (floors[bin] as number) + ((powers[index] as number) * BIN_FLOOR) / frames;
  }
  const lower = new Float64Array(BINS + 1);
  for (let frame = 0; frame < frames; frame += 1) {
    const row = powers.subarray(frame * BINS, (frame + 1) * BINS);
    let energy = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      energy += row[bin] as number;
      lower[bin + 1] = energy;
    }
    const frameFloor = (energy / BINS) * FRAME_FLOOR;
    for (let bin = 0; bin < BINS; bin += 1) {
      const from = Math.max(0, bin - NEARBY_BINS);
      const to = Math.min(BINS, bin + NEARBY_BINS + 1);
      const nearby = ((lower[to] as number) - (lower[from] as number)) / (to - from);
      const floor = (floors[bin] as number) + frameFloor + nearby * NEARBY_FLOOR;
      row[bin] = Math.log((row[bin] as number) + floor);
    }
  }
  return powers;
}

/** Returns prefix sums over the bins of each frame, so that a band's mean takes two lookups. */
function sumBins(values: Float64Array, frames: number): Float64Array {
  const sums = new Float64Array(frames * (BINS + 1));
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      sum += values[frame * BINS + bin] as number;
      sums[frame * (BINS + 1) + bin + 1] = sum;
    }
  }
  return sums;
}
