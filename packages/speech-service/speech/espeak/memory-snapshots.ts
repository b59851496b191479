// Memory states differ little, so identical pieces are stored only once. The buffers of evicted pieces are reused.
import { at } from '../../../../shared/rules/at.ts';

/** Piece size in bytes; memory sizes are a multiple of it. */
const PIECE_BYTES = 65_536;

interface MemoryPiece {
  readonly bytes: Uint8Array;
  uses: number;
}

/** Consecutive pieces from the start of memory. Memory after them is zero. */
type Snapshot = readonly MemoryPiece[];

/** Stores snapshots by name within a size limit, evicting the least recently used. */
export class MemorySnapshots {
  readonly #most: number;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #pieces: Set<MemoryPiece>[] = [];
  readonly #free: Uint8Array[] = [];
  #bytes = 0;

  /** @param maxBytes limit in bytes; the latest state is always kept */
  constructor(maxBytes: number) {
    this.#most = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(name: string): boolean {
    return this.#snapshots.has(name);
  }

  save(name: string, memory: Uint8Array): void {
    this.#evict(name);
    const count = Math.ceil(usedBytes(memory) / PIECE_BYTES);
    const snapshot = Array.from({ length: count }, (_, index) =>
      this.#piece(index, memory.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
    );
    this.#snapshots.set(name, snapshot);
    for (const oldest of this.#snapshots.keys()) {
      if (this.#bytes <= this.#most || oldest === name) break;
      this.#evict(oldest);
    }
    // Release spare buffers that can't be used within the limit.
    this.#free.splice(Math.max(0, Math.floor((this.#most - this.#bytes) / PIECE_BYTES)));
  }

  /**
   * Restores a snapshot; returns false if there is none with this name.
   * @param end offset from which memory is already zero
   */
  restore(name: string, memory: Uint8Array, end: number): boolean {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) return false;
    this.#snapshots.delete(name);
    this.#snapshots.set(name, snapshot);
    for (const [index, { bytes }] of snapshot.entries()) memory.set(bytes, index * PIECE_BYTES);
    memory.fill(0, snapshot.length * PIECE_BYTES, Math.max(end, snapshot.length * PIECE_BYTES));
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
    const own = this.#free.pop() ?? new Uint8Array(PIECE_BYTES);
    own.set(bytes);
    const piece = { bytes: own, uses: 1 };
    pieces.add(piece);
    this.#bytes += PIECE_BYTES;
    return piece;
  }

  #evict(name: string): void {
    const snapshot = this.#snapshots.get(name) ?? [];
    this.#snapshots.delete(name);
    for (const [index, piece] of snapshot.entries()) {
      piece.uses -= 1;
      if (piece.uses > 0) continue;
      at(this.#pieces, index).delete(piece);
      this.#free.push(piece.bytes);
      this.#bytes -= PIECE_BYTES;
    }
  }
}

export function usedBytes(memory: Uint8Array): number {
  const words = asWords(memory);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end -= 1;
  return end * 4;
}

export const asWords = (memory: Uint8Array): Uint32Array =>
  new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
