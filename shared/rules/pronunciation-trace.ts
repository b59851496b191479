// What each of several rules does to a text, and which of them get in each other's way.
import type { PronunciationRule } from '../model/cast.ts';
import type { Language } from '../service/vocabulary.ts';
import { isFor, patternOf } from './pronunciation.ts';

export interface PronunciationTrace {
  /** As `applyPronunciation` leaves it. */
  readonly text: string;
  /** Indices of the rules that changed something, in order. */
  readonly changedBy: readonly number[];
  /** Each time that a rule changed what an earlier one had put there: the indices of the earlier and of the later. */
  readonly changedAgain: readonly (readonly [earlier: number, later: number])[];
}

/** A stretch that a rule put there: offsets in the text as it is then, in UTF-16 code units. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly rule: number;
}

/** Applies rules as `applyPronunciation` does, and notes what each of them did. */
export function tracePronunciation(
  text: string,
  rules: readonly PronunciationRule[],
  turn: { readonly role: string; readonly language: Language | null },
): PronunciationTrace {
  const changedBy: number[] = [];
  const changedAgain: [number, number][] = [];
  let shaped = text;
  let put: readonly Stretch[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!isFor(rule, turn)) continue;
    const found = [...shaped.matchAll(patternOf(rule))]
      .filter(([match]) => match !== rule.to)
      .map(({ index, 0: match }) => ({ from: index, to: index + match.length }));
    if (found.length === 0) continue;
    changedBy.push(at);
    for (const earlier of new Set(put.filter((one) => found.some((two) => meet(one, two))).map((one) => one.rule))) {
      changedAgain.push([earlier, at]);
    }
    put = moved(put, found, rule.to.length, at);
    shaped = shaped.replace(patternOf(rule), () => rule.to);
  }
  return { text: shaped, changedBy, changedAgain };
}

type Place = Pick<Stretch, 'from' | 'to'>;

const meet = (one: Place, two: Place): boolean => one.from < two.to && two.from < one.to;

/** Stretches that nobody touched, where they are now, and the new ones. */
function moved(put: readonly Stretch[], found: readonly Place[], length: number, rule: number): Stretch[] {
  const shiftBefore = (offset: number): number =>
    found.reduce((sum, { from, to }) => (to <= offset ? sum + length - (to - from) : sum), 0);
  const kept = put
    .filter((one) => !found.some((two) => meet(one, two)))
    .map((one) => ({ ...one, from: one.from + shiftBefore(one.from), to: one.to + shiftBefore(one.from) }));
  const made = found.map(({ from }) => from + shiftBefore(from)).map((from) => ({ from, to: from + length, rule }));
  return length === 0 ? kept : [...kept, ...made];
}
