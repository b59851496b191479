// The probability of each candidate of each turn. All turns of a scene are weighed together, so that a turn with a clear
// speaker also decides who speaks before and after it.

import { append, largest } from '../../../shared/rules/lists.ts';
import type { Person } from './character-name.ts';
import type { Feature, Situation, WeightTable } from './speaker-weights.ts';
import type { QuotedTurn } from './turns.ts';

/** A possible speaker of a turn. */
export interface SpeakerCandidate {
  /** Null for anybody else. */
  readonly person: Person | null;
  /** The signs for and against the person, with their strengths. */
  readonly features: ReadonlyMap<Feature, number>;
}

/** A turn with its possible speakers. */
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

/** A conversation ends at more narration than this, in paragraphs. */
export const LONGEST_GAP = 2;
/** A scene ends at more narration than this, in paragraphs: earlier speakers don't matter. */
export const SCENE_GAP = 10;

/** Returns the turns before (-1) or after (1) one, nearest first, up to narration that is longer than a gap. */
export function turnsNear<Turn extends Pick<ChainTurn, 'gap'>>(
  turns: readonly Turn[],
  at: number,
  step: 1 | -1,
  { most, longestGap }: { readonly most: number; readonly longestGap: number },
): Turn[] {
  const near: Turn[] = [];
  for (let place = at + step; near.length < most; place += step) {
    const [turn, later] = [turns[place], turns[Math.max(place, place - step)]];
    if (turn === undefined || later === undefined || later.gap > longestGap) break;
    near.push(turn);
  }
  return near;
}

/** Returns the signs that the last speaker continues. */
export function signsOfAgain(turn: ChainTurn): Feature[] {
  const signs: Feature[] = [againSign(turn)];
  if (turn.isAnswer) signs.push('again.asked');
  if (turn.isPair) signs.push('again.pair');
  if (turn.isBare) signs.push('again.bare');
  if (turn.isBehindTag) signs.push('again.bare.tag');
  if (turn.isOther) signs.push('again.other');
  if (turn.isReply && turn.gap < 1 && !turn.isInside) signs.push('again.reply');
  return signs;
}

function againSign({ gap, isInside, isTagged }: ChainTurn): Feature {
  if (isInside) return 'again.inside';
  if (gap < 1) return isTagged ? 'again.tagged' : 'again';
  return gap <= LONGEST_GAP ? 'again.near' : 'again.far';
}

/** Returns the sign that somebody addresses the last speaker. */
export function signOfCall({ addressed, called }: ChainTurn, last: Person): Feature | null {
  if (addressed.has(last)) return 'calls';
  if (called === null || last.gender === null) return null;
  return last.gender === called ? 'calls.fitting' : 'calls.differing';
}

