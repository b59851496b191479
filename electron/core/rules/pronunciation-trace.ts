import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { applyPronunciation, patternOf, replacementOf, type ShapingProblem, type SpokenBy } from './pronunciation.ts';

export interface PronunciationTrace {
  readonly text: string;
  readonly problem?: ShapingProblem;
  readonly changedBy: readonly number[];
  /** Pairs of rule indexes, one for each time a rule changed an earlier rule's replacement. */
  readonly changedAgain: readonly (readonly [earlier: number, later: number])[];
}

interface TracedReplacement {
  readonly from: number;
  readonly to: number;
  readonly rule: number;
}

export function tracePronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: SpokenBy,
  limit?: number,
): PronunciationTrace {
  const changedBy: number[] = [];
  const changedAgain: [number, number][] = [];
  let replacements: readonly TracedReplacement[] = [];
  const result = applyPronunciation(text, rules, turn, limit, (at, rule, shaped) => {
    const matches: TracedMatch[] = [];
    for (const { index, 0: match } of shaped.matchAll(patternOf(rule))) {
      const replacement = replacementOf(rule, match, turn);
      if (match !== replacement) matches.push({ from: index, to: index + match.length, length: replacement.length });
    }
    if (matches.length === 0) return;
    changedBy.push(at);
    const { stretches, touched } = updateReplacements(replacements, matches, at);
    for (const earlier of [...touched].sort((a, b) => a - b)) changedAgain.push([earlier, at]);
    replacements = stretches;
  });
  return { ...(result.ok ? { text: result.text } : { text: '', problem: result.problem }), changedBy, changedAgain };
}

interface TracedMatch extends Pick<TracedReplacement, 'from' | 'to'> {
  readonly length: number;
}

/** Returns the remaining replacements at their new offsets, and the rules whose replacements were overwritten. */
function updateReplacements(replacements: readonly TracedReplacement[], matches: readonly TracedMatch[], rule: number) {
  const stretches: TracedReplacement[] = [];
  const touched = new Set<number>();
  let shift = 0;
  let next = 0;
  for (const { from, to, length } of matches) {
    // Replacements before this match are kept; those that overlap it are dropped.
    for (let one = replacements[next]; one && one.from < to; one = replacements[next]) {
      if (one.to > from) touched.add(one.rule);
      else stretches.push({ ...one, from: one.from + shift, to: one.to + shift });
      next += 1;
    }
    if (length > 0) stretches.push({ from: from + shift, to: from + shift + length, rule });
    shift += length - (to - from);
  }
  for (const one of replacements.slice(next)) stretches.push({ ...one, from: one.from + shift, to: one.to + shift });
  return { stretches, touched };
}
