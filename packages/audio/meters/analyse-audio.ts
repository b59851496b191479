import { ANALYSIS_VERSION, type AudioAnalysis, OVERVIEW_PARTS } from '../../../shared/model/take.ts';
import { at } from '../../../shared/rules/at.ts';
import { AudioFormatError, type DecodeLimit } from '../codecs/audio-format-error.ts';
import type { AudioBytes } from '../codecs/bytes.ts';
import { type DecodedHead, type DecodeHint, decodeBlocks } from '../codecs/decode.ts';
import { frameCount, type Pcm } from '../codecs/pcm.ts';
import { ChannelMeter } from './channel-meter.ts';
import { VoiceSoundMeter } from './voice-sound.ts';

// Divides audio into cells of 5 ms, from which all measurements of a take are computed.

const CELLS_PER_SECOND = 200;
const INITIAL_CELLS = 2_048;

interface LevelSeries {
  readonly sampleRate: number;
  readonly frames: number;
  /** Sample peak of each cell across all channels; 1 is full scale. */
  readonly peaks: Float32Array;
  /** K-weighted mean square of each cell, summed over the channels. */
  readonly energies: Float64Array;
  /** Unweighted mean square of all samples of all channels. */
  readonly meanSquare: number;
  readonly balanceDb: number | null;
  /** Linear true peak, which includes peaks between samples. */
  readonly truePeak: number;
  /** Number of samples in runs of three or more at full scale, across all channels. */
  readonly clippedSamples: number;
}

export class CellMeter {
  #sampleRate = 0;
  #channels: ChannelMeter[] = [];
  #peaks = new Float32Array(INITIAL_CELLS);
  #energies = new Float64Array(INITIAL_CELLS);
  #cells = 0;
  #frames = 0;
  #cellStart = 0;
  #cellEnd = 0;
  readonly #measuresTruePeak: boolean;

  /** @param looksBetween false to skip the true peak, which isn't needed for loudness */
  constructor({ looksBetween = true }: { readonly looksBetween?: boolean } = {}) {
    this.#measuresTruePeak = looksBetween;
  }

