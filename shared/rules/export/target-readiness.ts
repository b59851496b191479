import type { BookDetails, BookField, CoverFault, CoverFigures } from '../../model/book.ts';
import type { CoverRules, ExportTarget, ExportTargetId } from '../../model/export/export-target.ts';
import { TARGETS } from './export-targets.ts';

export interface Readiness {
  readonly missing: readonly BookField[];
  readonly cover: readonly CoverFault[];
}

export interface KnownCover {
  readonly figures: CoverFigures | null;
  readonly isDamaged: boolean;
}

export function readinessFor(
  target: Pick<ExportTarget, 'needs' | 'cover'>,
  details: BookDetails,
  cover: KnownCover,
): Readiness {
  return {
    // If the title is missing, the project's name is used, which always exists.
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

/** Adds a target's required disclosure to the metadata, unless the metadata already contains it. */
export function withDisclosure({ synthetic }: Pick<ExportTarget, 'synthetic'>, details: BookDetails): BookDetails {
  if (synthetic?.kind !== 'disclosed' || synthetic.how === null) return details;
  const { into, words } = synthetic.how;
  const { narrators, description } = details;
  if (into === 'narrators') {
    return narrators.includes(words) ? details : { ...details, narrators: [...narrators, words] };
  }
  if (description?.startsWith(words)) return details;
  return { ...details, description: description === null ? words : `${words}\n\n${description}` };
}

/** Returns the targets that ban synthetic narration and haven't authorised it for the book. */
export const unauthorisedTargets = (
  targets: readonly ExportTargetId[],
  authorised: readonly ExportTargetId[],
): ExportTargetId[] => targets.filter((id) => TARGETS[id].synthetic?.kind === 'refused' && !authorised.includes(id));

export interface SyntheticNotice {
  readonly target: ExportTargetId;
  readonly stance: Exclude<ExportTarget['synthetic'], null>;
}

/** Returns the policies of the chosen targets. Targets that aren't stores have no policy. */
export const syntheticNotices = (targets: readonly ExportTarget[]): SyntheticNotice[] =>
  targets.flatMap(({ id, synthetic }) => (synthetic === null ? [] : [{ target: id, stance: synthetic }]));
