type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

const made = new Map<Granularity, Intl.Segmenter>();

/** Returns a segmenter for any language. Created when first used, because loading its tables slows down startup. */
export function segmenter(granularity: Granularity): Intl.Segmenter {
  const known = made.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  made.set(granularity, known);
  return known;
}
