// Who speaks at each turn of a talk, from what speaks for each who may: all turns are weighed together, so that one that is
// told decides the parity of those around it, in both directions.
import type { Person } from './character-name.ts';
import type { Feature, Situation, Weights, WeightTable } from './speaker-weights.ts';
import type { WordGender } from './speech-words.ts';

/** Somebody who may speak at a turn. */
export interface SpeakerCandidate {
  /** Null: somebody else, who isn't known. */
  readonly person: Person | null;
  /** What speaks for and against it, and how much. */
  readonly features: ReadonlyMap<Feature, number>;
}

/** A turn on the way to its speaker. */
export interface ChainTurn {
  /** Those who may speak; just one where the text tells. */
  readonly candidates: readonly SpeakerCandidate[];
  /** Narration before it, in paragraphs; infinite at the start of a scene. */
  readonly gap: number;
  /** Whether it stands in the same paragraph as the turn before. */
  readonly isInside: boolean;
  /** Whether nothing of the narrator stands between it and the turn before. */
  readonly isBare: boolean;
  /** What stands beside it; null where that alone tells who speaks. */
  readonly situation: Situation | null;
  /** Whether words beside it tell of somebody. */
  readonly isTagged: boolean;
  /** Whether what is said before it ends with a question. */
  readonly isAnswer: boolean;
  /** Whether more than two talk. */
  readonly isCrowd: boolean;
  /** Whether it begins as an answer does. */
  readonly isReply: boolean;
  /** Whether it is told that another one speaks than who did last. */
  readonly isOther: boolean;
  /** Whether, as far as is known, two say nearly all that is said around it. */
  readonly isPair: boolean;
  /** Who is called by name in it, and the gender of whom it calls otherwise. */
  readonly addressed: ReadonlySet<Person>;
  readonly called: WordGender | null;
}

/** Talk ends where more paragraphs of narration stand between. */
export const LONGEST_GAP = 2;
/** Behind more narration than this, who spoke before tells nothing. */
const SCENE_GAP = 10;

/** What speaks for and against that somebody speaks behind the one who spoke last. */
function signsBehind(turn: ChainTurn, person: Person | null, last: Person | null): Feature[] {
  if (person === null || last === null || turn.gap === Number.POSITIVE_INFINITY) return [];
  if (person === last) {
    const signs: Feature[] = [againSign(turn)];
    if (turn.isAnswer) signs.push('again.asked');
    if (turn.isPair) signs.push('again.pair');
    if (turn.isBare) signs.push('again.bare');
    if (turn.isOther) signs.push('again.other');
    if (turn.isReply && turn.gap < 1 && !turn.isInside) signs.push('again.reply');
    return signs;
  }
  if (turn.addressed.has(last)) return ['calls'];
  if (turn.called === null || last.gender === null) return [];
  return [last.gender === turn.called ? 'calls.fitting' : 'calls.differing'];
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
  if (turn.isBare && before?.isBare) signs.push('back.bare.twice');
  if (turn.isAnswer) signs.push('back.asked');
  return signs;
}

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
    found.push(...sceneLikelihoods(turns.slice(start, end), weightsOf));
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

/** Who may speak at three turns that follow each other. */
interface PersonsOfThree {
  readonly firsts: readonly (Person | null)[];
  readonly lasts: readonly (Person | null)[];
  readonly ones: readonly (Person | null)[];
}

/** Sums over all ways to say who speaks: those that lead to each pair of turns, times those that go on from it. */
function sceneLikelihoods(turns: readonly ChainTurn[], weightsOf: (turn: ChainTurn) => Weights): number[][] {
  const persons = turns.map(({ candidates }) => candidates.map(({ person }) => person));
  const personsAt = (at: number): readonly (Person | null)[] => persons[at] ?? NO_PERSON;
  const steps = turns.map((turn, at) => {
    const persons = { firsts: personsAt(at - 2), lasts: personsAt(at - 1), ones: personsAt(at) };
    return stepOf(turn, turns[at - 1], persons, weightsOf(turn));
  });
  // By the candidate of the turn before and the one of the turn: `ways[at][last * count + one]`.
  const ways: number[][] = [];
  let way = [1];
  for (const [at, step] of steps.entries()) {
    way = forward(step, way, personsAt(at - 1).length, personsAt(at).length);
    ways.push(way);
  }
  const found: number[][] = [];
  let onward: number[] = new Array<number>(ways.at(-1)?.length ?? 0).fill(1);
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const count = personsAt(at).length;
    const sums = new Array<number>(count).fill(0);
    for (const [pair, sum] of (ways[at] ?? []).entries()) {
      sums[pair % count] = (sums[pair % count] ?? 0) + sum * (onward[pair] ?? 0);
    }
    found.push(scaled(sums));
    onward = backward(steps[at] ?? [], onward, personsAt(at - 1).length, count);
  }
  return found.reverse();
}

/** How well three who speak one after the other go together: `[(first * lasts + last) * count + one]`. */
function stepOf(turn: ChainTurn, before: ChainTurn | undefined, persons: PersonsOfThree, weights: Weights): number[] {
  const { firsts, lasts, ones } = persons;
  const own = turn.candidates.map((candidate) => scoreOf(candidate, weights));
  const behind = lasts.map((last) =>
    ones.map((one, at) => (own[at] ?? 0) + sumOf(signsBehind(turn, one, last), weights)),
  );
  const back = sumOf(signsOfReturn(turn, before), weights);
  const scores: number[] = [];
  for (const first of firsts) {
    for (const [place, last] of lasts.entries()) {
      for (const [at, one] of ones.entries()) {
        const returns = one !== null && one === first && one !== last;
        scores.push((behind[place]?.[at] ?? 0) + (returns ? back : 0));
      }
    }
  }
  const most = Math.max(...scores);
  return scores.map((score) => Math.exp(score - most));
}

function forward(step: readonly number[], way: readonly number[], lasts: number, count: number): number[] {
  const sums = new Array<number>(lasts * count).fill(0);
  for (const [triple, factor] of step.entries()) {
    const pair = triple % (lasts * count);
    sums[pair] = (sums[pair] ?? 0) + factor * (way[Math.floor(triple / count)] ?? 0);
  }
  return scaled(sums);
}

function backward(step: readonly number[], onward: readonly number[], lasts: number, count: number): number[] {
  const sums = new Array<number>(step.length / count).fill(0);
  for (const [triple, factor] of step.entries()) {
    const pair = Math.floor(triple / count);
    sums[pair] = (sums[pair] ?? 0) + factor * (onward[triple % (lasts * count)] ?? 0);
  }
  return scaled(sums);
}

function scaled(sums: readonly number[]): number[] {
  const all = sums.reduce((sum, one) => sum + one, 0);
  return sums.map((one) => (all > 0 ? one / all : 1 / sums.length));
}
