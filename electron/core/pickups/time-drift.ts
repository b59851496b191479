// Proofers often listen to files other than the exported ones: with opening credits, or at another tempo. This finds the
// offset and tempo at which the most rows have their words at the given time.
import { at } from '../../../shared/rules/at.ts';

/** A row's time, and the times of all places where its words occur. */
export interface TimeAnchor {
  readonly chapterId: number | null;
  /** Possible readings, in seconds. */
  readonly given: readonly number[];
  readonly places: readonly number[];
  /** Duration of the audio that the places were searched in. */
  readonly searchedSeconds: number;
}

export interface TimeDrift {
  /** Seconds in the list's times per second of the project's audio. */
  readonly tempo: number;
  readonly offsetSeconds: number;
  /** Offsets of chapters with a different offset, such as the first one if it has opening credits. */
  readonly offsetOf: ReadonlyMap<number | null, number>;
  /** Nearly all given times are at most this far from their lines. */
  readonly toleranceSeconds: number;
  readonly medianErrorSeconds: number;
  /** Chapters in which rows support the drift. */
  readonly confirmed: ReadonlySet<number | null>;
  /** How much the rows support the drift, in bits; 0 if it couldn't be measured. */
  readonly support: number;
}

const TEMPOS = { from: 0.86, to: 1.18, step: 0.004 };
const OFFSETS = { from: -60, to: 150 };
const BIN_SECONDS = 1;
/** Rows within this distance support a drift. */
const REACH_SECONDS = 5;
/** Words that occur at more places reveal little about the drift. */
const MAX_PLACES = 8;
/** With less support, chance could explain the drift. */
const MIN_SUPPORT = 24;
const MIN_ROWS = 4;
const MIN_ROW_SHARE = 0.4;
const MIN_CHAPTER_ROWS = 3;
const TOLERANCE_SECONDS = { min: 5, max: 25, unmeasured: 20 };
/** Turns a median deviation into a standard deviation. */
const DEVIATION_FACTOR = 1.4826;

export const NO_DRIFT: TimeDrift = {
  tempo: 1,
  offsetSeconds: 0,
  offsetOf: new Map(),
  toleranceSeconds: TOLERANCE_SECONDS.unmeasured,
  medianErrorSeconds: 0,
  confirmed: new Set(),
  support: 0,
};

interface Vote {
  readonly chapterId: number | null;
  readonly given: number;
  readonly place: number;
}

interface VotingRow {
  readonly chapterId: number | null;
  readonly votes: readonly Vote[];
  /** Information in the row: how unlikely it is that a word is at the time by chance. */
  readonly bits: number;
}

export function measureDrift(anchors: readonly TimeAnchor[]): TimeDrift {
  const rows = anchors.flatMap(({ chapterId, given, places, searchedSeconds }): VotingRow[] => {
    const chance = (places.length * 2 * REACH_SECONDS) / Math.max(1, searchedSeconds);
    if (places.length === 0 || places.length > MAX_PLACES || chance >= 0.5) return [];
    const votes = given.flatMap((time) => places.map((place) => ({ chapterId, given: time, place })));
    return [{ chapterId, votes, bits: -Math.log2(chance) }];
  });
  const best = bestFit(rows);
  if (best === null || best.support < MIN_SUPPORT) return NO_DRIFT;
  const { tempo, offset, support } = best;
  const offsetOf = new Map<number | null, number>();
  for (const [chapterId, own] of Map.groupBy(rows, (row) => row.chapterId)) {
    const fit = bestOffset(own, tempo);
    const common = supporters(own, tempo, () => offset).length;
    const fits = supporters(own, tempo, () => fit.offset).length;
    if (fits >= MIN_CHAPTER_ROWS && fits > common) offsetOf.set(chapterId, refinedOffset(own, tempo, fit.offset));
  }
  const refined = refinedOffset(
    rows.filter(({ chapterId }) => !offsetOf.has(chapterId)),
    tempo,
    offset,
  );
  const offsetIn = (chapterId: number | null): number => offsetOf.get(chapterId) ?? refined;
  const supporting = supporters(rows, tempo, offsetIn);
  if (supporting.length < Math.max(MIN_ROWS, rows.length * MIN_ROW_SHARE)) return NO_DRIFT;
  const medianErrorSeconds = median(
    supporting.map(({ chapterId, given, place }) => Math.abs(given - tempo * place - offsetIn(chapterId))),
  );
  const tolerance = 3 * DEVIATION_FACTOR * medianErrorSeconds + 3;
  return {
    tempo,
    offsetSeconds: refined,
    offsetOf,
    toleranceSeconds: Math.min(TOLERANCE_SECONDS.max, Math.max(TOLERANCE_SECONDS.min, tolerance)),
    medianErrorSeconds,
    confirmed: new Set(supporting.map(({ chapterId }) => chapterId)),
    support,
  };
}

