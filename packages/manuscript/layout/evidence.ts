// LayoutEvidence of layouts: what is measured of a text, and how much of it is enough.

/** Values by feature: measured ones, or the minimum that is needed. True counts as 1. */
export type LayoutEvidence<Feature extends string> = Readonly<Partial<Record<Feature, number>>>;

/** Returns whether the measured values reach every minimum of at least one alternative. */
export const suffices = <Feature extends string>(
  measured: LayoutEvidence<Feature>,
  alternatives: readonly LayoutEvidence<Feature>[],
): boolean =>
  alternatives.some((least) =>
    (Object.entries(least) as [Feature, number][]).every(([feature, value]) => (measured[feature] ?? 0) >= value),
  );
