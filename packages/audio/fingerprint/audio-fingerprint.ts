import { frameCount, mixToMono, type Pcm } from '../codecs/pcm.ts';
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
  readonly #power: Float64Array;
  readonly #frame: number;
  readonly #firstBin: number;
  /** The note of each FFT bin, starting at `#firstBin`. */
  readonly #notes: Uint8Array;
  #buffered = new Float32Array(0);
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
    this.#firstBin = Math.max(1, binAt(LOWEST_HZ));
    const lastBin = Math.min(size / 2, binAt(HIGHEST_HZ));
    this.#power = new Float64Array(lastBin);
    this.#notes = Uint8Array.from({ length: Math.max(0, lastBin - this.#firstBin) }, (_, index) => {
      const octaves = Math.log2(((this.#firstBin + index) * rate) / size / OCTAVE_START_HZ);
      return Math.floor(NOTES * (octaves - Math.floor(octaves)));
    });
  }

  add(samples: Float32Array, onFrame: FrameHandler): void {
    this.#read(this.#decimator.add(samples), onFrame);
  }

  end(onFrame: FrameHandler): void {
    this.#read(this.#decimator.end(), onFrame);
  }

  #read(samples: Float32Array, onFrame: FrameHandler): void {
    const all = new Float32Array(this.#buffered.length + samples.length);
    all.set(this.#buffered);
    all.set(samples, this.#buffered.length);
    let start = this.#startOfFrame() - this.#position;
    for (; start + this.#frame <= all.length; start = this.#startOfFrame() - this.#position) {
      const frame = all.subarray(start, start + this.#frame);
      onFrame((strengths) => this.#addStrengths(frame, strengths));
      this.#frameIndex += 1;
    }
    const used = Math.min(start, all.length);
    this.#buffered = all.slice(used);
    this.#position += used;
  }

  /** Calculated from the index, so that rounding errors don't add up. */
  #startOfFrame(): number {
    return Math.round((this.#skipSeconds + this.#frameIndex * ITEM_SECONDS) * this.#decimator.rate);
  }

  #addStrengths(frame: Float32Array, strengths: Float64Array): void {
    const power = this.#power;
    const notes = this.#notes;
    const first = this.#firstBin;
    this.#spectrum.measure(frame, power, first, power.length);
    for (let index = 0; index < notes.length; index += 1) {
      // All indexes are within the bounds.
      const note = notes[index] as number;
      strengths[note] = (strengths[note] as number) + (power[first + index] as number);
    }
  }
}