  /** Adds the next block. The first block determines the sample rate and channels. */
  add(block: Pcm): void {
    if (this.#channels.length === 0) this.#begin(block);
    const length = frameCount(block);
    const soundOf = (index: number): Float32Array => block.channels[index] ?? at(block.channels, 0);
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#cellEnd - this.#frames);
      for (let index = 0; index < this.#channels.length; index += 1) {
        at(this.#channels, index).measure(soundOf(index), from, to);
      }
      this.#frames += to - from;
      from = to;
      if (this.#frames === this.#cellEnd) this.#closeCell();
    }
    if (!this.#measuresTruePeak) return;
    for (const [index, channel] of this.#channels.entries()) channel.measureTruePeak(soundOf(index));
  }

  finish(): LevelSeries {
    if (this.#frames > this.#cellStart) this.#closeCell();
    const whole = this.#channels.map((channel) => channel.finish());
    const squares = this.#channels.reduce((sum, channel) => sum + channel.squares, 0);
    return {
      sampleRate: this.#sampleRate,
      frames: this.#frames,
      peaks: this.#peaks.subarray(0, this.#cells),
      energies: this.#energies.subarray(0, this.#cells),
      meanSquare: this.#frames === 0 ? 0 : squares / (this.#frames * this.#channels.length),
      balanceDb: balanceOf(this.#channels.map((channel) => channel.squares)),
      truePeak: whole.reduce((most, { truePeak }) => Math.max(most, truePeak), 0),
      clippedSamples: whole.reduce((sum, { clippedSamples }) => sum + clippedSamples, 0),
    };
  }

  #begin({ sampleRate, channels }: Pcm): void {
    this.#sampleRate = sampleRate;
    this.#channels = channels.map(() => new ChannelMeter(sampleRate));
    this.#cellEnd = Math.ceil(sampleRate / CELLS_PER_SECOND);
  }

  #closeCell(): void {
    if (this.#cells === this.#peaks.length) this.#grow();
    let energy = 0;
    let peak = 0;
    for (const channel of this.#channels) {
      energy += channel.energy;
      peak = Math.max(peak, channel.peak);
      channel.restart();
    }
    this.#peaks[this.#cells] = peak;
    this.#energies[this.#cells] = energy / (this.#frames - this.#cellStart);
    this.#cells += 1;
    this.#cellStart = this.#frames;
    // If a cell isn't a whole number of samples long, some cells get an extra sample so that times don't drift.
    this.#cellEnd = Math.ceil(((this.#cells + 1) * this.#sampleRate) / CELLS_PER_SECOND);
  }

  #grow(): void {
    const peaks = new Float32Array(this.#peaks.length * 2);
    peaks.set(this.#peaks);
    this.#peaks = peaks;
    const energies = new Float64Array(this.#energies.length * 2);
    energies.set(this.#energies);
    this.#energies = energies;
  }
}

/** Limit of the stereo balance in dB, reached if one channel is silent. */
const MAX_BALANCE_DB = 120;

function balanceOf(squares: readonly number[]): number | null {
  const [left = 0, right = 0] = squares;
  if (squares.length !== 2 || left + right === 0) return null;
  return Math.max(-MAX_BALANCE_DB, Math.min(MAX_BALANCE_DB, 10 * Math.log10(left / right)));
}

export interface AnalysedAudio extends DecodedHead {
  readonly analysis: AudioAnalysis;
}

/** @throws AudioFormatError if the file isn't intact audio or contains NaN samples */
export async function analyseAudio(
  from: AudioBytes,
  hint: DecodeHint = {},
  limit?: DecodeLimit,
): Promise<AnalysedAudio> {
  const meter = new CellMeter();
  const voice = new VoiceSoundMeter();
  const addBlock = (block: Pcm): void => {
    meter.add(block);
    voice.add(block);
  };
  const head = await decodeBlocks(from, hint, addBlock, limit);
  const cells = meter.finish();
  // A single NaN sample would turn all following energies into NaN.
  if (!Number.isFinite(cells.energies.at(-1) ?? 0)) {
    throw new AudioFormatError('damaged', 'The audio file contains invalid samples.');
  }
  return { ...head, analysis: { ...analyseCells(cells), voice: voice.finish() } };
}

const MAX_PEAKS = 6_000;
/**
 * Cells per 20 ms: the length of a peak in the waveform, and the unit for measuring the speech level and the take's
 * ends.
 */
const CELLS_PER_PEAK = 4;
const CELLS_PER_STEP = 20;

/** A take that never exceeds this level, in dBFS, is silent. */
const SILENT_TAKE_DB = -60;
/** The speech level includes all parts within this many decibels of the loud parts. */
const SPEECH_RANGE_DB = 20;
const LOUD_SHARE = 0.05;
/** Silence threshold in dB below the speech level: lower than the faintest consonants, but above a room's noise. */
const SILENCE_BELOW_SPEECH_DB = 35;
/** Anything below this level, in dBFS, counts as silence. */
const SILENCE_DB = -70;

const decibels = (meanSquare: number): number => 10 * Math.log10(meanSquare);
const meanSquare = (level: number): number => 10 ** (level / 10);

export function analyseCells(cells: LevelSeries): Omit<AudioAnalysis, 'voice'> {
  const speech = speechEnergy(cells.energies);
  return {
    version: ANALYSIS_VERSION,
    loudnessLufs: loudnessOfCells(cells.energies),
    truePeakDbtp: cells.truePeak === 0 ? null : 20 * Math.log10(cells.truePeak),
    clippedSamples: cells.clippedSamples,
    speechLevelDb: speech === null ? null : decibels(speech),
    ...measureSilences(cells, speech),
    ...edgeLevels(cells.energies, speech),
    balanceDb: cells.balanceDb,
    ...peaksOf(cells.peaks),
    overview: toPeakBytes(cells.peaks),
  };
}

export const loudnessOfCells = (energies: Float64Array): number | null =>
  integratedLoudness(meansOf(energies, CELLS_PER_STEP));

function meansOf(energies: Float64Array, cellCount: number): Float64Array {
  return Float64Array.from({ length: Math.floor(energies.length / cellCount) }, (_, index) =>
    meanOf(energies, index * cellCount, (index + 1) * cellCount),
  );
}

function meanOf(energies: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let cell = from; cell < to; cell += 1) sum += at(energies, cell);
  return to > from ? sum / (to - from) : 0;
}

/** Returns the mean square during speech, or null if the audio has no speech. */
function speechEnergy(energies: Float64Array): number | null {
  const stretches = energies.length < CELLS_PER_PEAK ? energies.slice() : meansOf(energies, CELLS_PER_PEAK);
  stretches.sort();
  const loud = stretches[Math.floor(stretches.length * (1 - LOUD_SHARE))] ?? 0;
  const loudest = stretches.at(-1) ?? 0;
  if (!(loudest > meanSquare(SILENT_TAKE_DB))) return null;
  // In mostly silent takes, the speech may be shorter than this share.
  const reference = loud < loudest * meanSquare(-SPEECH_RANGE_DB) ? loudest : loud;
  const gate = reference * meanSquare(-SPEECH_RANGE_DB);
  const spoken = stretches.filter((energy) => energy >= gate);
  return spoken.reduce((sum, energy) => sum + energy, 0) / spoken.length;
}

type Silences = Pick<AudioAnalysis, 'headSilenceSeconds' | 'tailSilenceSeconds' | 'longestPauseSeconds'>;

function measureSilences({ energies, frames, sampleRate }: LevelSeries, speech: number | null): Silences {
  const gate = Math.max(meanSquare(SILENCE_DB), (speech ?? 0) * meanSquare(-SILENCE_BELOW_SPEECH_DB));
  let first = -1;
  let last = -1;
  let longest = 0;
  for (let cell = 0; cell < energies.length; cell += 1) {
    if (at(energies, cell) <= gate) continue;
    if (first < 0) first = cell;
    else longest = Math.max(longest, cell - last - 1);
    last = cell;
  }
  const seconds = frames / (sampleRate || 1);
  if (speech === null || first < 0) {
    return { headSilenceSeconds: seconds, tailSilenceSeconds: 0, longestPauseSeconds: 0 };
  }
  return {
    headSilenceSeconds: first / CELLS_PER_SECOND,
    tailSilenceSeconds: Math.max(0, seconds - (last + 1) / CELLS_PER_SECOND),
    longestPauseSeconds: longest / CELLS_PER_SECOND,
  };
}

type Edges = Pick<AudioAnalysis, 'startLevelDb' | 'endLevelDb'>;

const MIN_LEVEL_DB = -120;

function edgeLevels(energies: Float64Array, speech: number | null): Edges {
  if (speech === null) return { startLevelDb: null, endLevelDb: null };
  const against = (energy: number): number => Math.max(MIN_LEVEL_DB, decibels(energy / speech));
  return {
    startLevelDb: against(meanOf(energies, 0, Math.min(CELLS_PER_PEAK, energies.length))),
    endLevelDb: against(meanOf(energies, Math.max(0, energies.length - CELLS_PER_PEAK), energies.length)),
  };
}

const toByte = (peak: number): number => Math.min(255, Math.round(peak * 255));

function peaksOf(cells: Float32Array): Pick<AudioAnalysis, 'peaks' | 'peaksPerSecond'> {
  let cellCount = CELLS_PER_PEAK;
  while (Math.ceil(cells.length / cellCount) > MAX_PEAKS) cellCount *= 2;
  const peaks = Uint8Array.from({ length: Math.ceil(cells.length / cellCount) }, (_, index) =>
    toByte(loudestOf(cells, index * cellCount, (index + 1) * cellCount)),
  );
  return { peaks, peaksPerSecond: CELLS_PER_SECOND / cellCount };
}

function toPeakBytes(cells: Float32Array): Uint8Array {
  return Uint8Array.from({ length: OVERVIEW_PARTS }, (_, part) => {
    const from = Math.floor((part * cells.length) / OVERVIEW_PARTS);
    const to = Math.max(from + 1, Math.ceil(((part + 1) * cells.length) / OVERVIEW_PARTS));
    return toByte(loudestOf(cells, from, to));
  });
}

function loudestOf(cells: Float32Array, from: number, to: number): number {
  let loudest = 0;
  for (let cell = from; cell < to && cell < cells.length; cell += 1) loudest = Math.max(loudest, at(cells, cell));
  return loudest;
}

// Integrated loudness as in ITU-R BS.1770-4: 400 ms blocks with 75 % overlap, gated twice.

const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const OFFSET_LUFS = -0.691;

/** Converts a K-weighted mean square, summed over the channels, to loudness in LUFS. */
function loudnessOf(meanSquare: number): number {
  return OFFSET_LUFS + 10 * Math.log10(meanSquare);
}

const meanSquareOf = (lufs: number): number => 10 ** ((lufs - OFFSET_LUFS) / 10);

function meanAbove(blocks: Float64Array, gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const block of blocks) {
    if (block <= gate) continue;
    sum += block;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** @param steps K-weighted mean squares per 100 ms @returns LUFS; null if no 400 ms block is above -70 LUFS */
function integratedLoudness(steps: Float64Array): number | null {
  const blocks = new Float64Array(Math.max(0, steps.length - STEPS_PER_BLOCK + 1));
  for (let first = 0; first < blocks.length; first += 1) {
    let sum = 0;
    for (let step = 0; step < STEPS_PER_BLOCK; step += 1) sum += at(steps, first + step);
    blocks[first] = sum / STEPS_PER_BLOCK;
  }
  const loud = meanAbove(blocks, meanSquareOf(ABSOLUTE_GATE_LUFS));
  if (loud === null) return null;
  const gate = Math.max(meanSquareOf(ABSOLUTE_GATE_LUFS), loud * 10 ** (RELATIVE_GATE_LU / 10));
  const gated = meanAbove(blocks, gate);
  return gated === null ? null : loudnessOf(gated);
}
