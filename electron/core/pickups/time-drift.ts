// Proofers often measure other files than the exported ones: with opening credits, or at another tempo.

/** The time of a row whose line is known by its words. */
export interface TimeAnchor {
  readonly chapterId: number | null;
  readonly givenSeconds: number;
  readonly trueSeconds: number;
}

export interface TimeDrift {
  /** Seconds of the given times for each second of the project's audio. */
  readonly tempo: number;
  readonly offsetSeconds: number;
  /** Offsets of chapters with several anchors. */
  readonly offsetOf: ReadonlyMap<number | null, number>;
  /** Given times are this close to their lines, with few exceptions. */
  readonly toleranceSeconds: number;
  readonly medianErrorSeconds: number;
  readonly isMeasured: boolean;
}

const MIN_ANCHORS = 4;
const MIN_CHAPTER_ANCHORS = 2;
/** Anchors that are closer together say little about the tempo. */
const MIN_SPAN_SECONDS = 60;
const TEMPO = { min: 0.6, max: 1.6 };
const TOLERANCE_SECONDS = { min: 5, max: 25, unmeasured: 20 };
/** Turns a median deviation into a standard deviation. */
const DEVIATION_FACTOR = 1.4826;

const NO_DRIFT: TimeDrift = {
  tempo: 1,
  offsetSeconds: 0,
  offsetOf: new Map(),
  toleranceSeconds: TOLERANCE_SECONDS.unmeasured,
  medianErrorSeconds: Number.POSITIVE_INFINITY,
  isMeasured: false,
};

/** Fits an offset and a tempo with medians (Theil–Sen), so that single wrong times have no effect. */
export function measureDrift(anchors: readonly TimeAnchor[]): TimeDrift {
  if (anchors.length < MIN_ANCHORS) return NO_DRIFT;
  const slopes: number[] = [];
  for (const [rank, one] of anchors.entries()) {
    for (const other of anchors.slice(rank + 1)) {
      if (one.chapterId !== other.chapterId) continue;
      const span = other.trueSeconds - one.trueSeconds;
      if (Math.abs(span) >= MIN_SPAN_SECONDS) slopes.push((other.givenSeconds - one.givenSeconds) / span);
    }
  }
  const fitted = slopes.length >= MIN_ANCHORS ? median(slopes) : 1;
  const tempo = fitted >= TEMPO.min && fitted <= TEMPO.max ? fitted : 1;
  const offsets = (list: readonly TimeAnchor[]): number[] =>
    list.map(({ givenSeconds, trueSeconds }) => givenSeconds - tempo * trueSeconds);
  const offsetSeconds = median(offsets(anchors));
  const offsetOf = new Map<number | null, number>();
  for (const [chapterId, own] of Map.groupBy(anchors, (anchor) => anchor.chapterId)) {
    if (own.length >= MIN_CHAPTER_ANCHORS) offsetOf.set(chapterId, median(offsets(own)));
  }
  const errors = anchors.map(({ chapterId, givenSeconds, trueSeconds }) =>
    Math.abs(givenSeconds - tempo * trueSeconds - (offsetOf.get(chapterId) ?? offsetSeconds)),
  );
  const medianErrorSeconds = median(errors);
  const tolerance = 3 * DEVIATION_FACTOR * medianErrorSeconds + 3;
  return {
    tempo,
    offsetSeconds,
    offsetOf,
    toleranceSeconds: Math.min(TOLERANCE_SECONDS.max, Math.max(TOLERANCE_SECONDS.min, tolerance)),
    medianErrorSeconds,
    isMeasured: true,
  };
}

/** Returns the position in the project's audio. */
export const trueSeconds = (
  { tempo, offsetSeconds, offsetOf }: TimeDrift,
  chapterId: number | null,
  given: number,
): number => (given - (offsetOf.get(chapterId) ?? offsetSeconds)) / tempo;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
