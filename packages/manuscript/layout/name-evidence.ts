import type { BlockEvidence, HeadingCue, NameFeatures, NameForm } from '../../../shared/model/block-evidence.ts';
import { hasTrait } from './layout-marks.ts';
import { countNames } from './layout-names.ts';

/** Weights are higher for forms that are rare in ordinary text. */
const FORM_WEIGHTS = { sure: 0.5, clear: 0.4, unsigned: 0.2 } as const;
const CAPITALS_WEIGHT = 0.4;
/** Maximum weight for recurring names, approached as they recur more often. */
const RECURRING_WEIGHT = 0.7;
/** Applies in full only if all paragraphs have the form. */
const SHARE_WEIGHT = 0.5;

const formWeight = (form: NameForm): number =>
  hasTrait(form, 'sure') ? FORM_WEIGHTS.sure : hasTrait(form, 'clear') ? FORM_WEIGHTS.clear : FORM_WEIGHTS.unsigned;

const HEADING_SIGN_WEIGHTS: Readonly<Record<HeadingCue, number>> = {
  words: 0.8,
  listed: 0.8,
  numbers: 0.5,
  ornaments: 0.5,
  'set-off': 0.3,
  look: 0.6,
};
const MORE_HEADINGS_WEIGHT = 0.5;

/** @param times number of headings recognised by the same sign */
export function headingEvidence(cue: HeadingCue, times: number): BlockEvidence {
  const doubt = (1 - HEADING_SIGN_WEIGHTS[cue]) * (1 - MORE_HEADINGS_WEIGHT * (1 - 1 / Math.max(1, times)));
  return { score: round(1 - doubt), features: { sign: cue, times } };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Combines the weights in the same way as independent probabilities. */
export function nameEvidence({ form, capitals, times, share }: NameFeatures): BlockEvidence {
  const weights = [
    formWeight(form),
    capitals ? CAPITALS_WEIGHT : 0,
    RECURRING_WEIGHT * (1 - 1 / Math.max(1, times)),
    SHARE_WEIGHT * Math.min(1, share),
  ];
  const doubt = weights.reduce((left, weight) => left * (1 - weight), 1);
  return { score: round(1 - doubt), features: { form, capitals, times, share: round(Math.min(1, share)) } };
}

export const isUppercase = (name: string): boolean => /\p{Lu}/u.test(name) && name === name.toUpperCase();

/** @param rows total number of lines, whether or not they have names */
export function evidenceOfNames(names: readonly string[], form: NameForm, rows: number): Map<string, BlockEvidence> {
  const share = names.length / Math.max(1, rows);
  const counts = Array.from(countNames(names));
  return new Map(
    counts.map(([name, times]) => [name, nameEvidence({ form, capitals: isUppercase(name), times, share })]),
  );
}

/** Merges the evidence for the same name in two parts of a book. */
export function mergeEvidence(first: BlockEvidence, second: BlockEvidence): BlockEvidence {
  if ('stated' in first || 'stated' in second) return 'stated' in first ? first : second;
  const [a, b] = [first.features, second.features];
  if (!('form' in a && 'form' in b)) return first.score >= second.score ? first : second;
  const { form } = a.times >= b.times ? a : b;
  const capitals = a.capitals && b.capitals;
  return nameEvidence({ form, capitals, times: a.times + b.times, share: Math.max(a.share, b.share) });
}
