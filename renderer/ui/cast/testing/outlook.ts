import type { CastOutlook } from '../../../../shared/ipc/cast-requests.ts';

/** An outlook of a cast change. Unless given, all its stale lines can be rendered, and all its lines have takes. */
export function outlook(figures: Partial<CastOutlook>): CastOutlook {
  const { stale = 0, regained = 0 } = figures;
  return {
    stale,
    regained,
    characters: 0,
    approved: 0,
    rendered: stale + regained,
    price: null,
    toRender: Array.from({ length: stale }, (_, at) => at + 1),
    approvedLines: [],
    ...figures,
  };
}