/** Returns the signs that the speaker before the last one speaks. */
export function signsOfReturn(turn: ChainTurn, before: ChainTurn | undefined): Feature[] {
  if (turn.gap === Number.POSITIVE_INFINITY) return [];
  const isClose = turn.gap < 1 && before !== undefined && before.gap < 1;
  const signs: Feature[] = [isClose ? (turn.isTagged ? 'back.tagged' : 'back') : 'back.near'];
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The weights of the features in the situation of a turn. */
type WeightOf = (feature: Feature) => number;

/** Returns the probability of each candidate of each turn. */
export function likelihoods(turns: readonly ChainTurn[], table: WeightTable): number[][] {
  const weightsOf = ({ situation }: ChainTurn): WeightOf => {
    const more = situation === null ? undefined : table.inSituation[situation];
    return (feature) => (table.all[feature] ?? 0) + (more?.[feature] ?? 0);
  };
  const found: number[][] = [];
  let start = 0;
  for (let end = 1; end <= turns.length; end += 1) {
    if (end < turns.length && (turns[end]?.gap ?? 0) <= SCENE_GAP) continue;
    append(found, sceneLikelihoods(turns.slice(start, end), weightsOf));
    start = end;
  }
  return found;
}

type Persons = readonly (Person | null)[];
/** Numbers by a person, then by a later person. */
type PairTable = readonly number[][];

/** Sums the products of all factors over all readings of a scene (the forward–backward algorithm). */
function sceneLikelihoods(turns: readonly ChainTurn[], weightsOf: (turn: ChainTurn) => WeightOf): number[][] {
  const steps = turns.map((turn, at) => stepOf(turn, at, turns, weightsOf(turn)));
  const forward: PairTable[] = [];
  let table: PairTable = [[1]];
  for (const step of steps) {
    table = sumForward(step, table);
    forward.push(table);
  }
  const found: number[][] = [];
  let onward: PairTable = table.map((row) => row.map(() => 1));
  for (const [at, step] of [...steps.entries()].reverse()) {
    const products = forward[at]?.map((row, last) => row.map((sum, one) => sum * (onward[last]?.[one] ?? 0))) ?? [];
    const sums = step.ones.map((_, one) => sumOf(products.map((row) => row[one] ?? 0)));
    append(found, scaled([sums]));
    onward = sumBackward(step, onward);
  }
  return found.reverse();
}

/** Returns the candidates of a turn and of the two turns before it, and how well they go together. */
function stepOf(turn: ChainTurn, at: number, turns: readonly ChainTurn[], weightOf: WeightOf) {
  const personsAt = (place: number): Persons => turns[place]?.candidates.map(({ person }) => person) ?? [null];
  return {
    firsts: personsAt(at - 2),
    lasts: personsAt(at - 1),
    ones: personsAt(at),
    // By the last person, then by the one who speaks now.
    factors: factorsOf(turn, personsAt(at - 1), weightOf),
    // What the factor is multiplied by if the person before the last one speaks again.
    returning: Math.exp(sumOf(signsOfReturn(turn, turns[at - 1]).map(weightOf))),
  };
}

type ChainStep = ReturnType<typeof stepOf>;

/** Returns how well each candidate goes with each last speaker; the best pair has 1. */
function factorsOf(turn: ChainTurn, lasts: Persons, weightOf: WeightOf): PairTable {
  const own = turn.candidates.map(({ features }) =>
    sumOf(Array.from(features, ([feature, value]) => weightOf(feature) * value)),
  );
  const again = sumOf(signsOfAgain(turn).map(weightOf));
  const isStart = turn.gap === Number.POSITIVE_INFINITY;
  const scores = lasts.map((last) => {
    if (last === null || isStart) return own;
    const sign = signOfCall(turn, last);
    const call = sign === null ? 0 : weightOf(sign);
    return turn.candidates.map(({ person }, at) => {
      const pair = person === null ? 0 : person === last ? again : call;
      return (own[at] ?? 0) + pair;
    });
  });
  const most = largest(scores.flat());
  return scores.map((row) => row.map((score) => Math.exp(score - most)));
}

/** Whether a speaker returns after another one. */
const isReturn = (first: Person | null, last: Person | null, one: Person | null): boolean =>
  one !== null && one === first && one !== last;

/** @param table sums by first and last person @returns sums by last and present person */
function sumForward({ firsts, lasts, ones, factors, returning }: ChainStep, table: PairTable): PairTable {
  const sums = lasts.map((last, at) => {
    const column = firsts.map((_, first) => table[first]?.[at] ?? 0);
    const all = sumOf(column);
    return ones.map((one, place) => {
      const first = firsts.indexOf(one);
      const more = isReturn(firsts[first] ?? null, last, one) ? (returning - 1) * (column[first] ?? 0) : 0;
      return (factors[at]?.[place] ?? 0) * (all + more);
    });
  });
  return scaled(sums);
}

/** @param onward sums by last and present person @returns sums by first and last person */
function sumBackward({ firsts, lasts, ones, factors, returning }: ChainStep, onward: PairTable): PairTable {
  const products = factors.map((row, last) => row.map((factor, one) => factor * (onward[last]?.[one] ?? 0)));
  const sums = firsts.map((first) =>
    lasts.map((last, at) => {
      const row = products[at] ?? [];
      const one = isReturn(first, last, first) ? ones.indexOf(first) : -1;
      return sumOf(row) + (returning - 1) * (row[one] ?? 0);
    }),
  );
  return scaled(sums);
}

/** Returns numbers whose sum is 1. */
function scaled(table: PairTable): PairTable {
  const all = sumOf(table.map(sumOf));
  const size = sumOf(table.map(({ length }) => length));
  return table.map((row) => row.map((number) => (all > 0 ? number / all : 1 / size)));
}
