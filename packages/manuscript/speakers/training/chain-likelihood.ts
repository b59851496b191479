// The log-likelihood under the model in `speaker-chain.ts`, and its gradient (forward–backward algorithm).
import { append } from '../../../../shared/rules/lists.ts';
import type { Person } from '../character-name.ts';
import { addressFeature, type ChainTurn, continuationFeatures, returnFeatures, SCENE_GAP } from '../speaker-chain.ts';
import type { Feature, Situation, WeightTable } from '../speaker-weights.ts';

export interface AnnotatedChain {
  readonly turns: readonly ChainTurn[];
  /** Whether each candidate is the annotated speaker; null for turns without an annotation. */
  readonly correct: readonly (readonly boolean[] | null)[];
}

/** Indices of the weights, with a factor for each. */
interface WeightedFeatures {
  readonly features: readonly number[];
  readonly values: readonly number[];
}

interface CompiledTurn {
  /** Index of the situation's weights; 0 if the situation has no specific weights. */
  readonly block: number;
  readonly own: readonly WeightedFeatures[];
  /** Features that apply if the previous speaker continues, or if the speaker before that returns. */
  readonly again: readonly number[];
  readonly back: readonly number[];
  /** For each previous candidate, the feature for the turn addressing that candidate; -1 for none. */
  readonly calls: readonly number[];
  readonly people: readonly (Person | null)[];
  /** Candidates for the previous turn; `[null]` at the start of a scene. */
  readonly lasts: readonly (Person | null)[];
  /** Each candidate's index among the candidates two turns earlier; -1 for none. */
  readonly amongFirsts: readonly number[];
  readonly correct: readonly boolean[] | null;
}

type Scene = readonly CompiledTurn[];

/** Pairs are indexed by `last * people.length + one`. */
interface ScoredTurn {
  readonly turn: CompiledTurn;
  readonly scores: Float64Array;
  /** Factor for a returning speaker, minus 1. */
  readonly more: number;
  readonly gradient: Float64Array;
}

interface ForwardStep extends Omit<ScoredTurn, 'scores'> {
  readonly previous: Float64Array;
  readonly factors: Float64Array;
  /** Probability of the paths that end in each pair, scaled so that the total is 1. */
  readonly alphas: Float64Array;
  /** Total before scaling. */
  readonly sum: number;
}

export class ChainLikelihood {
  /** Number of weights: the common weights, then the weights for each situation. */
  readonly size: number;
  readonly #features: readonly Feature[];
  readonly #situations: readonly Situation[];
  readonly #scenes: readonly Scene[];

  /** @param situations situations with specific weights */
  constructor(features: readonly Feature[], situations: readonly Situation[], chains: readonly AnnotatedChain[]) {
    this.#features = features;
    this.#situations = situations;
    this.size = features.length * (situations.length + 1);
    const places = new Map(features.map((feature, at) => [feature, at]));
    const blocks = new Map(situations.map((situation, at) => [situation, at + 1]));
    this.#scenes = chains.flatMap((chain) => compileScenes(chain, places, blocks));
  }

