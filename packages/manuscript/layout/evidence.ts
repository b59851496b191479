// Evidence of layouts: what is measured of a text, and how much of it is enough.

/** Measured values, or the least that is needed, by what is measured. What is true counts as 1. */
export type Evidence<Feature extends string> = Readonly<Partial<Record<Feature, number>>>;

/** Whether measured values reach all values of at least one of the alternatives. */
export const suffices = <Feature extends string>(
  measured: Evidence<Feature>,
  alternatives: readonly Evidence<Feature>[],
): boolean =>
  alternatives.some((least) =>
    (Object.entries(least) as [Feature, number][]).every(([feature, value]) => (measured[feature] ?? 0) >= value),
  );
