// Predicts the gain in one pass by simulating the limiter on cells of 5 ms.

import type { LoudnessGoal } from '../../../shared/model/export/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import { frameCount, type Pcm, sampleAt } from '../codecs/pcm.ts';
import { CellMeter, loudnessOfCells } from '../meters/analyse-audio.ts';
import { GainSearch } from './gain-search.ts';
import { RELEASE_SECONDS } from './limiter.ts';
import { missingGain } from './missing-gain.ts';

const CELLS_PER_SECOND = 200;
/** How far the limiter's gain recovers within one cell, as a factor. */
const RELEASE = 1 - Math.exp(-1 / (RELEASE_SECONDS * CELLS_PER_SECOND));
/** The search ends at this accuracy in dB, or after the maximum number of attempts. */
const TOLERANCE_DB = 0.002;
const MAX_ATTEMPTS = 30;

export interface ForecastGain {
  readonly gainDb: number;
  /** Loudness that the limiter removes at this gain, in dB. */
  readonly lostDb: number;
}

interface LevelCells {
  readonly peaks: Float32Array;
  readonly energies: Float64Array;
  readonly rmsDbfs: number | null;
}

interface CellSource {
  add(block: Pcm): void;
  finish(): LevelCells;
  levelOf(energies: Float64Array): number | null;
}

export class LoudnessForecast {
  readonly #goal: LoudnessGoal;
  readonly #source: CellSource;
  readonly #sampleRate: number;

  constructor(goal: LoudnessGoal, sampleRate: number) {
    this.#goal = goal;
    this.#sampleRate = sampleRate;
    this.#source = goal.measure === 'rms' ? new SquareCells() : integratedCells();
  }

  add(channels: readonly Float32Array[]): void {
    const block = { sampleRate: this.#sampleRate, channels };
    if (frameCount(block) > 0) this.#source.add(block);
  }

  gain(ceiling: number): ForecastGain {
    const cells = this.#source.finish();
    const whole = this.#source.levelOf(cells.energies);
    if (whole === null) return { gainDb: 0, lostDb: 0 };
    const search = new GainSearch(0);
    for (let tries = 1; ; tries += 1) {
      const energies = limitEnergies(cells, 10 ** (search.gainDb / 20), ceiling);
      const level = this.#source.levelOf(energies) ?? whole;
      const missing = missingGain(this.#goal, { loudnessLufs: level, rmsDbfs: limitedRms(cells, energies) });
      if (Math.abs(missing) <= TOLERANCE_DB || tries === MAX_ATTEMPTS || search.isAtLimit) {
        return { gainDb: search.gainDb, lostDb: whole + search.gainDb - level };
      }
      search.add(missing);
    }
  }
}

/** Returns the RMS in dBFS after gain and limiter, assuming that it changes in proportion to the cells' energies. */
function limitedRms({ energies, rmsDbfs }: LevelCells, limitedEnergies: Float64Array): number | null {
  const [before, after] = [sumOf(energies), sumOf(limitedEnergies)];
  return rmsDbfs === null || before === 0 || after === 0 ? null : rmsDbfs + 10 * Math.log10(after / before);
}

const sumOf = (energies: Float64Array): number => energies.reduce((total, energy) => total + energy, 0);

function limitEnergies({ peaks, energies }: LevelCells, gain: number, ceiling: number): Float64Array {
  const made = new Float64Array(energies.length);
  const most = ceiling / gain;
  let held = 1;
  let before = 1;
  for (let cell = 0; cell < energies.length; cell += 1) {
    const ahead = Math.max(at(peaks, cell), cell + 1 < peaks.length ? at(peaks, cell + 1) : 0);
    held += (1 - held) * RELEASE;
    if (ahead * held > most) held = most / ahead;
    const factor = (gain * (held + before)) / 2;
    before = held;
    made[cell] = at(energies, cell) * factor * factor;
  }
  return made;
}

function integratedCells(): CellSource {
  const meter = new CellMeter({ looksBetween: false });
  return {
    add: (block) => meter.add(block),
    finish() {
      const cells = meter.finish();
      return { ...cells, rmsDbfs: cells.meanSquare === 0 ? null : 10 * Math.log10(cells.meanSquare) };
    },
    levelOf: loudnessOfCells,
  };
}

class SquareCells implements CellSource {
  #peaks = new Float32Array(2_048);
  #squares = new Float64Array(2_048);
  #cells = 0;
  #cellLength = 0;
  #filled = 0;
  #samples = 0;

  add({ sampleRate, channels }: Pcm): void {
    this.#cellLength = Math.round(sampleRate / CELLS_PER_SECOND);
    const length = at(channels, 0).length;
    this.#samples += length * channels.length;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#cellLength - this.#filled);
      if (this.#filled === 0) this.#beginCells();
      for (const samples of channels) this.#addToCell(this.#cells - 1, samples, from, to);
      this.#filled = (this.#filled + to - from) % this.#cellLength;
      from = to;
    }
  }

  finish(): LevelCells {
    const energies = this.#squares.subarray(0, this.#cells);
    return { peaks: this.#peaks.subarray(0, this.#cells), energies, rmsDbfs: this.levelOf(energies) };
  }

  levelOf(energies: Float64Array): number | null {
    const sum = sumOf(energies);
    return sum === 0 ? null : 10 * Math.log10(sum / this.#samples);
  }

  #beginCells(): void {
    if (this.#cells === this.#peaks.length) {
      const [peaks, squares] = [new Float32Array(this.#cells * 2), new Float64Array(this.#cells * 2)];
      peaks.set(this.#peaks);
      squares.set(this.#squares);
      this.#peaks = peaks;
      this.#squares = squares;
    }
    this.#cells += 1;
  }

  #addToCell(cell: number, samples: Float32Array, from: number, to: number): void {
    let sum = 0;
    let peak = at(this.#peaks, cell);
    for (let index = from; index < to; index += 1) {
      const sample = sampleAt(samples, index);
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    this.#peaks[cell] = peak;
    this.#squares[cell] = at(this.#squares, cell) + sum;
  }
}
