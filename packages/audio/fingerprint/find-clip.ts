// Finds a clip in fingerprints by comparing it at every offset. Reading 100 hours takes a tenth of a second, so no index is
// needed, and it doesn't matter which of the clip's bits have changed.
import { at } from '../../../shared/rules/at.ts';
import { ITEM_SECONDS } from './audio-fingerprint.ts';

/** Fingerprints of the same clip with shifted frames, so that one of them is closely aligned with the original's frames. */
export type ClipFingerprints = readonly Uint32Array[];

/** Where the first frame of each of a clip's fingerprints starts, in seconds. */
export const CLIP_SHIFTS = [0, ITEM_SECONDS / 4, ITEM_SECONDS / 2, (3 * ITEM_SECONDS) / 4] as const;

export interface FoundClip {
  /** Position of the first matching sub-fingerprint in the original, in seconds. */
  readonly fromSeconds: number;
  /** Its position in the clip, in seconds. */
  readonly clipSeconds: number;
  /** Share of differing bits. In unrelated audio, almost half of the bits differ. */
  readonly difference: number;
  /** 1 if no bits differ, 0 if as many differ as in other speech by the same voice. */
  readonly confidence: number;
}

// These limits were chosen with voices and texts that the benchmark doesn't use (docs/provenance.md). A difference is
// compared with the one expected between unrelated parts of the clip, because some voices use only a few notes.

/** Share of the expected difference above which audio counts as unrelated. */
const MAX_RELATIVE_DIFFERENCE = 0.6;
/** Tightens the limit for short clips, by this value divided by the square root of the number of sub-fingerprints. */
const SHORT_CLIP_MARGIN = 4;

/** Shorter clips can't be recognised reliably. */
const MIN_ITEMS = Math.floor((10 - 2.8) / ITEM_SECONDS);
/** About 20 seconds of audio. */
const EXCERPT_ITEMS = Math.floor((20 - 2.8) / ITEM_SECONDS);
const MAX_EXCERPTS = 4;
/** Number of sub-fingerprints that are compared at every offset. */
const PROBES = 16;
/** All sub-fingerprints are compared only if at most this share of the probes' bits differs. */
const MAX_PROBE_DIFFERENCE = 0.32;
/** The first few probes rule out most offsets, with this limit. */
const EARLY_PROBES = 6;
const MAX_EARLY_DIFFERENCE = 0.36;
/** Below this expected difference, the clip is silence, noise or a tone. */
const MIN_EXPECTED_DIFFERENCE = 0.3;

interface Excerpt {
  /** First sub-fingerprint in the clip. */
  readonly start: number;
  readonly phases: readonly Uint32Array[];
  /** Positions in the excerpt that are compared first. */
  readonly probes: readonly number[];
  /** The share of differing bits between unrelated parts of the excerpt. */
  readonly expected: number;
  /** Upper limit for the share of differing bits. */
  readonly limit: number;
}

/** Looks for a clip in any number of fingerprints, one at a time. */
export class ClipSearch {
  readonly #excerpts: readonly Excerpt[];

  /** @param clip `[]` or fingerprints with the starts `CLIP_SHIFTS` */
  constructor(clip: ClipFingerprints) {
    this.#excerpts = excerptsOf(clip);
  }

  /** Whether the clip is too short or too uniform, such as silence, noise or a steady tone. */
  get isUnrecognisable(): boolean {
    return this.#excerpts.length === 0;
  }

  /** Returns the earliest part of the clip that is in the original, at its best position; null if there is none. */
  findIn(original: Uint32Array): FoundClip | null {
    for (const excerpt of this.#excerpts) {
      const { offset, difference } = bestOffset(excerpt, original);
      if (offset === -1) continue;
      return {
        fromSeconds: offset * ITEM_SECONDS,
        clipSeconds: excerpt.start * ITEM_SECONDS,
        difference,
        confidence: 1 - difference / excerpt.expected,
      };
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
  }).filter(({ expected }) => expected >= MIN_EXPECTED_DIFFERENCE);
}

function excerptAt(clip: ClipFingerprints, start: number, size: number): Excerpt {
  const phases = clip.map((phase) => phase.subarray(start, start + size));
  const expected = expectedDifference(at(phases, 0));
  return {
    start,
    phases,
    probes: Array.from({ length: PROBES }, (_, index) => probePlace(index, size)),
    expected,
    limit: expected * Math.min(MAX_RELATIVE_DIFFERENCE, 1 - SHORT_CLIP_MARGIN / Math.sqrt(size)),
  };
}

/** Spreads the first few probes over the whole excerpt, too. */
function probePlace(index: number, size: number): number {
  const place = (index % 4) * 4 + Math.floor(index / 4);
  return Math.floor(((place + 0.5) * size) / PROBES);
}

/** Returns the share of bits in which two items of an excerpt differ on average. */
function expectedDifference(excerpt: Uint32Array): number {
  let sum = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    const share = excerpt.reduce((count, item) => count + ((item >>> bit) & 1), 0) / excerpt.length;
    sum += 2 * share * (1 - share);
  }
  return sum / 32;
}

/** Returns the offset with the fewest differing bits; -1 if all have too many. */
function bestOffset(
  { phases, probes, limit }: Excerpt,
  original: Uint32Array,
): { readonly offset: number; readonly difference: number } {
  let offset = -1;
  let fewest = Math.floor(limit * at(phases, 0).length * 32) + 1;
  for (const candidate of candidates(at(phases, 0), probes, original)) {
    for (const phase of phases) {
      const bits = differingBits(phase, original, candidate, fewest);
      if (bits < fewest) [offset, fewest] = [candidate, bits];
    }
  }
  return { offset, difference: fewest / at(phases, 0).length / 32 };
}

/** Returns the offsets whose probes have few enough differing bits, and their neighbours. */
function candidates(excerpt: Uint32Array, probes: readonly number[], original: Uint32Array): Set<number> {
  const found = new Set<number>();
  const places = Int32Array.from(probes);
  const values = Uint32Array.from(probes, (place) => at(excerpt, place));
  const earlyLimit = EARLY_PROBES * 32 * MAX_EARLY_DIFFERENCE;
  const limit = PROBES * 32 * MAX_PROBE_DIFFERENCE;
  const last = original.length - excerpt.length;
  for (let offset = 0; offset <= last; offset += 1) {
    let bits = 0;
    let probe = 0;
    // Indexing with `as` instead of a function halves the time; all indexes are within the bounds.
    for (; probe < EARLY_PROBES; probe += 1) {
      bits += bitCount((original[offset + (places[probe] as number)] as number) ^ (values[probe] as number));
    }
    if (bits > earlyLimit) continue;
    for (; probe < PROBES; probe += 1) {
      bits += bitCount((original[offset + (places[probe] as number)] as number) ^ (values[probe] as number));
    }
    if (bits > limit) continue;
    if (offset > 0) found.add(offset - 1);
    found.add(offset);
    if (offset < last) found.add(offset + 1);
  }
  return found;
}

/** Counts the differing bits, up to `limit`. */
function differingBits(excerpt: Uint32Array, original: Uint32Array, offset: number, limit: number): number {
  let bits = 0;
  for (let index = 0; index < excerpt.length && bits < limit; index += 1) {
    // All indexes are within the bounds.
    bits += bitCount((excerpt[index] as number) ^ (original[offset + index] as number));
  }
  return bits;
}

/** Number of bits that are set in a 32-bit integer. */
function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
