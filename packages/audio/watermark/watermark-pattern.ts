// A patchwork watermark: time is divided into slots and the spectrum into bands. In each cell of this grid, the level is
// raised or lowered according to a keyed pattern, which repeats after a block of slots.
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { CODED_BITS } from './payload-code.ts';

export const SLOT_SECONDS = 0.07;
/** Slots per block. */
export const SLOTS = 72;
const LOWEST_HZ = 350;
const HIGHEST_HZ = 6_500;
const MIN_BAND_HZ = 94;
const RELATIVE_BAND = 0.03;
/** Share of the cells that carry a fixed pattern, from which the detector finds the position in the block. */
export const SYNC_SHARE = 0.2;
/** The key is public, so anyone can add or remove watermarks. */
const KEY = 0x4c656374;

/** Edges of the bands in Hz. */
export const BAND_EDGES: readonly number[] = bandEdges();
export const BANDS = BAND_EDGES.length - 1;

function bandEdges(): number[] {
  const edges = [LOWEST_HZ];
  for (let edge = LOWEST_HZ; edge < HIGHEST_HZ; edges.push(edge)) edge += Math.max(MIN_BAND_HZ, RELATIVE_BAND * edge);
  return edges;
}

/** One value per cell; the cells of a slot are consecutive. */
export interface WatermarkPattern {
  /** -1 or 1. */
  readonly signs: Int8Array;
  /** The coded bit that is multiplied by the sign, or -1 for synchronisation cells. */
  readonly codedBits: Int16Array;
}

export const PATTERN: WatermarkPattern = createPattern();

function createPattern(): WatermarkPattern {
  const random = new RandomNumbers(KEY);
  const cells = SLOTS * BANDS;
  const signs = Int8Array.from({ length: cells }, () => (random.next() < 0.5 ? -1 : 1));
  const order = Float64Array.from({ length: cells }, (_, cell) => cell);
  random.shuffle(order);
  const codedBits = new Int16Array(cells).fill(-1);
  const syncCells = Math.round(cells * SYNC_SHARE);
  for (let index = syncCells; index < cells; index += 1) {
    codedBits[order[index] ?? 0] = (index - syncCells) % CODED_BITS;
  }
  return { signs, codedBits };
}

/** Returns 1 for each cell that is raised, and -1 for each cell that is lowered. */
export const cellSigns = (coded: Int8Array): Int8Array =>
  PATTERN.signs.map((sign, cell) => {
    const bit = PATTERN.codedBits[cell] ?? -1;
    return bit < 0 ? sign : sign * (coded[bit] ?? 0);
  });
