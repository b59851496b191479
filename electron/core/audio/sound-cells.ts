// A sound in cells of 5 ms: all that is told of a take is computed from them, whatever its length.
import { frameCount, type Pcm } from '../../../codecs/pcm.ts';
import { at } from '../../../shared/rules/at.ts';
import { ChannelMeter } from './channel-meter.ts';

export const CELLS_PER_SECOND = 200;
const FIRST_LENGTH = 2_048;

/** What a whole sound is in cells. */
export interface SoundCells {
  /** Hz. */
  readonly sampleRate: number;
  readonly frames: number;
  /** The loudest sample of each cell, of all channels: 1 is full scale. */
  readonly peaks: Float32Array;
  /** The weighted mean square of each cell, summed over the channels. */
  readonly energies: Float64Array;
  /** Linear, between the samples too. */
  readonly truePeak: number;
  /** Samples in runs of three or more at full scale, over all channels. */
  readonly clippedSamples: number;
}

/** Takes a sound in blocks and makes cells of it. An hour takes 9 MB. */
export class CellMeter {
  #sampleRate = 0;
  #channels: ChannelMeter[] = [];
  #peaks = new Float32Array(FIRST_LENGTH);
  #energies = new Float64Array(FIRST_LENGTH);
  #cells = 0;
  #frames = 0;
  #cellStart = 0;
  #cellEnd = 0;

  /** Takes the next block; the rate and the channels of the first one hold for all. */
  add(block: Pcm): void {
    if (this.#channels.length === 0) this.#begin(block);
    const length = frameCount(block);
    // A file may go on with fewer channels: the first one stands in for the others, as in `decode`.
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
    for (const [index, channel] of this.#channels.entries()) channel.measureBetween(soundOf(index));
  }

  /** What came, the last cell included though it may be shorter. Nothing can be added afterwards. */
  finish(): SoundCells {
    if (this.#frames > this.#cellStart) this.#closeCell();
    const whole = this.#channels.map((channel) => channel.finish());
    return {
      sampleRate: this.#sampleRate,
      frames: this.#frames,
      peaks: this.#peaks.subarray(0, this.#cells),
      energies: this.#energies.subarray(0, this.#cells),
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
    // Where a cell is no whole number of samples, some have one more: none drifts away from its time.
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
