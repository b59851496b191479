// Decodes AAC-LC packets (ISO/IEC 14496-3), as found in M4A and M4B files.

import { at } from '../../../shared/rules/at.ts';
import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { damagedPacketError, PacketBits } from './aac-bit-reader.ts';
import {
  forEachBand,
  INTENSITY_HCB,
  INTENSITY_HCB2,
  NOISE_HCB,
  PacketChannel,
  PacketNoise,
  readIcsInfo,
} from './aac-channel.ts';
import { Filterbank, FRAME_LENGTH } from './aac-filterbank.ts';
import { RATE_TABLES, type RateTables } from './aac-tables.ts';

const ELEMENT = { single: 0, pair: 1, data: 4, fill: 6, end: 7 } as const;
/** Extension types of fill elements with SBR data, which this decoder doesn't support. */
const SBR_EXTENSIONS = [13, 14];
const FULL_SCALE = 32_768;

export class AacDecoder {
  readonly #rate: RateTables;
  readonly #channels: readonly PacketChannel[];
  readonly #syntheses: readonly Filterbank[];
  readonly #sounds: readonly Float32Array[];

  constructor(sampleRate: number, channels: 1 | 2) {
    const rate = RATE_TABLES.find(({ rate: known }) => known === sampleRate);
    if (!rate) throw new AudioFormatError('unsupported', `AAC doesn't support a sample rate of ${sampleRate} Hz.`);
    this.#rate = rate;
    const width = { length: channels };
    const noise = new PacketNoise();
    this.#channels = Array.from(width, () => new PacketChannel(rate, noise));
    this.#syntheses = Array.from(width, () => new Filterbank());
    this.#sounds = Array.from(width, () => new Float32Array(FRAME_LENGTH));
  }

  /** Returns the next 1,024 samples of each channel, valid until the next call. @throws AudioFormatError */
  decode(packet: Uint8Array): readonly Float32Array[] {
    const bits = new PacketBits(packet);
    let read = 0;
    for (;;) {
      const element = bits.read(3);
      if (element === ELEMENT.end) break;
      const tag = bits.read(4);
      if (element === ELEMENT.fill) skipFill(bits, tag);
      else if (element === ELEMENT.data) skipData(bits);
      else if (element === ELEMENT.single && read === 0 && this.#channels.length === 1) {
        at(this.#channels, 0).read(bits, null);
        read = 1;
      } else if (element === ELEMENT.pair && read === 0 && this.#channels.length === 2) {
        this.#readPair(bits);
        read = 2;
      } else throw new AudioFormatError('unsupported', 'AAC is only supported with one or two channels.');
    }
    if (read !== this.#channels.length) throw damagedPacketError();
    for (const [index, channel] of this.#channels.entries()) {
      channel.applyTns();
      const { sequence, shape } = channel.windows;
      const output = at(this.#sounds, index);
      at(this.#syntheses, index).synthesizeFrame(channel.spectrum, sequence, shape, output);
      for (let place = 0; place < FRAME_LENGTH; place += 1) output[place] = sampleAt(output, place) / FULL_SCALE;
    }
    return this.#sounds;
  }

  #readPair(bits: PacketBits): void {
    const [left, right] = [at(this.#channels, 0), at(this.#channels, 1)];
    const shared = bits.read(1) === 1 ? readIcsInfo(bits, this.#rate) : null;
    const sides = shared ? readMidSideMask(bits, shared.bands * shared.groups.length) : null;
    left.read(bits, shared);
    right.read(bits, shared);
    const isSide = (index: number): boolean => sides?.(index) ?? false;
    forEachBand(right.windows, (index, from, to) => {
      const book = right.codebooks[index];
      if (book === INTENSITY_HCB || book === INTENSITY_HCB2) {
        const mark = (book === INTENSITY_HCB ? 1 : -1) * (isSide(index) ? -1 : 1);
        const scale = mark * (right.scalefactors[index] ?? 0);
        for (let place = from; place < to; place += 1) right.spectrum[place] = sampleAt(left.spectrum, place) * scale;
        return;
      }
      if (!isSide(index) || book === NOISE_HCB || left.codebooks[index] === NOISE_HCB) return;
      for (let place = from; place < to; place += 1) {
        const middle = sampleAt(left.spectrum, place);
        const side = sampleAt(right.spectrum, place);
        left.spectrum[place] = middle + side;
        right.spectrum[place] = middle - side;
      }
    });
  }
}

function readMidSideMask(bits: PacketBits, bands: number): (index: number) => boolean {
  const kind = bits.read(2);
  if (kind === 3) throw damagedPacketError();
  if (kind !== 1) return () => kind === 2;
  const each = Array.from({ length: bands }, () => bits.read(1) === 1);
  return (index) => each[index] ?? false;
}

function skipFill(bits: PacketBits, tag: number): void {
  const count = tag === 15 ? 14 + bits.read(8) : tag;
  if (count > 0 && SBR_EXTENSIONS.includes(bits.peek(4))) {
    throw new AudioFormatError('unsupported', 'HE-AAC is not supported.');
  }
  for (let index = 0; index < count; index += 1) bits.skip(8);
}

function skipData(bits: PacketBits): void {
  const isAligned = bits.read(1) === 1;
  let count = bits.read(8);
  if (count === 255) count += bits.read(8);
  if (isAligned) bits.align();
  for (let index = 0; index < count; index += 1) bits.skip(8);
}
