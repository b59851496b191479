import { float64At, frameCount, mixToMono, type Pcm } from '../codecs/pcm.ts';
import { type FftLibrary, loadFft } from '../fft/real-fft.ts';
import { ChromaImage, FRAMES_PER_ITEM, NOTES } from './chroma-image.ts';
import { Decimator, HIGHEST_HZ } from './decimator.ts';
import { FrameSpectrum } from './frame-spectrum.ts';

/** Chromaprint's frames, at its rate of 11,025 Hz. */
const FRAME_SECONDS = 4096 / 11_025;
/** Seconds from one sub-fingerprint to the next. */
export const ITEM_SECONDS = 1365 / 11_025;
/** Seconds that a sub-fingerprint covers. */
export const ITEM_SPAN_SECONDS = FRAME_SECONDS + (FRAMES_PER_ITEM - 1) * ITEM_SECONDS;

const LOWEST_HZ = 28;
/** Frequency of an A, in Hz, where octaves start. */
const OCTAVE_START_HZ = 440 / 16;

/**
 * Calculates a Chromaprint fingerprint: 32 bits every 0.124 seconds, most of which stay the same if the audio is re-encoded,
 * resampled or made louder. The result takes 113 KiB per hour of audio; all other memory is constant.
 */
export class AudioFingerprinter {
  readonly #fft: FftLibrary;
  readonly #skipSeconds: number;
  #items = new Uint32Array(1024);
  #count = 0;
  #frames: FrameReader | null = null;
  readonly #image = new ChromaImage();
  readonly #strengths = new Float64Array(NOTES);

  private constructor(fft: FftLibrary, skipSeconds: number) {
    this.#fft = fft;
    this.#skipSeconds = skipSeconds;
  }

  /** @param skipSeconds where the first frame starts */
  static async create(skipSeconds = 0): Promise<AudioFingerprinter> {
    return new AudioFingerprinter(await loadFft(), skipSeconds);
  }

  /** All blocks must have the same sample rate. */
  add(block: Pcm): void {
    if (frameCount(block) === 0) return;
    this.#frames ??= new FrameReader(this.#fft, block.sampleRate, this.#skipSeconds);
    const [samples = new Float32Array(0)] = mixToMono(block).channels;
    this.#frames.add(samples, (notes) => this.#addFrame(notes));
  }

  /** Returns the fingerprint; empty if the audio is shorter than 2.7 seconds. */
  end(): Uint32Array {
    this.#frames?.end((notes) => this.#addFrame(notes));
    return this.#items.slice(0, this.#count);
  }

  #addFrame(addStrengths: (strengths: Float64Array) => void): void {
    addStrengths(this.#strengths.fill(0));
    const item = this.#image.add(this.#strengths);
    if (item === null) return;
    if (this.#count === this.#items.length) {
      const longer = new Uint32Array(this.#count * 2);
      longer.set(this.#items);
      this.#items = longer;
    }
    this.#items[this.#count] = item;
    this.#count += 1;
  }
}

type FrameHandler = (addStrengths: (strengths: Float64Array) => void) => void;

/** Divides audio into overlapping frames and sums the power of each note. */
class FrameReader {
  readonly #skipSeconds: number;
  readonly #decimator: Decimator;
  readonly #spectrum: FrameSpectrum;
  readonly #frame: number;
  /** The first FFT bin of each band of one note, and the end of the last band. */
  readonly #edges: Int32Array;
  /** The note of each band. */
  readonly #notes: readonly number[];
  readonly #powers: Float64Array;
  #buffer = new Float32Array(0);
  /** Number of buffered samples. */
  #length = 0;
  /** Position of the first buffered sample. */
  #position = 0;
  #frameIndex = 0;

  /** @param sampleRate in Hz @param skipSeconds where the first frame starts */
  constructor(fft: FftLibrary, sampleRate: number, skipSeconds: number) {
    this.#skipSeconds = skipSeconds;
    this.#decimator = new Decimator(sampleRate);
    const { rate } = this.#decimator;
    this.#frame = Math.round(FRAME_SECONDS * rate);
    this.#spectrum = new FrameSpectrum(fft, this.#frame);
    const { size } = this.#spectrum;
    const binAt = (hertz: number): number => Math.round((size * hertz) / rate);
    const noteAt = (bin: number): number => {
      const octaves = Math.log2((bin * rate) / size / OCTAVE_START_HZ);
      return Math.floor(NOTES * (octaves - Math.floor(octaves)));
    };
    const firstBin = Math.max(1, binAt(LOWEST_HZ));
    const lastBin = Math.min(size / 2, binAt(HIGHEST_HZ));
    const notes: number[] = [];
    const edges: number[] = [];
    for (let bin = firstBin; bin < lastBin; bin += 1) {
      if (noteAt(bin) === notes.at(-1)) continue;
      notes.push(noteAt(bin));
      edges.push(bin);
    }
    this.#notes = notes;
    this.#edges = Int32Array.from([...edges, lastBin]);
    this.#powers = new Float64Array(notes.length);
  }

  add(samples: Float32Array, onFrame: FrameHandler): void {
    this.#read(this.#decimator.add(samples), onFrame);
  }

  end(onFrame: FrameHandler): void {
    this.#read(this.#decimator.end(), onFrame);
  }

  #read(samples: Float32Array, onFrame: FrameHandler): void {
    this.#append(samples);
    let start = this.#startOfFrame() - this.#position;
    for (; start + this.#frame <= this.#length; start = this.#startOfFrame() - this.#position) {
      const frame = this.#buffer.subarray(start, start + this.#frame);
      onFrame((strengths) => this.#addStrengths(frame, strengths));
      this.#frameIndex += 1;
    }
    const used = Math.min(start, this.#length);
    this.#buffer.copyWithin(0, used, this.#length);
    this.#length -= used;
    this.#position += used;
  }

  #append(samples: Float32Array): void {
    const length = this.#length + samples.length;
    if (this.#buffer.length < length) {
      const longer = new Float32Array(length + this.#frame);
      longer.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = longer;
    }
    this.#buffer.set(samples, this.#length);
    this.#length = length;
  }

  /** Calculated from the index, so that rounding errors don't add up. */
  #startOfFrame(): number {
    return Math.round((this.#skipSeconds + this.#frameIndex * ITEM_SECONDS) * this.#decimator.rate);
  }

  #addStrengths(frame: Float32Array, strengths: Float64Array): void {
    this.#spectrum.measure(frame, this.#edges, this.#powers);
    for (const [band, note] of this.#notes.entries()) {
      strengths[note] = float64At(strengths, note) + float64At(this.#powers, band);
    }
  }
}
