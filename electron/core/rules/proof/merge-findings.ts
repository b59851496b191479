import type { Finding, FindingKind } from '../../../../shared/model/proof.ts';
import type { WordSpan } from './compare-words.ts';

/**
 * Kinds that can describe the same fault. The recogniser doesn't report noise, garbled or cut-off words; it misses such
 * words or hears different ones.
 */
const COMPATIBLE: Readonly<Record<FindingKind, readonly FindingKind[]>> = {
  missing: ['missing', 'cut', 'garbled', 'replaced', 'wrong-text'],
  cut: ['missing', 'cut', 'garbled', 'replaced'],
  extra: ['extra', 'repeated', 'noise', 'replaced', 'wrong-text'],
  repeated: ['repeated', 'extra', 'replaced'],
  replaced: ['replaced', 'garbled', 'missing', 'extra', 'repeated', 'cut', 'noise', 'wrong-text'],
  garbled: ['garbled', 'replaced', 'missing', 'noise', 'cut', 'wrong-text'],
  noise: ['noise', 'extra', 'replaced', 'garbled'],
  'wrong-text': ['wrong-text', 'replaced', 'missing', 'extra', 'garbled'],
};

/** A recogniser may hear all words despite noise or distortion, so it doesn't contradict these kinds. */
const INAUDIBLE_TO_RECOGNISERS: readonly FindingKind[] = ['noise', 'garbled', 'cut'];

/** Confidence factor for findings of the alignment if the recogniser heard the words as written. */
const UNCONFIRMED_BY_RECOGNISER = 0.7;
/** Confidence factor for findings of the recogniser that the alignment, which finds most faults, doesn't confirm. */
const UNCONFIRMED_BY_ALIGNMENT = 0.85;
const MAX_CONFIDENCE = 0.99;
/** Places count as the same if they are at most this far apart. */
const NEAR_SECONDS = 0.3;

export interface FindingsToMerge {
  readonly alignment: readonly Finding[];
  readonly recogniser: readonly Finding[];
  /** Words that the recogniser's result can't be compared with. It neither confirms nor contradicts findings there. */
  readonly notCompared?: readonly WordSpan[];
}

/**
 * Merges the findings of both sources for a take. Findings of the same fault become a single one with the source `both`
 * and a higher confidence. The confidence of other findings is reduced. Returns the most confident first.
 */
export function mergeFindings({ alignment, recogniser, notCompared = [] }: FindingsToMerge): Finding[] {
  const merged: Finding[] = [];
  const left = new Set(recogniser);
  for (const finding of alignment.toSorted(byConfidence)) {
    const same = [...left].filter((other) => isSamePlace(finding, other) && isCompatible(finding, other));
    const best = same.toSorted(byConfidence)[0];
    if (best) {
      left.delete(best);
      merged.push(combined(finding, best));
    } else {
      const isContradicted =
        !INAUDIBLE_TO_RECOGNISERS.includes(finding.kind) && !notCompared.some((span) => wordsOverlap(finding, span));
      merged.push(isContradicted ? scaled(finding, UNCONFIRMED_BY_RECOGNISER) : finding);
    }
  }
  for (const finding of left) merged.push(scaled(finding, UNCONFIRMED_BY_ALIGNMENT));
  return merged.sort(byConfidence);
}

const byConfidence = (a: Finding, b: Finding): number => b.confidence - a.confidence;

const isCompatible = (one: Finding, other: Finding): boolean => COMPATIBLE[one.kind].includes(other.kind);

/** Includes adjacent words, because extra words are between two words, and the alignment may be off by a word. */
const wordsOverlap = (one: WordSpan, other: WordSpan): boolean =>
  one.fromWord <= other.toWord && other.fromWord <= one.toWord;

const isSamePlace = (one: Finding, other: Finding): boolean =>
  wordsOverlap(one, other) ||
  (one.startSeconds <= other.endSeconds + NEAR_SECONDS && other.startSeconds <= one.endSeconds + NEAR_SECONDS);

const rounded = (confidence: number): number => Math.round(1000 * confidence) / 1000;

const scaled = (finding: Finding, factor: number): Finding => ({
  ...finding,
  confidence: rounded(finding.confidence * factor),
});

/** Uses the recogniser's words, which locate the fault more precisely, unless it recognised hardly anything correctly. */
function combined(alignment: Finding, recogniser: Finding): Finding {
  const isWhole = recogniser.kind === 'wrong-text' && alignment.kind !== 'wrong-text';
  const place = isWhole ? alignment : recogniser;
  const kind = kindOf(alignment, recogniser);
  const doubt = (1 - alignment.confidence) * (1 - recogniser.confidence);
  return {
    ...place,
    kind,
    confidence: rounded(Math.min(MAX_CONFIDENCE, 1 - doubt)),
    source: 'both',
    ...(recogniser.heard === undefined ? {} : { heard: recogniser.heard }),
  };
}

/** `noise`, `garbled` and `cut` describe the cause, and the recogniser's kind only the effect on its words. */
const kindOf = (alignment: Finding, recogniser: Finding): FindingKind =>
  INAUDIBLE_TO_RECOGNISERS.includes(alignment.kind) && alignment.confidence >= recogniser.confidence
    ? alignment.kind
    : recogniser.kind === 'wrong-text'
      ? alignment.kind
      : recogniser.kind;
