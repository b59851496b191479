// One channel of an AAC packet: windows, sections, scalefactors and spectrum (ISO/IEC 14496-3, 4.4.2 and 4.6).

import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { numberAt } from '../codecs/bytes.ts';
import { float64At, sampleAt } from '../codecs/pcm.ts';
import { damagedPacketError, type PacketBits } from './aac-bit-reader.ts';
import { FRAME_LENGTH, SHORT_LENGTH, WINDOW_SEQUENCE } from './aac-filterbank.ts';
import { CODEWORD_LAYOUTS, type RateTables } from './aac-tables.ts';

/** Special codebooks: zero, noise and intensity stereo. Codebook 11 has escapes; 12 is for scalefactors. */
const ZERO_HCB = 0;
const ESC_HCB = 11;
export const NOISE_HCB = 13;
export const INTENSITY_HCB2 = 14;
export const INTENSITY_HCB = 15;
const SCALEFACTOR_BOOK = 12;

const MAX_BANDS = 128;

/** A frame's window layout (ics_info), which two channels may share. */
export interface IcsInfo {
  readonly sequence: number;
  readonly shape: number;
  /** Number of scalefactor bands coded per window. */
  readonly bands: number;
  readonly offsets: Uint16Array;
  readonly groups: readonly number[];
  /** Maximum number of bands covered by temporal noise shaping (TNS). */
  readonly maxTnsBands: number;
}

export function readIcsInfo(bits: PacketBits, rate: RateTables): IcsInfo {
  bits.skip(1);
  const sequence = bits.read(2);
  const shape = bits.read(1);
  if (sequence !== WINDOW_SEQUENCE.short) {
    const bands = bits.read(6);
    if (bits.read(1) === 1) throw new AudioFormatError('unsupported', 'AAC with prediction is not supported.');
    return checkBands({ sequence, shape, bands, offsets: rate.long, groups: [1], maxTnsBands: rate.maxTnsBandsLong });
  }
  const bands = bits.read(4);
  const groups = [1];
  for (let window = 1; window < 8; window += 1) {
    if (bits.read(1) === 1) groups.push((groups.pop() ?? 0) + 1);
    else groups.push(1);
  }
  return checkBands({ sequence, shape, bands, offsets: rate.short, groups, maxTnsBands: rate.maxTnsBandsShort });
}

function checkBands(windows: IcsInfo): IcsInfo {
  if (windows.bands >= windows.offsets.length) throw damagedPacketError();
  return windows;
}

interface TnsFilter {
  readonly window: number;
  readonly length: number;
  readonly isBackward: boolean;
  readonly coefficients: Float64Array;
}

const quarterPower = (quarters: number): number => 2 ** (quarters / 4);
const FOUR_THIRDS_POWERS = Float64Array.from({ length: 8_192 }, (_, index) => index ** (4 / 3));

/** Pseudo-random noise, seeded so that decoding a file always gives the same result. */
export class PacketNoise {
  #seed = 0x1f2e3d4c;

  next(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) | 0;
    return this.#seed / 2 ** 31;
  }
}

export class PacketChannel {
  readonly spectrum = new Float32Array(FRAME_LENGTH);
  readonly codebooks = new Uint8Array(MAX_BANDS);
  readonly scalefactors = new Float64Array(MAX_BANDS);
  readonly #rate: RateTables;
  readonly #quantized = new Int32Array(FRAME_LENGTH);
  #tnsFilters: readonly TnsFilter[] = [];
  #windows: IcsInfo | null = null;
  readonly #noise: PacketNoise;

  constructor(rate: RateTables, noise: PacketNoise) {
    this.#rate = rate;
    this.#noise = noise;
  }

