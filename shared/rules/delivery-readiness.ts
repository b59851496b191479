// Whether a book has what a target needs, and what a store wants to be told of synthetic voices.
import type { BookDetails, BookField, CoverFault, CoverFigures } from '../model/book.ts';
import type { CoverRules, DeliveryTarget, DeliveryTargetId } from '../model/delivery-target.ts';

/** What a book lacks for a target. */
export interface Readiness {
  readonly missing: readonly BookField[];
  readonly cover: readonly CoverFault[];
}

/** What is known of a project's cover. */
export interface KnownCover {
  /** Null: there is none that could be used. */
  readonly figures: CoverFigures | null;
  /** There is a file that can't be used. */
  readonly isDamaged: boolean;
}

/** What a book lacks for a target. */
export function readinessFor(
  target: Pick<DeliveryTarget, 'needs' | 'cover'>,
  details: BookDetails,
  cover: KnownCover,
): Readiness {
  return {
    // A project always has a name, which stands in for the title.
    missing: target.needs.filter((field) => field !== 'title' && isEmpty(details[field])),
    cover: target.cover === null ? [] : coverFaults(target.cover, cover),
  };
}

const isEmpty = (value: BookDetails[BookField]): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

function coverFaults(rules: CoverRules, { figures, isDamaged }: KnownCover): CoverFault[] {
  if (isDamaged) return ['damaged'];
  if (figures === null) return rules.isNeeded ? ['missing'] : [];
  const { width, height, format } = figures;
  return [
    ...(Math.min(width, height) < rules.fewestPixels ? (['too-small'] as const) : []),
    ...(rules.mostPixels !== null && Math.max(width, height) > rules.mostPixels ? (['too-large'] as const) : []),
    ...(rules.isSquare && width !== height ? (['not-square'] as const) : []),
    ...(rules.formats.includes(format) ? [] : (['format'] as const)),
  ];
}

/** The details as a target is given them: with its disclosure, once, where it asks for one. */
export function withDisclosure({ synthetic }: Pick<DeliveryTarget, 'synthetic'>, details: BookDetails): BookDetails {
  if (synthetic?.kind !== 'disclosed' || synthetic.how === null) return details;
  const { into, words } = synthetic.how;
  const { narrators, description } = details;
  if (into === 'narrators') {
    return narrators.includes(words) ? details : { ...details, narrators: [...narrators, words] };
  }
  if (description?.startsWith(words)) return details;
  return { ...details, description: description === null ? words : `${words}\n\n${description}` };
}

/** What a store says of synthetic voices, of those targets where it has to be told before anything is spent. */
export interface SyntheticNotice {
  readonly target: DeliveryTargetId;
  readonly stance: Exclude<DeliveryTarget['synthetic'], null>;
}

/** Of chosen targets, in the order of the choice; nothing of those that are for the producer's own use. */
export const syntheticNotices = (targets: readonly DeliveryTarget[]): SyntheticNotice[] =>
  targets.flatMap(({ id, synthetic }) => (synthetic === null ? [] : [{ target: id, stance: synthetic }]));
