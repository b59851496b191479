// Writes a watermark (watermark-pattern.ts) into a stream. The changes are added to the audio, so silence and
// frequencies outside the bands stay exactly the same.
import { at } from '../../../shared/rules/at.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { FourierTransform } from './fourier-transform.ts';
import { encodePayload } from './payload-code.ts';
import { BAND_EDGES, BANDS, cellSigns, SLOT_SECONDS, SLOTS } from './watermark-pattern.ts';

/** Half the difference in dB between raised and lowered cells. */
const STRENGTH_DB = 1.25;
const MIN_WINDOW_SECONDS = 0.04;

/** Gain changes that preserve the mean power, so that the loudness stays the same. */
const [RAISE, LOWER] = gainChanges(STRENGTH_DB);

function gainChanges(strengthDb: number): readonly [number, number] {
  const ratio = 10 ** (strengthDb / 5);
  const lower = Math.sqrt(2 / (1 + ratio));
  return [lower * Math.sqrt(ratio) - 1, lower - 1];
}

export class Watermarker {
  readonly #sampleRate: number;
  /** Positive for raised cells, negative for lowered ones. */
  readonly #signs: Int8Array;
  readonly #transform: FourierTransform;
  readonly #hop: number;
  /** Square root of a Hann window, used for both analysis and synthesis. */
  readonly #window: Float64Array;
  readonly #bandOfBin: Int16Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  /** For each channel, the last two hops of the input. */
  readonly #input: readonly Float32Array[];
  /** For each channel, changes to the last two hops. */
  readonly #changes: readonly Float64Array[];
  #output: readonly Float32Array[];
  /** Samples of the current hop. */
  #filled = 0;
  /** Complete hops. */
  #hops = 0;
  #emitted = 0;
  #received = 0;

  /**
   * @param id an unsigned 32-bit integer
   * @param sampleRate 8,000 to 192,000 Hz
   */
  constructor(id: number, sampleRate: number, channels: 1 | 2) {
    this.#sampleRate = sampleRate;
    this.#signs = cellSigns(encodePayload(id));
    let size = 256;
    while (size < MIN_WINDOW_SECONDS * sampleRate) size *= 2;
    this.#transform = new FourierTransform(size);
    this.#hop = size / 2;
    this.#window = Float64Array.from({ length: size }, (_, index) => Math.sin((Math.PI * index) / size));
    this.#bandOfBin = bandsOfBins(size, sampleRate);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    this.#input = Array.from({ length: channels }, () => new Float32Array(size));
    this.#changes = Array.from({ length: channels }, () => new Float64Array(size));
    this.#output = this.#input.map(() => new Float32Array(0));
  }

  /** The maximum number of samples by which the output lags behind the input. */
  get latency(): number {
    return 2 * this.#hop;
  }

  /**
   * Returns the marked samples, fewer at first because of the latency. All channels are changed equally, so that the
   * stereo image stays the same. The returned samples are valid until the next call.
   */
  process(channels: readonly Float32Array[]): readonly Float32Array[] {
    const length = at(channels, 0).length;
    this.#received += length;
    return this.#advance(channels, length, this.#received);
  }

  /** Returns the remaining samples. */
  end(): readonly Float32Array[] {
    const length = this.#hop - this.#filled + this.#hop;
    const silence = this.#input.map(() => new Float32Array(length));
    return this.#advance(silence, length, this.#received);
  }

  /** @param until total number of samples to return */
  #advance(channels: readonly Float32Array[], length: number, until: number): readonly Float32Array[] {
    this.#reserve(length + this.#hop);
    let returned = 0;
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, this.#hop - this.#filled);
      for (const [index, input] of this.#input.entries()) {
        input.set(at(channels, index).subarray(from, from + count), this.#hop + this.#filled);
      }
      from += count;
      this.#filled += count;
      if (this.#filled < this.#hop) continue;
      returned += this.#finishHop(returned, until);
    }
    return this.#output.map((samples) => samples.subarray(0, returned));
  }

  #reserve(length: number): void {
    if ((this.#output[0]?.length ?? 0) < length) this.#output = this.#output.map(() => new Float32Array(length));
  }

  /** Changes the last two hops. Emits the first of them, because no later window overlaps it. */
  #finishHop(position: number, until: number): number {
    if (this.#input.some((samples) => samples.some((sample) => sample !== 0))) this.#addChanges();
    const hop = this.#hop;
    // The hop before the first one is only padding.
    const count = this.#hops === 0 ? 0 : Math.min(hop, until - this.#emitted);
    for (const [channel, input] of this.#input.entries()) {
      const changes = at(this.#changes, channel);
      const output = at(this.#output, channel);
      for (let index = 0; index < count; index += 1) {
        output[position + index] = sampleAt(input, index) + (changes[index] as number);
      }
      changes.copyWithin(0, hop);
      changes.fill(0, hop);
      input.copyWithin(0, hop);
    }
    this.#emitted += count;
    this.#hops += 1;
    this.#filled = 0;
    return count;
  }

  #addChanges(): void {
    // Indexing typed arrays with `as` instead of a function halves the time; all indexes are below the window's size.
    const [left, right] = this.#input;
    if (!left) return;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const window = this.#window;
    const size = window.length;
    // The gains are real and the same for both channels, so one complex transform changes two channels.
    for (let index = 0; index < size; index += 1) {
      const weight = window[index] as number;
      real[index] = (left[index] as number) * weight;
      imaginary[index] = right ? (right[index] as number) * weight : 0;
    }
    this.#transform.forward(real, imaginary);
    this.#applyGains();
    this.#transform.inverse(real, imaginary);
    for (const [channel, changes] of this.#changes.entries()) {
      const changed = channel === 0 ? real : imaginary;
      for (let index = 0; index < size; index += 1) {
        changes[index] = (changes[index] as number) + (changed[index] as number) * (window[index] as number);
      }
    }
  }

  /** Multiplies the spectrum by the changes of the gain in each band. */
  #applyGains(): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const bandOfBin = this.#bandOfBin;
    const size = real.length;
    const centre = (this.#hops * this.#hop) / this.#sampleRate;
    const first = (Math.floor(centre / SLOT_SECONDS) % SLOTS) * BANDS;
    for (let bin = 0; bin < size; bin += 1) {
      const band = bandOfBin[bin] as number;
      const change = band < 0 ? 0 : (this.#signs[first + band] as number) > 0 ? RAISE : LOWER;
      real[bin] = (real[bin] as number) * change;
      imaginary[bin] = (imaginary[bin] as number) * change;
    }
  }
}

/** Returns the band of each bin, including those of negative frequencies; -1 for bins outside the bands. */
function bandsOfBins(size: number, sampleRate: number): Int16Array {
  const bands = new Int16Array(size).fill(-1);
  for (let band = 0; band < BANDS; band += 1) {
    const end = Math.min(size / 2, (at(BAND_EDGES, band + 1) * size) / sampleRate);
    for (let bin = Math.ceil((at(BAND_EDGES, band) * size) / sampleRate); bin < end; bin += 1) {
      bands[bin] = band;
      bands[size - bin] = band;
    }
  }
  return bands;
}
