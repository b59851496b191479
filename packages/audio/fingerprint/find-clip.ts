// Finds a clip in fingerprints by comparing their bits at every offset. Reading 100 hours takes a tenth of a second, so no
// index is needed, and a clip is found no matter which of its bits have changed.
import { at } from '../../../shared/rules/at.ts';
import { ITEM_SECONDS } from './audio-fingerprint.ts';

/** Fingerprints of the same clip whose frames start at different times, so that one is close to the original's frames. */
export type ClipFingerprints = readonly Uint32Array[];

/** Where the first frame of each of a clip's fingerprints starts, in seconds. */
export const CLIP_SHIFTS = [0, ITEM_SECONDS / 4, ITEM_SECONDS / 2, (3 * ITEM_SECONDS) / 4] as const;

export interface FoundClip {
  /** Position of the first matching sub-fingerprint in the original, in seconds. */
  readonly fromSeconds: number;
  /** Its position in the clip, in seconds. */
  readonly clipSeconds: number;
  /** Share of differing bits, 0 to `MAX_DIFFERENCE`. Unrelated audio differs by almost half. */
  readonly difference: number;
}

/**
 * The share of differing bits above which audio counts as unrelated. It was chosen with voices and texts that the
 * benchmark doesn't use: see `docs/provenance.md`.
 */
export const MAX_DIFFERENCE = 0.3;

/** Shorter clips can't be recognised reliably. */
const MIN_ITEMS = Math.floor((10 - 2.8) / ITEM_SECONDS);
/** About 20 seconds of audio. */
const EXCERPT_ITEMS = Math.floor((20 - 2.8) / ITEM_SECONDS);
const MAX_EXCERPTS = 8;
/** Number of sub-fingerprints that are compared at every offset. */
const PROBES = 16;
/** Share of differing bits of the probes up to which all sub-fingerprints are compared. */
const MAX_PROBE_DIFFERENCE = 0.37;
/** A quarter of the probes must not differ by more than this, or the offset is skipped early. */
const MAX_EARLY_DIFFERENCE = 0.45;
/** An excerpt must differ from itself, later on, by this many times as much as from the original. */
const MIN_SELF_RATIO = 1.25;
/** Offsets between parts of an excerpt that share no frames. */
const SELF_LAGS = { first: 20, step: 7 } as const;

interface Excerpt {
  /** First sub-fingerprint in the clip. */
  readonly start: number;
  readonly phases: readonly Uint32Array[];
  /** Positions in the excerpt that are compared first. */
  readonly probes: readonly number[];
  /** Upper limit for the share of differing bits. */
  readonly limit: number;
}

/** Looks for a clip in any number of fingerprints, which are only read one at a time. */
export class ClipSearch {
  readonly #excerpts: readonly Excerpt[];

  /** @param clip `[]` or fingerprints with the starts `CLIP_SHIFTS` */
  constructor(clip: ClipFingerprints) {
    this.#excerpts = excerptsOf(clip);
  }

  /** Whether the clip is too short, or sounds the same all the time, as silence, noise and tones do. */
  get isUnrecognisable(): boolean {
    return this.#excerpts.length === 0;
  }

  /** Returns the earliest part of the clip that is in the original, at its best position; null if there is none. */
  findIn(original: Uint32Array): FoundClip | null {
    for (const excerpt of this.#excerpts) {
      const { offset, difference } = bestOffset(excerpt, original);
      if (offset === -1) continue;
      return { fromSeconds: offset * ITEM_SECONDS, clipSeconds: excerpt.start * ITEM_SECONDS, difference };
    }
    return null;
  }
}

/** Divides a clip into excerpts, and chooses some of them if it is long. */
function excerptsOf(clip: ClipFingerprints): Excerpt[] {
  const length = clip.reduce((least, phase) => Math.min(least, phase.length), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(length) || length < MIN_ITEMS) return [];
  const size = Math.min(length, EXCERPT_ITEMS);
  const count = Math.min(MAX_EXCERPTS, Math.floor(length / size));
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.floor((index * (length - size)) / (count - 1));
    return excerptAt(clip, start, size);
  }).filter(({ limit }) => limit > 0);
}

function excerptAt(clip: ClipFingerprints, start: number, size: number): Excerpt {
  const phases = clip.map((phase) => phase.subarray(start, start + size));
  return {
    start,
    phases,
    probes: Array.from({ length: PROBES }, (_, index) => PROBE_ORDER(index, size)),
    limit: Math.min(MAX_DIFFERENCE, selfDifference(at(phases, 0)) / MIN_SELF_RATIO),
  };
}

/** Spreads the first few probes over the whole excerpt, too. */
const PROBE_ORDER = (index: number, size: number): number => {
  const place = (index % 4) * 4 + Math.floor(index / 4);
  return Math.floor(((place + 0.5) * size) / PROBES);
};

/** Returns the lowest share of bits in which an excerpt differs from itself later on; 0 for steady audio. */
function selfDifference(excerpt: Uint32Array): number {
  let least = 1;
  for (let lag = SELF_LAGS.first; lag <= excerpt.length / 2; lag += SELF_LAGS.step) {
    least = Math.min(least, differenceAt(excerpt.subarray(lag), excerpt, 0, excerpt.length - lag));
  }
  return least;
}

/** Returns the offset with the fewest differing bits; -1 if all have too many. */
function bestOffset(
  { phases, probes, limit }: Excerpt,
  original: Uint32Array,
): { readonly offset: number; readonly difference: number } {
  const size = at(phases, 0).length;
  let best = { offset: -1, difference: limit };
  for (const candidate of candidates(at(phases, 0), probes, original)) {
    for (const phase of phases) {
      const difference = differenceAt(phase, original, candidate, size);
      if (difference < best.difference) best = { offset: candidate, difference };
    }
  }
  return best;
}

/** Returns the offsets whose probes have few enough differing bits, and their neighbours. */
function candidates(excerpt: Uint32Array, probes: readonly number[], original: Uint32Array): Set<number> {
  const found = new Set<number>();
  const places = Int32Array.from(probes);
  const values = Uint32Array.from(probes, (place) => at(excerpt, place));
  const early = PROBES / 4;
  const earlyLimit = early * 32 * MAX_EARLY_DIFFERENCE;
  const limit = PROBES * 32 * MAX_PROBE_DIFFERENCE;
  const last = original.length - excerpt.length;
  for (let offset = 0; offset <= last; offset += 1) {
    let bits = 0;
    for (let probe = 0; probe < PROBES; probe += 1) {
      // Indexing with `as` instead of a function halves the time; all indexes are within the bounds.
      bits += bitCount((original[offset + (places[probe] as number)] as number) ^ (values[probe] as number));
      if (bits > (probe < early ? earlyLimit : limit)) break;
    }
    if (bits > limit) continue;
    for (const near of [offset - 1, offset, offset + 1]) if (near >= 0 && near <= last) found.add(near);
  }
  return found;
}

/** Returns the share of differing bits of a number of sub-fingerprints. */
function differenceAt(excerpt: Uint32Array, original: Uint32Array, offset: number, count: number): number {
  let bits = 0;
  for (let index = 0; index < count; index += 1) bits += bitCount(at(excerpt, index) ^ at(original, offset + index));
  return bits / (count * 32);
}

/** Number of bits that are set in a 32-bit integer. */
function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
