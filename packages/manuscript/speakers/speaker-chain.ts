// Who speaks at each turn of a talk, from what speaks for each who may: all turns are weighed together, so that one that is
// told decides the parity of those around it, in both directions.

import { append } from '../../../shared/rules/lists.ts';
import type { Person } from './character-name.ts';
import type { Feature, Situation, Weights, WeightTable } from './speaker-weights.ts';
import type { QuotedTurn } from './turns.ts';

/** Somebody who may speak at a turn. */
export interface SpeakerCandidate {
  /** Null: somebody else, who isn't known. */
  readonly person: Person | null;
  /** What speaks for and against it, and how much. */
  readonly features: ReadonlyMap<Feature, number>;
}

/** A turn with the people who may say it. */
export interface ChainTurn
  extends Pick<QuotedTurn, 'gap' | 'isInside' | 'isBare' | 'isBehindTag' | 'isReply' | 'addressed' | 'called'> {
  /** Only one if the text shows who speaks. */
  readonly candidates: readonly SpeakerCandidate[];
  /** Null if the text shows who speaks. */
  readonly situation: Situation | null;
  /** Whether a tag names or describes somebody. */
  readonly isTagged: boolean;
  /** Whether the last turn ends with a question. */
  readonly isAnswer: boolean;
  /** Whether more than two people talk. */
  readonly isCrowd: boolean;
  /** Whether the tag is `said the other`. */
  readonly isOther: boolean;
  /** Whether two people probably say nearly everything nearby. */
  readonly isPair: boolean;
}

/** Talk ends where more paragraphs of narration stand between. */
export const LONGEST_GAP = 2;
/** Behind more narration than this, who spoke before tells nothing. */
const SCENE_GAP = 10;

/** What speaks for it that the one who spoke last goes on. */
function signsOfAgain(turn: ChainTurn): Feature[] {
  const signs: Feature[] = [againSign(turn)];
  if (turn.isAnswer) signs.push('again.asked');
  if (turn.isPair) signs.push('again.pair');
  if (turn.isBare) signs.push('again.bare');
  if (turn.isBehindTag) signs.push('again.bare.tag');
  if (turn.isOther) signs.push('again.other');
  if (turn.isReply && turn.gap < 1 && !turn.isInside) signs.push('again.reply');
  return signs;
}

/** What speaks for it that somebody talks to the one who spoke last. */
function signOfCall({ addressed, called }: ChainTurn, last: Person): Feature | null {
  if (addressed.has(last)) return 'calls';
  if (called === null || last.gender === null) return null;
  return last.gender === called ? 'calls.fitting' : 'calls.differing';
}

function againSign({ gap, isInside, isTagged }: ChainTurn): Feature {
  if (isInside) return 'again.inside';
  if (gap < 1) return isTagged ? 'again.tagged' : 'again';
  return gap <= LONGEST_GAP ? 'again.near' : 'again.far';
}

/** What speaks for it that the one speaks who did before the last one. */
function signsOfReturn(turn: ChainTurn, before: ChainTurn | undefined): Feature[] {
  if (turn.gap === Number.POSITIVE_INFINITY) return [];
  const isClose = turn.gap < 1 && before !== undefined && before.gap < 1;
  const sign = isClose ? (turn.isTagged ? 'back.tagged' : 'back') : 'back.near';
  const signs: Feature[] = [sign];
  if (turn.isCrowd) signs.push('back.crowd');
  if (turn.isPair) signs.push('back.pair');
  if (turn.isBare) signs.push('back.bare');
  if (turn.isBehindTag) signs.push('back.bare.tag');
  if (turn.isBare && before?.isBare) signs.push('back.bare.twice');
  else if (isNearlyBare(turn) && before !== undefined && isNearlyBare(before)) signs.push('back.bare.mixed');
  if (turn.isAnswer) signs.push('back.asked');
  return signs;
}

const isNearlyBare = ({ isBare, isBehindTag }: ChainTurn): boolean => isBare || isBehindTag;

const sumOf = (features: readonly Feature[], weights: Weights): number =>
  features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0);

/** The features of a candidate, weighed. */
function scoreOf({ features }: SpeakerCandidate, weights: Weights): number {
  let score = 0;
  for (const [feature, value] of features) score += (weights[feature] ?? 0) * value;
  return score;
}

/** How likely each candidate of each turn is; the sum is 1 at a turn. */
export function likelihoods(turns: readonly ChainTurn[], table: WeightTable): number[][] {
  const found: number[][] = [];
  const weightsIn = new Map(
    Object.entries(table.inSituation).map(([name, more]) => [name, sumOfWeights(table.all, more)]),
  );
  const weightsOf = ({ situation }: ChainTurn): Weights => weightsIn.get(situation ?? '') ?? table.all;
  let start = 0;
  for (let end = 1; end <= turns.length; end += 1) {
    if (end < turns.length && (turns[end]?.gap ?? 0) <= SCENE_GAP) continue;
    append(found, sceneLikelihoods(turns.slice(start, end), weightsOf));
    start = end;
  }
  return found;
}

function sumOfWeights(all: Weights, more: Weights): Weights {
  const sum: Partial<Record<string, number>> = { ...all };
  for (const [feature, weight] of Object.entries(more)) sum[feature] = (sum[feature] ?? 0) + weight;
  return sum;
}

const NO_PERSON: readonly (Person | null)[] = [null];

