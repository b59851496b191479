// What each of several rules does to a text, and which of them get in each other's way.
import type { PronunciationRule } from '../model/cast.ts';
import { applyPronunciation, patternOf, replacementOf, type ShapingProblem, type SpokenBy } from './pronunciation.ts';

export interface PronunciationTrace {
  /** As `applyPronunciation` leaves it; empty where there is a problem. */
  readonly text: string;
  /** Absent where all rules could be applied. */
  readonly problem?: ShapingProblem;
  /** Indices of the rules that changed something, in order. */
  readonly changedBy: readonly number[];
  /** Each time that a rule changed what an earlier one had put there: the indices of the earlier and of the later. */
  readonly changedAgain: readonly (readonly [earlier: number, later: number])[];
}

/** A stretch that a rule put there: offsets in the text as it is then, in UTF-16 code units. */
interface TracedStretch {
  readonly from: number;
  readonly to: number;
  readonly rule: number;
}

/** Applies rules as `applyPronunciation` does, and notes what each of them did. */
export function tracePronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: SpokenBy,
  limit?: number,
): PronunciationTrace {
  const changedBy: number[] = [];
  const changedAgain: [number, number][] = [];
  let put: readonly TracedStretch[] = [];
  const result = applyPronunciation(text, rules, turn, limit, (at, rule, shaped) => {
    const found: TracedPlace[] = [];
    for (const { index, 0: match } of shaped.matchAll(patternOf(rule))) {
      const instead = replacementOf(rule, match, turn);
      if (match !== instead) found.push({ from: index, to: index + match.length, length: instead.length });
    }
    if (found.length === 0) return;
    changedBy.push(at);
    const { stretches, touched } = replaced(put, found, at);
    for (const earlier of [...touched].sort((a, b) => a - b)) changedAgain.push([earlier, at]);
    put = stretches;
  });
  return { ...(result.ok ? { text: result.text } : { text: '', problem: result.problem }), changedBy, changedAgain };
}

interface TracedPlace extends Pick<TracedStretch, 'from' | 'to'> {
  /** Of what stands there from now on. */
  readonly length: number;
}

/**
 * Replaces places by stretches of a rule.
 *
 * @param put what rules put there so far; rising and apart from each other, as `found` is
 * @returns the stretches as they lie afterwards, and the rules whose stretches were touched, which are gone
 */
function replaced(put: readonly TracedStretch[], found: readonly TracedPlace[], rule: number) {
  const stretches: TracedStretch[] = [];
  const touched = new Set<number>();
  let shift = 0;
  let next = 0;
  for (const { from, to, length } of found) {
    // Stretches before this place stay; those that reach into it go.
    for (let one = put[next]; one && one.from < to; one = put[next]) {
      if (one.to > from) touched.add(one.rule);
      else stretches.push({ ...one, from: one.from + shift, to: one.to + shift });
      next += 1;
    }
    if (length > 0) stretches.push({ from: from + shift, to: from + shift + length, rule });
    shift += length - (to - from);
  }
  for (const one of put.slice(next)) stretches.push({ ...one, from: one.from + shift, to: one.to + shift });
  return { stretches, touched };
}
