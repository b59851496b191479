// Snapshots of a memory, to be restored. Two states of eSpeak NG differ in little: what is the same in several is
// kept once. The pieces of a state that is forgotten are used for the next one: garbage of this size is collected late,
// and would be several times what is kept.
import { at } from '../../../shared/rules/at.ts';

/** Bytes of a piece; memories are a whole number of them. */
const PIECE = 65_536;

interface MemoryPiece {
  readonly bytes: Uint8Array;
  /** States that it belongs to. */
  uses: number;
}

/** A memory's pieces, from its start; all behind them is zero. */
type Snapshot = readonly MemoryPiece[];

/** Remembers snapshots of a memory by name, as many as there is room for: the one that was used longest ago goes first. */
export class MemorySnapshots {
  readonly #most: number;
  /** The one that was used last comes last. */
  readonly #snapshots = new Map<string, Snapshot>();
  /** All pieces that are kept, by their place. */
  readonly #pieces: Set<MemoryPiece>[] = [];
  readonly #free: Uint8Array[] = [];
  #bytes = 0;

  /** @param most bytes that are kept; the last state is kept in any case */
  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes that the states take. */
  get bytes(): number {
    return this.#bytes;
  }

  has(name: string): boolean {
    return this.#snapshots.has(name);
  }

  /** Remembers what a memory is now. */
  save(name: string, memory: Uint8Array): void {
    this.#forget(name);
    const count = Math.ceil(usedBytes(memory) / PIECE);
    const snapshot = Array.from({ length: count }, (_, index) =>
      this.#piece(index, memory.subarray(index * PIECE, (index + 1) * PIECE)),
    );
    this.#snapshots.set(name, snapshot);
    for (const oldest of this.#snapshots.keys()) {
      if (this.#bytes <= this.#most || oldest === name) break;
      this.#forget(oldest);
    }
    // What is not needed any more and not needed again is let go of.
    this.#free.splice(Math.max(0, Math.floor((this.#most - this.#bytes) / PIECE)));
  }

  /**
   * Makes a memory what it was.
   *
   * @param end the place behind which the memory is zero already
   * @returns false where there is no such state: then nothing was changed
   */
  restore(name: string, memory: Uint8Array, end: number): boolean {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) return false;
    this.#snapshots.delete(name);
    this.#snapshots.set(name, snapshot);
    for (const [index, { bytes }] of snapshot.entries()) memory.set(bytes, index * PIECE);
    memory.fill(0, snapshot.length * PIECE, Math.max(end, snapshot.length * PIECE));
    return true;
  }

  #piece(index: number, bytes: Uint8Array): MemoryPiece {
    const pieces = this.#pieces[index] ?? new Set<MemoryPiece>();
    this.#pieces[index] = pieces;
    for (const piece of pieces) {
      if (Buffer.compare(piece.bytes, bytes) !== 0) continue;
      piece.uses += 1;
      return piece;
    }
    const own = this.#free.pop() ?? new Uint8Array(PIECE);
    own.set(bytes);
    const piece = { bytes: own, uses: 1 };
    pieces.add(piece);
    this.#bytes += PIECE;
    return piece;
  }

  #forget(name: string): void {
    const snapshot = this.#snapshots.get(name) ?? [];
    this.#snapshots.delete(name);
    for (const [index, piece] of snapshot.entries()) {
      piece.uses -= 1;
      if (piece.uses > 0) continue;
      at(this.#pieces, index).delete(piece);
      this.#free.push(piece.bytes);
      this.#bytes -= PIECE;
    }
  }
}

/** Up to the last byte that is not zero, in whole words. */
export function usedBytes(memory: Uint8Array): number {
  const words = wordsOf(memory);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end -= 1;
  return end * 4;
}

/** A memory as words of 32 bits. */
export const wordsOf = (memory: Uint8Array): Uint32Array =>
  new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
