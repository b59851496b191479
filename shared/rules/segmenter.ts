type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

const segmenters = new Map<Granularity, Intl.Segmenter>();

/** Returns a segmenter for any language. It is created on first use, because loading its tables slows down startup. */
export function segmenter(granularity: Granularity): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, known);
  return known;
}
