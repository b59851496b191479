import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NARRATOR_PERSON } from '../characters.ts';
import { type ChainTurn, likelihoods } from '../speaker-chain.ts';
import { type Feature, type Situation, SPEAKER_WEIGHTS, type WeightTable } from '../speaker-weights.ts';
import { maximise } from './ascent.ts';
import { type AnnotatedChain, ChainLikelihood } from './chain-likelihood.ts';
import { readNovel } from './corpus.ts';
import { annotatedChain, fitTable, fitWeights, trainingNovel } from './fitting.ts';
import { makeCorpus } from './testing/made-corpus.ts';

const FEATURES = Object.keys(SPEAKER_WEIGHTS.later.all) as Feature[];
const SITUATIONS = Object.keys(SPEAKER_WEIGHTS.later.inSituation) as Situation[];

const parent = mkdtempSync(join(tmpdir(), 'lectern-corpus-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const novel = trainingNovel(readNovel(makeCorpus(parent), 'TheWeir'));
const chain = annotatedChain(novel.signs.read(), novel);

/** Different for each weight, and the same in each run. */
const madeWeights = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, at) => Math.sin(at * 7.3) / 2);

function tableOf(weights: Float64Array): WeightTable {
  const block = (index: number) =>
    Object.fromEntries(FEATURES.map((feature, at) => [feature, weights[index * FEATURES.length + at] ?? 0]));
  return { all: block(0), inSituation: Object.fromEntries(SITUATIONS.map((name, at) => [name, block(at + 1)])) };
}

describe('an annotated novel', () => {
  it('has a candidate for each character, also for one that is only described', () => {
    const unknown = chain.correct.filter((correct) => correct?.at(-1));
    expect(chain.correct.filter((correct) => correct !== null).length).toBeGreaterThan(5);
    expect(unknown).toEqual([]);
  });
});

describe('the likelihood of annotated speakers', () => {
  const weights = madeWeights(FEATURES.length * (SITUATIONS.length + 1));

  it('is that of the model that attribution uses', () => {
    const expected = likelihoods(chain.turns, tableOf(weights));
    const annotated = chain.correct.flatMap((correct, at) => (correct ? [at] : []));
    expect(annotated.length).toBeGreaterThan(3);
    for (const at of annotated) {
      const correct = chain.correct.map((one, turn) => (turn === at ? one : null));
      const likelihood = new ChainLikelihood(FEATURES, SITUATIONS, [{ turns: chain.turns, correct }]);
      const value = likelihood.evaluate(weights, new Float64Array(likelihood.size));
      const chance = (expected[at] ?? []).reduce((sum, one, place) => sum + (correct[at]?.[place] ? one : 0), 0);
      expect(Math.exp(value)).toBeCloseTo(chance, 10);
    }
  });

  it('has the gradient that finite differences show', () => {
    const likelihood = new ChainLikelihood(FEATURES, SITUATIONS, [chain]);
    const gradient = new Float64Array(likelihood.size);
    likelihood.evaluate(weights, gradient);
    const slopeAlong = (direction: (at: number) => number): number => {
      const valueAt = (length: number): number =>
        likelihood.evaluate(
          weights.map((weight, at) => weight + length * direction(at)),
          new Float64Array(likelihood.size),
        );
      return (valueAt(1e-4) - valueAt(-1e-4)) / 2e-4;
    };
    const used = [...gradient.keys()].filter((at) => Math.abs(gradient[at] ?? 0) > 0.01);
    expect(used.length).toBeGreaterThan(50);
    for (const at of used.slice(0, 60))
      expect(slopeAlong((one) => (one === at ? 1 : 0))).toBeCloseTo(gradient[at] ?? 0, 5);
    // All at once, in two directions.
    for (const step of [1.3, 2.9]) {
      const direction = (at: number): number => Math.cos(at * step);
      const expected = gradient.reduce((sum, one, at) => sum + one * direction(at), 0);
      expect(slopeAlong(direction)).toBeCloseTo(expected, 4);
    }
  });
});

describe('fitting', () => {
  it('finds the maximum of a function', () => {
    const point = maximise((at, gradient) => {
      const [x = 0, y = 0] = at;
      gradient.set([-2 * (x - 3) - y, -20 * (y + 1) - x]);
      return -((x - 3) ** 2) - 10 * (y + 1) ** 2 - x * y;
    }, new Float64Array(2));
    expect(point[0]).toBeCloseTo(140 / 39, 3);
    expect(point[1]).toBeCloseTo(-46 / 39, 3);
  });

  it('raises the likelihood with each step, and gives the same weights each time', () => {
    const values: number[] = [];
    const report = (_: number, value: number): void => void values.push(value);
    const table = fitTable([chain], SITUATIONS, { report });
    expect(values.length).toBeGreaterThan(3);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(fitTable([chain], SITUATIONS)).toEqual(table);
  });

  it('gives a sign that always tells a large weight, and one that never does a small one', () => {
    const persons = [{ ...NARRATOR_PERSON }, { ...NARRATOR_PERSON }];
    const turnOf = (right: number): ChainTurn => ({
      candidates: persons.map((person, at) => ({
        person,
        features: new Map<Feature, number>([['often', 1], ...(at === right ? [['subject', 1] as const] : [])]),
      })),
      gap: Number.POSITIVE_INFINITY,
      situation: 'apart',
      addressed: new Set(),
      called: null,
      isInside: false,
      isBare: false,
      isBehindTag: false,
      isTagged: false,
      isAnswer: false,
      isCrowd: false,
      isReply: false,
      isOther: false,
      isPair: false,
    });
    const turns = Array.from({ length: 60 }, (_, at) => turnOf(at % 2));
    const told: AnnotatedChain = { turns, correct: turns.map((_, at) => [at % 2 === 0, at % 2 === 1]) };
    const { all } = fitTable([told], []);
    expect(all.subject).toBeGreaterThan(2);
    expect(all.often).toBe(0);
    expect(fitTable([{ turns, correct: turns.map(() => null) }], []).all.subject).toBe(0);
  });

  it('fits all readings of a novel', () => {
    const lines: string[] = [];
    const { first, later } = fitWeights([novel], (line) => lines.push(line));
    expect(Object.keys(later.all)).toEqual(FEATURES);
    expect(Object.keys(later.inSituation)).toEqual(SITUATIONS);
    expect(Object.keys(first.inSituation)).toEqual([]);
    expect(Object.values(later.all).every(Number.isFinite)).toBe(true);
    // Set by hand.
    expect(later.all.addressed).toBe(SPEAKER_WEIGHTS.later.all.addressed);
    expect(lines).not.toEqual([]);
  });
});

describe('the weights of attribution', () => {
  const { first, later } = SPEAKER_WEIGHTS;

  it.each([
    ['first', first],
    ['later', later],
    ...Object.entries(later.inSituation).map(([name, all]) => [name, { all }] as const),
  ] as const)('are numbers of signs that exist: %s', (_, { all }) => {
    expect(Object.keys(all).filter((feature) => !FEATURES.some((known) => known === feature))).toEqual([]);
    expect(Object.values(all).filter((weight) => !(Math.abs(weight) < 10))).toEqual([]);
  });
});
