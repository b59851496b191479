// Writes a watermark (watermark-pattern.ts) into a stream. The changes are added to the audio, so silence and
// frequencies outside the bands stay exactly the same.
import { at } from '../../../shared/rules/at.ts';
import { applyWindow } from '../fft/apply-window.ts';
import { type FftLibrary, loadFft, type RealFft } from '../fft/real-fft.ts';
import { encodePayload } from './payload-code.ts';
import { BAND_EDGES, BANDS, cellSigns, SLOT_SECONDS, SLOTS } from './watermark-pattern.ts';

/** Increase it when the same id changes the same audio differently. */
export const WATERMARK_VERSION = 4;

/** Half the difference in dB between raised and lowered cells. */
const STRENGTH_DB = 1.25;
const MIN_WINDOW_SECONDS = 0.04;
/** After this time, a change of the loudness is forgotten. */
const LOUDNESS_SECONDS = 10;
/**
 * Limits for the gain that keeps the loudness: less in the direction of the watermark's own change, so that a steady
 * tone, whose level is that of a single cell, doesn't change by much more than the strength.
 */
const [MAX_ADDED, MAX_OPPOSED] = [10 ** (0.2 / 20), 10 ** (0.5 / 20)];
/** The shelf of K-weighting (ITU-R BS.1770). */
const SHELF_HZ = 1682;
const SHELF_DB = 4;

/** Gains of raised and lowered cells, before the loudness is corrected. */
const RAISED = 10 ** (STRENGTH_DB / 20);
const LOWERED = 1 / RAISED;

export class Watermarker {
  readonly #sampleRate: number;
  /** Positive for raised cells, negative for lowered ones. */
  readonly #signs: Int8Array;
  readonly #fft: RealFft;
  readonly #hop: number;
  /** Square root of a Hann window. */
  readonly #analysisWindow: Float32Array;
  /** The same window, divided by the size of the transform. */
  readonly #synthesisWindow: Float32Array;
  /** The first bin of each band, and the end of the last band. */
  readonly #bandBins: Int32Array;
  /** Influence of each bin's power on the loudness. */
  readonly #weights: Float64Array;
  readonly #decay: number;
  /** Power by which the bands recently became quieter; negative if they became louder. */
  #lostPower = 0;
  /** For each channel, the spectrum of the last two hops. */
  readonly #spectra: readonly Float32Array[];
  /** For each channel, the last two hops of the input. */
  readonly #input: readonly Float32Array[];
  /** For each channel, the previous window's changes to the first of the last two hops. */
  readonly #changes: readonly Float32Array[];
  readonly #marked: Float32Array;
  #output: readonly Float32Array[];
  /** Samples of the current hop. */
  #filled = 0;
  /** Complete hops. */
  #hops = 0;
  #emitted = 0;
  #received = 0;

  private constructor(fft: FftLibrary, id: number, sampleRate: number, channels: 1 | 2) {
    this.#sampleRate = sampleRate;
    this.#signs = cellSigns(encodePayload(id));
    let size = 256;
    while (size < MIN_WINDOW_SECONDS * sampleRate) size *= 2;
    this.#fft = fft.realFft(size);
    this.#hop = size / 2;
    this.#analysisWindow = Float32Array.from({ length: size }, (_, index) => Math.sin((Math.PI * index) / size));
    this.#synthesisWindow = this.#analysisWindow.map((weight) => weight / size);
    this.#bandBins = binsOfBands(size, sampleRate);
    this.#weights = loudnessWeights(size, sampleRate);
    this.#decay = Math.exp(-this.#hop / sampleRate / LOUDNESS_SECONDS);
    this.#spectra = Array.from({ length: channels }, () => new Float32Array(size));
    this.#input = Array.from({ length: channels }, () => new Float32Array(size));
    this.#changes = Array.from({ length: channels }, () => new Float32Array(this.#hop));
    this.#marked = new Float32Array(this.#hop);
    this.#output = this.#input.map(() => new Float32Array(0));
  }