/** Returns the position in the project's audio. */
export const trueSeconds = (
  { tempo, offsetSeconds, offsetOf }: TimeDrift,
  chapterId: number | null,
  given: number,
): number => (given - (offsetOf.get(chapterId) ?? offsetSeconds)) / tempo;

interface Fit {
  readonly offset: number;
  readonly support: number;
}

function bestFit(rows: readonly VotingRow[]): (Fit & { readonly tempo: number }) | null {
  let best: (Fit & { readonly tempo: number }) | null = null;
  const steps = Math.round((TEMPOS.to - TEMPOS.from) / TEMPOS.step);
  for (let step = 0; step <= steps; step += 1) {
    const tempo = TEMPOS.from + step * TEMPOS.step;
    const fit = bestOffset(rows, tempo);
    // If several tempos match equally well, the one closest to the project's is the most likely.
    const isCloser = best !== null && fit.support === best.support && Math.abs(tempo - 1) < Math.abs(best.tempo - 1);
    if (best === null || fit.support > best.support || isCloser) best = { ...fit, tempo };
  }
  return best;
}

/** Counts votes in bins. Each row votes once for each offset, with more weight the closer it is. */
function bestOffset(rows: readonly VotingRow[], tempo: number): Fit {
  const bins = new Float64Array(Math.ceil((OFFSETS.to - OFFSETS.from) / BIN_SECONDS) + 1);
  for (const { votes, bits } of rows) {
    const own = new Map<number, number>();
    for (const { given, place } of votes) {
      const exact = (given - tempo * place - OFFSETS.from) / BIN_SECONDS;
      for (let bin = Math.ceil(exact - REACH_SECONDS); bin <= exact + REACH_SECONDS; bin += 1) {
        if (bin < 0 || bin >= bins.length) continue;
        const weight = 1 - ((bin - exact) / (REACH_SECONDS + 1)) ** 2;
        own.set(bin, Math.max(own.get(bin) ?? 0, weight));
      }
    }
    for (const [bin, weight] of own) bins[bin] = (bins[bin] ?? 0) + weight * bits;
  }
  let best = 0;
  for (let bin = 1; bin < bins.length; bin += 1) if (at(bins, bin) > at(bins, best)) best = bin;
  return { offset: OFFSETS.from + best * BIN_SECONDS, support: at(bins, best) };
}

/** Returns each row's closest vote, if it is within reach. */
function supporters(rows: readonly VotingRow[], tempo: number, offsetIn: (chapterId: number | null) => number): Vote[] {
  return rows.flatMap(({ votes }) => {
    const errorOf = ({ chapterId, given, place }: Vote): number =>
      Math.abs(given - tempo * place - offsetIn(chapterId));
    const closest = votes.reduce((best, vote) => (errorOf(vote) < errorOf(best) ? vote : best));
    return errorOf(closest) <= REACH_SECONDS ? [closest] : [];
  });
}

function refinedOffset(rows: readonly VotingRow[], tempo: number, offset: number): number {
  const found = supporters(rows, tempo, () => offset);
  return found.length === 0 ? offset : median(found.map(({ given, place }) => given - tempo * place));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