  /**
   * Returns the log-likelihood. `gradient` receives the expected feature counts given the annotations, minus the
   * expected counts without them.
   */
  evaluate(weights: Float64Array, gradient: Float64Array): number {
    const count = this.#features.length;
    const blocks = Array.from({ length: this.#situations.length + 1 }, (_, block) =>
      Float64Array.from(
        { length: count },
        (_, at) => (weights[at] ?? 0) + (block && (weights[block * count + at] ?? 0)),
      ),
    );
    const gradients = blocks.map(() => new Float64Array(count));
    let total = 0;
    for (const scene of this.#scenes) {
      if (scene.every(({ correct }) => correct === null)) continue;
      const scored = scene.map((turn): ScoredTurn => {
        const own = blocks[turn.block] ?? new Float64Array();
        const more = Math.exp(sumWeights(own, turn.back)) - 1;
        return {
          turn,
          scores: candidateScores(turn, own),
          more,
          gradient: gradients[turn.block] ?? new Float64Array(),
        };
      });
      total += logPartition(scored, true) - logPartition(scored, false);
    }
    gradient.fill(0);
    for (const [block, derivatives] of gradients.entries()) {
      for (const [at, derivative] of derivatives.entries()) {
        gradient[at] = (gradient[at] ?? 0) + derivative;
        if (block > 0) gradient[block * count + at] = derivative;
      }
    }
    return total;
  }

  /** Returns the weights, rounded to two decimals. Omits zeros in situation-specific weights. */
  toWeightTable(weights: Float64Array): WeightTable {
    const block = (index: number, least: number): Partial<Record<Feature, number>> => {
      const values = this.#features.map((feature, at) => {
        const weight = Math.round((weights[index * this.#features.length + at] ?? 0) * 100) / 100;
        return [feature, weight + 0] as const;
      });
      return Object.fromEntries(values.filter(([, weight]) => Math.abs(weight) >= least));
    };
    const inSituation = this.#situations.map((situation, at) => [situation, block(at + 1, 0.01)] as const);
    return { all: block(0, 0), inSituation: Object.fromEntries(inSituation) };
  }
}

type FeatureIndices = ReadonlyMap<Feature, number>;

function compileScenes(chain: AnnotatedChain, places: FeatureIndices, blocks: ReadonlyMap<Situation, number>): Scene[] {
  const scenes: CompiledTurn[][] = [];
  for (const [at, turn] of chain.turns.entries()) {
    const last = at > 0 && turn.gap <= SCENE_GAP ? chain.turns[at - 1] : undefined;
    const scene = last && scenes.at(-1);
    const first = scene ? scene.at(-1)?.lasts : undefined;
    const compiled = {
      ...compileTurn(turn, last, first ?? NO_PERSONS, places),
      block: (turn.situation && blocks.get(turn.situation)) ?? 0,
      correct: chain.correct[at] ?? null,
    };
    if (scene) scene.push(compiled);
    else scenes.push([compiled]);
  }
  return scenes;
}

const NO_PERSONS: readonly (Person | null)[] = [null];

function compileTurn(
  turn: ChainTurn,
  last: ChainTurn | undefined,
  firsts: readonly (Person | null)[],
  places: FeatureIndices,
): Omit<CompiledTurn, 'block' | 'correct'> {
  const placesOf = (features: readonly Feature[]): number[] => features.flatMap((feature) => places.get(feature) ?? []);
  const people = turn.candidates.map(({ person }) => person);
  const lasts = last?.candidates.map(({ person }) => person) ?? NO_PERSONS;
  return {
    own: turn.candidates.map(({ features }) => {
      const known = [...features].filter(([feature]) => places.has(feature));
      return { features: placesOf(known.map(([feature]) => feature)), values: known.map(([, value]) => value) };
    }),
    again: placesOf(continuationFeatures(turn)),
    back: placesOf(returnFeatures(turn, last)),
    calls: lasts.map((person) => {
      const feature = person && addressFeature(turn, person);
      return (feature && places.get(feature)) ?? -1;
    }),
    people,
    lasts,
    amongFirsts: people.map((person) => (person === null ? -1 : firsts.indexOf(person))),
  };
}

/** Returns the log of the summed exponential scores of all speaker sequences, and updates the gradients. */
function logPartition(scene: readonly ScoredTurn[], isAnnotated: boolean): number {
  let total = 0;
  const steps: ForwardStep[] = [];
  let alphas: Float64Array = Float64Array.of(1);
  for (const scored of scene) {
    const { correct, people } = scored.turn;
    const isOpen = (pair: number): boolean => !isAnnotated || correct?.[pair % people.length] !== false;
    const most = scored.scores.reduce((best, score, pair) => (score > best && isOpen(pair) ? score : best), -Infinity);
    const factors = scored.scores.map((score, pair) => (isOpen(pair) ? Math.exp(score - most) : 0));
    const step = forward(scored, factors, alphas);
    total += most + Math.log(step.sum);
    alphas = step.alphas;
    steps.push(step);
  }
  let betas: Float64Array = new Float64Array(alphas.length).fill(1);
  for (const step of steps.reverse()) {
    addExpected(step, betas, isAnnotated ? 1 : -1);
    betas = backward(step, betas);
  }
  return total;
}

const sumWeights = (weights: Float64Array, features: readonly number[]): number =>
  features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0);

function candidateScores(turn: CompiledTurn, weights: Float64Array): Float64Array {
  const { own, again, calls, people, lasts } = turn;
  const scores = own.map(({ features, values }) =>
    features.reduce((sum, feature, at) => sum + (weights[feature] ?? 0) * (values[at] ?? 0), 0),
  );
  const sameScore = sumWeights(weights, again);
  const found: number[] = [];
  for (const [place, last] of lasts.entries()) {
    const callScore = weights[calls[place] ?? -1] ?? 0;
    append(
      found,
      people.map(
        (one, at) => (scores[at] ?? 0) + (one === null || last === null ? 0 : one === last ? sameScore : callScore),
      ),
    );
  }
  return Float64Array.from(found);
}

function forward({ turn, more, gradient }: ScoredTurn, factors: Float64Array, previous: Float64Array): ForwardStep {
  const { people, lasts } = turn;
  const sums = new Float64Array(lasts.length);
  for (const [pair, alpha] of previous.entries()) sums[pair % lasts.length] = (sums[pair % lasts.length] ?? 0) + alpha;
  const alphas = factors.map((factor, pair) => {
    const last = Math.floor(pair / people.length);
    return factor === 0 ? 0 : factor * ((sums[last] ?? 0) + more * returningAlpha(turn, previous, pair));
  });
  const sum = alphas.reduce((total, alpha) => total + alpha, 0);
  return { turn, more, gradient, previous, factors, alphas: alphas.map((alpha) => alpha / sum), sum };
}

/** Returns, for a pair, the probability of the paths in which the speaker returns. */
function returningAlpha({ people, lasts, amongFirsts }: CompiledTurn, previous: Float64Array, pair: number): number {
  const [last, one] = [Math.floor(pair / people.length), pair % people.length];
  const first = amongFirsts[one] ?? -1;
  return first < 0 || people[one] === lasts[last] ? 0 : (previous[first * lasts.length + last] ?? 0);
}

function addExpected(
  { turn, gradient, previous, factors, more, alphas, sum }: ForwardStep,
  betas: Float64Array,
  sign: 1 | -1,
): void {
  const { own, again, back, calls, people, lasts } = turn;
  const all = alphas.reduce((total, alpha, pair) => total + alpha * (betas[pair] ?? 0), 0);
  const add = (features: readonly number[], amount: number, values?: readonly number[]): void => {
    for (const [at, place] of features.entries())
      gradient[place] = (gradient[place] ?? 0) + amount * (values?.[at] ?? 1);
  };
  const chances = new Float64Array(people.length);
  let [againChance, backChance] = [0, 0];
  for (const [pair, alpha] of alphas.entries()) {
    const chance = (sign * alpha * (betas[pair] ?? 0)) / all;
    if (chance === 0) continue;
    const [place, one] = [Math.floor(pair / people.length), pair % people.length];
    chances[one] = (chances[one] ?? 0) + chance;
    const [person, last] = [people[one] ?? null, lasts[place] ?? null];
    if (person !== null && person === last) againChance += chance;
    else if (person !== null && last !== null && (calls[place] ?? -1) >= 0) add([calls[place] ?? -1], chance);
    const returned = (1 + more) * returningAlpha(turn, previous, pair) * (factors[pair] ?? 0);
    backChance += (sign * returned * (betas[pair] ?? 0)) / (sum * all);
  }
  for (const [one, { features, values }] of own.entries()) add(features, chances[one] ?? 0, values);
  add(again, againChance);
  add(back, backChance);
}

function backward({ turn, previous, factors, more }: ForwardStep, betas: Float64Array): Float64Array {
  const { people, lasts, amongFirsts } = turn;
  const found = new Float64Array(previous.length);
  const sums = new Float64Array(lasts.length);
  for (const [pair, factor] of factors.entries()) {
    const [last, one] = [Math.floor(pair / people.length), pair % people.length];
    const value = factor * (betas[pair] ?? 0);
    sums[last] = (sums[last] ?? 0) + value;
    const first = amongFirsts[one] ?? -1;
    if (first < 0 || people[one] === lasts[last]) continue;
    const at = first * lasts.length + last;
    found[at] = (found[at] ?? 0) + more * value;
  }
  const all = found.map((value, pair) => value + (sums[pair % lasts.length] ?? 0));
  const total = all.reduce((sum, value) => sum + value, 0);
  return total > 0 ? all.map((value) => value / total) : all.fill(1);
}