  /**
   * @param id an unsigned 32-bit integer
   * @param sampleRate 8,000 to 192,000 Hz
   */
  static async create(id: number, sampleRate: number, channels: 1 | 2): Promise<Watermarker> {
    return new Watermarker(await loadFft(), id, sampleRate, channels);
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
    const hop = this.#hop;
    const isSilent = this.#input.every((samples) => samples.every((sample) => sample === 0));
    if (!isSilent) this.#changeSpectra();
    // The hop before the first one is only padding.
    const count = this.#hops === 0 ? 0 : Math.min(hop, until - this.#emitted);
    for (const [channel, input] of this.#input.entries()) {
      const changes = at(this.#changes, channel);
      const output = at(this.#output, channel);
      if (isSilent) {
        output.set(changes.subarray(0, count), position);
        changes.fill(0);
      } else {
        const { samples } = this.#inverse(at(this.#spectra, channel));
        output.set(this.#markHop(input, changes, samples).subarray(0, count), position);
        applyWindow(samples.subarray(hop), this.#synthesisWindow.subarray(hop), changes);
      }
      input.copyWithin(0, hop);
    }
    this.#emitted += count;
    this.#hops += 1;
    this.#filled = 0;
    return count;
  }

  /** Replaces the spectra by their changes. All channels are changed by the same gains. */
  #changeSpectra(): void {
    for (const [channel, spectrum] of this.#spectra.entries()) this.#transform(at(this.#input, channel), spectrum);
    const centre = (this.#hops * this.#hop) / this.#sampleRate;
    const first = (Math.floor(centre / SLOT_SECONDS) % SLOTS) * BANDS;
    const correction = this.#loudnessCorrection(first);
    for (const spectrum of this.#spectra) this.#applyGains(spectrum, first, correction);
  }

  #transform(input: Float32Array, spectrum: Float32Array): void {
    applyWindow(input, this.#analysisWindow, this.#fft.samples);
    this.#fft.forward();
    spectrum.set(this.#fft.spectrum);
  }

  #inverse(spectrum: Float32Array): RealFft {
    this.#fft.spectrum.set(spectrum);
    this.#fft.inverse();
    return this.#fft;
  }

  /** Returns the first hop of the input with the changes of the previous window and of this one. */
  #markHop(input: Float32Array, previous: Float32Array, samples: Float32Array): Float32Array {
    const window = this.#synthesisWindow;
    const marked = this.#marked;
    // As in `applyWindow`.
    for (let index = 0; index < marked.length; index += 4) {
      const first = (previous[index] as number) + (samples[index] as number) * (window[index] as number);
      const second = (previous[index + 1] as number) + (samples[index + 1] as number) * (window[index + 1] as number);
      const third = (previous[index + 2] as number) + (samples[index + 2] as number) * (window[index + 2] as number);
      const fourth = (previous[index + 3] as number) + (samples[index + 3] as number) * (window[index + 3] as number);
      marked[index] = (input[index] as number) + first;
      marked[index + 1] = (input[index + 1] as number) + second;
      marked[index + 2] = (input[index + 2] as number) + third;
      marked[index + 3] = (input[index + 3] as number) + fourth;
    }
    return marked;
  }

  /**
   * Replaces a spectrum by its change.
   * @param first index of the slot's first sign
   */
  #applyGains(spectrum: Float32Array, first: number, correction: number): void {
    const bins = this.#bandBins;
    const [raise, lower] = [RAISED * correction - 1, LOWERED * correction - 1];
    for (let band = 0; band < BANDS; band += 1) {
      const change = (this.#signs[first + band] as number) > 0 ? raise : lower;
      // Each bin has a real and an imaginary part.
      const end = 2 * (bins[band + 1] as number);
      for (let index = 2 * (bins[band] as number); index < end; index += 1) {
        spectrum[index] = (spectrum[index] as number) * change;
      }
    }
    spectrum.fill(0, 0, 2 * at(bins, 0));
    spectrum.fill(0, 2 * at(bins, BANDS));
  }

  /** Returns the gain with which the bands stay as loud as they were. @param first index of the slot's first sign */
  #loudnessCorrection(first: number): number {
    const bins = this.#bandBins;
    const weights = this.#weights;
    let raised = 0;
    let lowered = 0;
    for (const spectrum of this.#spectra) {
      for (let band = 0; band < BANDS; band += 1) {
        const end = bins[band + 1] as number;
        let power = 0;
        for (let bin = bins[band] as number; bin < end; bin += 1) {
          const real = spectrum[2 * bin] as number;
          const imaginary = spectrum[2 * bin + 1] as number;
          power += (real * real + imaginary * imaginary) * (weights[bin] as number);
        }
        if ((this.#signs[first + band] as number) > 0) raised += power;
        else lowered += power;
      }
    }
    const original = raised + lowered;
    const marked = raised * RAISED ** 2 + lowered * LOWERED ** 2;
    if (marked === 0) return 1;
    const exact = Math.sqrt(Math.max(0, original + this.#lostPower) / marked);
    const [up, down] = marked > original ? [MAX_ADDED, MAX_OPPOSED] : [MAX_OPPOSED, MAX_ADDED];
    const correction = Math.min(up, Math.max(1 / down, exact));
    this.#lostPower = (this.#lostPower + original - marked * correction ** 2) * this.#decay;
    return correction;
  }
}

/** Returns the power gain of K-weighting for each bin, whose high-pass doesn't affect the bands. */
function loudnessWeights(size: number, sampleRate: number): Float64Array {
  const shelf = 10 ** (SHELF_DB / 10);
  return Float64Array.from({ length: size / 2 }, (_, bin) => {
    const above = ((bin * sampleRate) / size / SHELF_HZ) ** 4;
    return (1 + shelf * above) / (1 + above);
  });
}

/** Returns the first bin of each band, and the end of the last band. */
const binsOfBands = (size: number, sampleRate: number): Int32Array =>
  Int32Array.from(BAND_EDGES, (edge) => Math.min(size / 2, Math.ceil((edge * size) / sampleRate)));
