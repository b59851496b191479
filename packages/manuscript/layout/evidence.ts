/** Measured values or required minimums, by feature. A feature that is either present or absent counts as 1 or 0. */
export type LayoutEvidence<Feature extends string> = Readonly<Partial<Record<Feature, number>>>;

export const isSufficient = <Feature extends string>(
  measured: LayoutEvidence<Feature>,
  alternatives: readonly LayoutEvidence<Feature>[],
): boolean =>
  alternatives.some((least) =>
    (Object.entries(least) as [Feature, number][]).every(([feature, value]) => (measured[feature] ?? 0) >= value),
  );
