// Where characters, words and sentences begin by the Unicode rules.

type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

const made = new Map<Granularity, Intl.Segmenter>();

/** Divides a text of any language. Made when it is first asked for: each reads tables, which a start need not wait for. */
export function segmenter(granularity: Granularity): Intl.Segmenter {
  const known = made.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  made.set(granularity, known);
  return known;
}
