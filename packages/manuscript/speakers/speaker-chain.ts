// Evaluates all turns in a scene together, so that a clear speaker also affects the surrounding turns.

import { append, largest } from '../../../shared/rules/lists.ts';
import type { Person } from './character-name.ts';
import type { Feature, Situation, WeightTable } from './speaker-weights.ts';
import type { QuotedTurn } from './turns.ts';

export interface SpeakerCandidate {
  /** Null stands for any other person. */
  readonly person: Person | null;
  readonly features: ReadonlyMap<Feature, number>;
}

export interface ChainTurn
  extends Pick<QuotedTurn, 'gap' | 'isInside' | 'isBare' | 'isBehindTag' | 'isReply' | 'addressed' | 'called'> {
  /** Contains a single candidate if the text shows who speaks. */
  readonly candidates: readonly SpeakerCandidate[];
  /** Null if the text shows who speaks. */
  readonly situation: Situation | null;
  readonly isTagged: boolean;
  readonly isAnswer: boolean;
  readonly isCrowd: boolean;
  /** `said the other` */
  readonly isOther: boolean;
  /** Whether the same two people probably have nearly all of the nearby turns. */
  readonly isPair: boolean;
}

/** Maximum gap within a conversation, in paragraphs of narration. */
export const MAX_GAP_LENGTH = 2;
/** After a gap of this many paragraphs of narration, earlier speakers no longer matter. */
export const SCENE_GAP = 10;

/** Returns the turns before (-1) or after (1) a turn, nearest first, up to a long gap. */
export function turnsNear<Turn extends Pick<ChainTurn, 'gap'>>(
  turns: readonly Turn[],
  at: number,
  step: 1 | -1,
  { maxTurns, maxGap }: { readonly maxTurns: number; readonly maxGap: number },
): Turn[] {
  const near: Turn[] = [];
  for (let place = at + step; near.length < maxTurns; place += step) {
    const [turn, later] = [turns[place], turns[Math.max(place, place - step)]];
    if (turn === undefined || later === undefined || later.gap > maxGap) break;
    near.push(turn);
  }
  return near;
}

export function continuationFeatures(turn: ChainTurn): Feature[] {
  const result: Feature[] = [continuationFeature(turn)];
  if (turn.isAnswer) result.push('again.asked');
  if (turn.isPair) result.push('again.pair');
  if (turn.isBare) result.push('again.bare');
  if (turn.isBehindTag) result.push('again.bare.tag');
  if (turn.isOther) result.push('again.other');
  if (turn.isReply && turn.gap < 1 && !turn.isInside) result.push('again.reply');
  return result;
}

function continuationFeature({ gap, isInside, isTagged }: ChainTurn): Feature {
  if (isInside) return 'again.inside';
  if (gap < 1) return isTagged ? 'again.tagged' : 'again';
  return gap <= MAX_GAP_LENGTH ? 'again.near' : 'again.far';
}

export function addressFeature({ addressed, called }: ChainTurn, last: Person): Feature | null {
  if (addressed.has(last)) return 'calls';
  if (called === null || last.gender === null) return null;
  return last.gender === called ? 'calls.fitting' : 'calls.differing';
}

export function returnFeatures(turn: ChainTurn, before: ChainTurn | undefined): Feature[] {
  if (turn.gap === Number.POSITIVE_INFINITY) return [];
  const isClose = turn.gap < 1 && before !== undefined && before.gap < 1;
  const result: Feature[] = [isClose ? (turn.isTagged ? 'back.tagged' : 'back') : 'back.near'];
  if (turn.isCrowd) result.push('back.crowd');
  if (turn.isPair) result.push('back.pair');
  if (turn.isBare) result.push('back.bare');
  if (turn.isBehindTag) result.push('back.bare.tag');
  if (turn.isBare && before?.isBare) result.push('back.bare.twice');
  else if (isNearlyAdjacent(turn) && before !== undefined && isNearlyAdjacent(before)) result.push('back.bare.mixed');
  if (turn.isAnswer) result.push('back.asked');
  return result;
}

const isNearlyAdjacent = ({ isBare, isBehindTag }: ChainTurn): boolean => isBare || isBehindTag;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

type WeightOf = (feature: Feature) => number;

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

type People = readonly (Person | null)[];
/** Indexed by speaker, then by the next speaker. */
type PairTable = readonly number[][];

/** Computes each turn's marginals (forward–backward algorithm). */
function sceneLikelihoods(turns: readonly ChainTurn[], weightsOf: (turn: ChainTurn) => WeightOf): number[][] {
  const steps = turns.map((turn, at) => chainStep(turn, at, turns, weightsOf(turn)));
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
    append(found, normalise([sums]));
    onward = sumBackward(step, onward);
  }
  return found.reverse();
}

function chainStep(turn: ChainTurn, at: number, turns: readonly ChainTurn[], weightOf: WeightOf) {
  const peopleAt = (place: number): People => turns[place]?.candidates.map(({ person }) => person) ?? [null];
  return {
    firsts: peopleAt(at - 2),
    lasts: peopleAt(at - 1),
    ones: peopleAt(at),
    // Indexed by previous speaker, then current speaker.
    factors: pairFactors(turn, peopleAt(at - 1), weightOf),
    // Factor for the return of the speaker before the previous speaker.
    returning: Math.exp(sumOf(returnFeatures(turn, turns[at - 1]).map(weightOf))),
  };
}

type ChainStep = ReturnType<typeof chainStep>;

/** Scaled so that the best pair's score is 1. */
function pairFactors(turn: ChainTurn, previousSpeakers: People, weightOf: WeightOf): PairTable {
  const own = turn.candidates.map(({ features }) =>
    sumOf(Array.from(features, ([feature, value]) => weightOf(feature) * value)),
  );
  const again = sumOf(continuationFeatures(turn).map(weightOf));
  const isStart = turn.gap === Number.POSITIVE_INFINITY;
  const scores = previousSpeakers.map((last) => {
    if (last === null || isStart) return own;
    const address = addressFeature(turn, last);
    const call = address === null ? 0 : weightOf(address);
    return turn.candidates.map(({ person }, at) => {
      const pair = person === null ? 0 : person === last ? again : call;
      return (own[at] ?? 0) + pair;
    });
  });
  const most = largest(scores.flat());
  return scores.map((row) => row.map((score) => Math.exp(score - most)));
}

const isReturn = (first: Person | null, last: Person | null, one: Person | null): boolean =>
  one !== null && one === first && one !== last;

/** Converts sums by first and previous speaker to sums by previous and current speaker. */
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
  return normalise(sums);
}

/** Converts sums by previous and current speaker to sums by first and previous speaker. */
function sumBackward({ firsts, lasts, ones, factors, returning }: ChainStep, onward: PairTable): PairTable {
  const products = factors.map((row, last) => row.map((factor, one) => factor * (onward[last]?.[one] ?? 0)));
  const sums = firsts.map((first) =>
    lasts.map((last, at) => {
      const row = products[at] ?? [];
      const one = isReturn(first, last, first) ? ones.indexOf(first) : -1;
      return sumOf(row) + (returning - 1) * (row[one] ?? 0);
    }),
  );
  return normalise(sums);
}

function normalise(table: PairTable): PairTable {
  const all = sumOf(table.map(sumOf));
  const size = sumOf(table.map(({ length }) => length));
  return table.map((row) => row.map((number) => (all > 0 ? number / all : 1 / size)));
}