/** How well those who may speak at a turn go with those who may have spoken before. */
interface ChainStep {
  /** With the last ones: `[last * count + one]`. */
  readonly factors: Float64Array;
  readonly lasts: number;
  readonly count: number;
  /** How much better it is where the one before the last one speaks again: 0 for equally well. */
  readonly more: number;
  /** Where each stands among those before the last ones, and among the last ones; -1 for nowhere. */
  readonly amongFirsts: readonly number[];
  readonly amongLasts: readonly number[];
}

/** Sums over all ways to say who speaks: those that lead to each pair of turns, times those that go on from it. */
function sceneLikelihoods(turns: readonly ChainTurn[], weightsOf: (turn: ChainTurn) => Weights): number[][] {
  const persons = turns.map(({ candidates }) => candidates.map(({ person }) => person));
  const personsAt = (at: number): readonly (Person | null)[] => persons[at] ?? NO_PERSON;
  const steps = turns.map((turn, at) => {
    const factors = factorsOf(turn, personsAt(at - 1), personsAt(at), weightsOf(turn));
    const more = Math.exp(sumOf(signsOfReturn(turn, turns[at - 1]), weightsOf(turn))) - 1;
    const amongFirsts = placesAmong(personsAt(at - 2), personsAt(at));
    const amongLasts = placesAmong(personsAt(at - 1), personsAt(at));
    return { factors, lasts: personsAt(at - 1).length, count: personsAt(at).length, more, amongFirsts, amongLasts };
  });
  // By the candidate of the turn before and the one of the turn: `ways[at][last * count + one]`.
  const ways: Float64Array[] = [];
  let way: Float64Array = Float64Array.of(1);
  for (const step of steps) {
    way = forward(step, way);
    ways.push(way);
  }
  const found: number[][] = [];
  let onward: Float64Array = new Float64Array(way.length).fill(1);
  for (const [at, step] of [...steps.entries()].reverse()) {
    const sums = new Float64Array(step.count);
    for (const [pair, sum] of (ways[at] ?? []).entries()) {
      const one = pair % step.count;
      sums[one] = (sums[one] ?? 0) + sum * (onward[pair] ?? 0);
    }
    found.push([...scaled(sums)]);
    onward = backward(step, onward, personsAt(at - 2).length);
  }
  return found.reverse();
}

const placesAmong = (persons: readonly (Person | null)[], ones: readonly (Person | null)[]): number[] =>
  ones.map((one) => (one === null ? -1 : persons.indexOf(one)));

/** How well each goes with each who may have spoken last, the best with 1. */
function factorsOf(
  turn: ChainTurn,
  lasts: readonly (Person | null)[],
  ones: readonly (Person | null)[],
  weights: Weights,
): Float64Array {
  const own = turn.candidates.map((candidate) => scoreOf(candidate, weights));
  const again = sumOf(signsOfAgain(turn), weights);
  const isStart = turn.gap === Number.POSITIVE_INFINITY;
  const scores = new Float64Array(lasts.length * ones.length);
  let most = Number.NEGATIVE_INFINITY;
  for (const [place, last] of lasts.entries()) {
    const sign = last === null ? null : signOfCall(turn, last);
    const call = sign === null ? 0 : (weights[sign] ?? 0);
    for (const [at, one] of ones.entries()) {
      const isTold = one !== null && last !== null && !isStart;
      const score = (own[at] ?? 0) + (isTold ? (one === last ? again : call) : 0);
      scores[place * ones.length + at] = score;
      most = Math.max(most, score);
    }
  }
  return scores.map((score) => Math.exp(score - most));
}

/** @param way by those before the last ones and the last ones */
function forward({ factors, lasts, count, more, amongFirsts, amongLasts }: ChainStep, way: Float64Array): Float64Array {
  const sums = new Float64Array(lasts);
  for (const [pair, sum] of way.entries()) sums[pair % lasts] = (sums[pair % lasts] ?? 0) + sum;
  const found = new Float64Array(lasts * count);
  for (let last = 0; last < lasts; last += 1) {
    for (let one = 0; one < count; one += 1) {
      const first = amongFirsts[one] ?? -1;
      const back = first >= 0 && amongLasts[one] !== last ? more * (way[first * lasts + last] ?? 0) : 0;
      found[last * count + one] = (factors[last * count + one] ?? 0) * ((sums[last] ?? 0) + back);
    }
  }
  return scaled(found);
}

/** @returns by those before the last ones and the last ones */
function backward(step: ChainStep, onward: Float64Array, firsts: number): Float64Array {
  const { factors, lasts, count, more, amongFirsts, amongLasts } = step;
  const found = new Float64Array(firsts * lasts);
  for (let last = 0; last < lasts; last += 1) {
    let sum = 0;
    for (let one = 0; one < count; one += 1) {
      const ways = (factors[last * count + one] ?? 0) * (onward[last * count + one] ?? 0);
      sum += ways;
      const first = amongFirsts[one] ?? -1;
      if (first >= 0 && amongLasts[one] !== last) found[first * lasts + last] = more * ways;
    }
    for (let pair = last; pair < found.length; pair += lasts) found[pair] = (found[pair] ?? 0) + sum;
  }
  return scaled(found);
}

function scaled(sums: Float64Array): Float64Array {
  const all = sums.reduce((sum, one) => sum + one, 0);
  return sums.map((one) => (all > 0 ? one / all : 1 / sums.length));
}
