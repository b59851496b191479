import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { numberAt } from '../codecs/bytes.ts';
import { CODEBOOKS } from './aac-tables.ts';

export const damagedPacketError = (): AudioFormatError => new AudioFormatError('damaged', 'An AAC packet is damaged.');

/** Codewords up to this length are decoded with one table lookup. */
const LOOKUP_BITS = 9;

/** A canonical Huffman code: shorter codewords come first, and codewords of equal length are consecutive. */
class CodewordReader {
  /** Symbol and length of the codeword that the next bits start with, indexed by those bits; 0 for longer codewords. */
  readonly #quick = new Uint16Array(1 << LOOKUP_BITS);
  readonly #counts: readonly number[];
  readonly #symbols: Uint16Array;

  constructor({ counts, symbols }: (typeof CODEBOOKS)[number]) {
    this.#counts = counts;
    this.#symbols = Uint16Array.from({ length: symbols.length / 2 }, (_, index) =>
      Number.parseInt(symbols.slice(2 * index, 2 * index + 2), 36),
    );
    let word = 0;
    let index = 0;
    for (const [shorter, count] of counts.entries()) {
      const length = shorter + 1;
      word *= 2;
      for (let one = 0; one < count; one += 1, word += 1, index += 1) {
        if (length > LOOKUP_BITS) continue;
        const entry = (numberAt(this.#symbols, index) << 4) | length;
        const left = LOOKUP_BITS - length;
        this.#quick.fill(entry, word << left, (word + 1) << left);
      }
    }
  }

  read(bits: PacketBits): number {
    const entry = numberAt(this.#quick, bits.peek(LOOKUP_BITS));
    if (entry !== 0) {
      bits.skip(entry & 15);
      return entry >> 4;
    }
    let word = 0;
    let first = 0;
    let index = 0;
    for (const count of this.#counts) {
      word = word * 2 + bits.read(1);
      first *= 2;
      if (word - first < count) return numberAt(this.#symbols, index + word - first);
      index += count;
      first += count;
    }
    throw damagedPacketError();
  }
}

const CODEBOOK_READERS = CODEBOOKS.map((book) => new CodewordReader(book));

export class PacketBits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  peek(count: number): number {
    const from = this.#at >> 3;
    const window =
      ((this.#bytes[from] ?? 0) << 16) | ((this.#bytes[from + 1] ?? 0) << 8) | (this.#bytes[from + 2] ?? 0);
    return (window >> (24 - (this.#at & 7) - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length * 8) throw damagedPacketError();
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7;
  }

  /** Reads a codeword of a codebook: 1 to 11, or 12 for scalefactors. */
  codeword(book: number): number {
    const reader = CODEBOOK_READERS[book - 1];
    if (!reader) throw damagedPacketError();
    return reader.read(this);
  }
}