  get windows(): IcsInfo {
    if (this.#windows === null) throw damagedPacketError();
    return this.#windows;
  }

  /** @param shared the window layout shared by both channels; null if this channel has its own layout */
  read(bits: PacketBits, shared: IcsInfo | null): void {
    const gain = bits.read(8);
    const windows = shared ?? readIcsInfo(bits, this.#rate);
    this.#windows = windows;
    this.#readSections(bits, windows);
    this.#readScalefactors(bits, windows, gain);
    const pulses = bits.read(1) === 1 ? readPulses(bits, windows) : [];
    this.#tnsFilters = bits.read(1) === 1 ? readTnsFilters(bits, windows) : [];
    if (bits.read(1) === 1) throw new AudioFormatError('unsupported', 'AAC with gain control is not supported.');
    this.#readSpectrum(bits, windows);
    for (const { place, amount } of pulses) {
      const level = numberAt(this.#quantized, place);
      this.#quantized[place] = level > 0 ? level + amount : level - amount;
    }
    this.#fillSpectrum(windows);
  }

  #readSections(bits: PacketBits, { sequence, bands, groups }: IcsInfo): void {
    const width = sequence === WINDOW_SEQUENCE.short ? 3 : 5;
    const more = 2 ** width - 1;
    for (const group of groups.keys()) {
      for (let band = 0; band < bands; ) {
        const book = bits.read(4);
        if (book === 12) throw damagedPacketError();
        let end = band;
        for (;;) {
          const length = bits.read(width);
          end += length;
          if (length !== more) break;
        }
        if (end > bands) throw damagedPacketError();
        this.codebooks.fill(book, group * bands + band, group * bands + end);
        band = end;
      }
    }
  }

  #readScalefactors(bits: PacketBits, { bands, groups }: IcsInfo, gain: number): void {
    let level = gain;
    let noise = gain - 90;
    let position = 0;
    let isFirstNoise = true;
    const change = (): number => bits.codeword(SCALEFACTOR_BOOK) - 60;
    for (let index = 0; index < groups.length * bands; index += 1) {
      const book = this.codebooks[index];
      if (book === ZERO_HCB) this.scalefactors[index] = 0;
      else if (book === INTENSITY_HCB || book === INTENSITY_HCB2) {
        position += change();
        this.scalefactors[index] = quarterPower(-Math.max(-155, Math.min(100, position)));
      } else if (book === NOISE_HCB) {
        noise += isFirstNoise ? bits.read(9) - 256 : change();
        isFirstNoise = false;
        this.scalefactors[index] = quarterPower(Math.max(-100, Math.min(155, noise)));
      } else {
        level += change();
        if (level < 0 || level > 255) throw damagedPacketError();
        this.scalefactors[index] = quarterPower(level - 100);
      }
    }
  }

  #readSpectrum(bits: PacketBits, windows: IcsInfo): void {
    const levels = this.#quantized.fill(0);
    forEachBand(windows, (index, from, to) => {
      const book = numberAt(this.codebooks, index);
      const shape = CODEWORD_LAYOUTS[book - 1];
      if (!shape) return;
      for (let place = from; place < to; place += shape.values) {
        let word = bits.codeword(book);
        for (let value = shape.values - 1; value >= 0; value -= 1) {
          levels[place + value] = (word % shape.base) - shape.offset;
          word = Math.floor(word / shape.base);
        }
        if (shape.hasSigns) readSigns(bits, levels, place, shape.values);
        if (book === ESC_HCB) {
          for (let value = 0; value < 2; value += 1)
            levels[place + value] = readEscape(bits, numberAt(levels, place + value));
        }
      }
    });
  }

  #fillSpectrum(windows: IcsInfo): void {
    const spectrum = this.spectrum.fill(0);
    forEachBand(windows, (index, from, to) => {
      const scale = this.scalefactors[index] ?? 0;
      if (this.codebooks[index] === NOISE_HCB) return this.#fillNoise(from, to, scale);
      for (let place = from; place < to; place += 1) {
        const level = numberAt(this.#quantized, place);
        if (level === 0) continue;
        const loud = level < 0 ? -level : level;
        const value = (FOUR_THIRDS_POWERS[loud] ?? loud ** (4 / 3)) * scale;
        spectrum[place] = level < 0 ? -value : value;
      }
    });
  }

  /** Fills a band with random values whose energy matches the scalefactor. */
  #fillNoise(from: number, to: number, scale: number): void {
    let energy = 0;
    for (let place = from; place < to; place += 1) {
      const value = this.#noise.next();
      this.spectrum[place] = value;
      energy += value * value;
    }
    const factor = energy > 0 ? scale / Math.sqrt(energy) : 0;
    for (let place = from; place < to; place += 1) this.spectrum[place] = sampleAt(this.spectrum, place) * factor;
  }

  /** Applies the TNS filters, after stereo decoding. */
  applyTns(): void {
    const { bands, offsets, maxTnsBands, sequence } = this.windows;
    const most = Math.min(maxTnsBands, bands);
    let top = offsets.length - 1;
    let window = -1;
    for (const { window: own, length, isBackward, coefficients } of this.#tnsFilters) {
      if (own !== window) top = offsets.length - 1;
      window = own;
      const bottom = Math.max(0, top - length);
      const [from, to] = [numberAt(offsets, Math.min(bottom, most)), numberAt(offsets, Math.min(top, most))];
      top = bottom;
      const start = sequence === WINDOW_SEQUENCE.short ? own * SHORT_LENGTH : 0;
      this.#filter(start + from, start + to, isBackward, coefficients);
    }
  }

  #filter(from: number, to: number, isBackward: boolean, coefficients: Float64Array): void {
    const { spectrum } = this;
    const step = isBackward ? -1 : 1;
    const start = isBackward ? to - 1 : from;
    for (let done = 0; done < to - from; done += 1) {
      const place = start + done * step;
      const reach = Math.min(done, coefficients.length);
      let value = sampleAt(spectrum, place);
      for (let index = 0; index < reach; index += 1) {
        value -= float64At(coefficients, index) * sampleAt(spectrum, place - (index + 1) * step);
      }
      spectrum[place] = value;
    }
  }
}

export function forEachBand(
  { groups, bands, offsets }: IcsInfo,
  take: (index: number, from: number, to: number) => void,
): void {
  let first = 0;
  for (const [group, windows] of groups.entries()) {
    for (let band = 0; band < bands; band += 1) {
      const from = numberAt(offsets, band);
      const to = numberAt(offsets, band + 1);
      for (let window = first; window < first + windows; window += 1) {
        take(group * bands + band, window * SHORT_LENGTH + from, window * SHORT_LENGTH + to);
      }
    }
    first += windows;
  }
}

function readSigns(bits: PacketBits, levels: Int32Array, start: number, count: number): void {
  for (let index = start; index < start + count; index += 1) {
    const level = numberAt(levels, index);
    if (level !== 0 && bits.read(1) === 1) levels[index] = -level;
  }
}

function readEscape(bits: PacketBits, level: number): number {
  if (level !== 16 && level !== -16) return level;
  let width = 4;
  while (bits.read(1) === 1) {
    width += 1;
    if (width > 12) throw damagedPacketError();
  }
  const loud = 2 ** width + bits.read(width);
  return level < 0 ? -loud : loud;
}

interface Pulse {
  readonly place: number;
  readonly amount: number;
}

function readPulses(bits: PacketBits, { sequence, offsets }: IcsInfo): Pulse[] {
  if (sequence === WINDOW_SEQUENCE.short) throw damagedPacketError();
  const count = bits.read(2) + 1;
  let place = offsets[bits.read(6)] ?? FRAME_LENGTH;
  const pulses: Pulse[] = [];
  for (let index = 0; index < count; index += 1) {
    place += bits.read(5);
    if (place >= FRAME_LENGTH) throw damagedPacketError();
    pulses.push({ place, amount: bits.read(4) });
  }
  return pulses;
}

function readTnsFilters(bits: PacketBits, { sequence }: IcsInfo): TnsFilter[] {
  const isShort = sequence === WINDOW_SEQUENCE.short;
  const [countBits, lengthBits, orderBits] = isShort ? [1, 4, 3] : [2, 6, 5];
  const shapes: TnsFilter[] = [];
  for (let window = 0; window < (isShort ? 8 : 1); window += 1) {
    const count = bits.read(countBits);
    if (count === 0) continue;
    const resolution = bits.read(1) + 3;
    for (let index = 0; index < count; index += 1) {
      const length = bits.read(lengthBits);
      const order = bits.read(orderBits);
      if (order > 20) throw damagedPacketError();
      if (order === 0) {
        shapes.push({ window, length, isBackward: false, coefficients: new Float64Array(0) });
        continue;
      }
      const isBackward = bits.read(1) === 1;
      const width = resolution - bits.read(1);
      const reflections = Array.from({ length: order }, () =>
        reflectionCoefficient(bits.read(width), width, resolution),
      );
      shapes.push({ window, length, isBackward, coefficients: Float64Array.from(predictorCoefficients(reflections)) });
    }
  }
  return shapes;
}

function reflectionCoefficient(value: number, width: number, resolution: number): number {
  const signed = value >= 2 ** (width - 1) ? value - 2 ** width : value;
  const steps = 2 ** (resolution - 1) + (signed >= 0 ? -0.5 : 0.5);
  return Math.sin((signed * Math.PI) / 2 / steps);
}

function predictorCoefficients(reflections: readonly number[]): number[] {
  const made: number[] = [];
  for (const [order, own] of reflections.entries()) {
    const previous = made.slice();
    for (let index = 0; index < order; index += 1) {
      made[index] = (previous[index] ?? 0) + own * (previous[order - 1 - index] ?? 0);
    }
    made.push(own);
  }
  return made;
}
