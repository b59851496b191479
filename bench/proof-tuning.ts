// Fits the weights that turn evidence into scores, to the tuning voices of `proof-takes.ts`; see docs/proof.md. Needs
// Festival with its voices kal and pc. Run it after the sound classifier or a feature has changed.
//   node scripts/run.mjs bench/proof-tuning.ts
import { writeFileSync } from 'node:fs';
import { EXPLANATIONS, type Explanation, type LinearWeights } from '../packages/audio/alignment/fault-weights.ts';
import { FEATURES } from '../packages/audio/alignment/line-evidence.ts';
import { SOUND_COUNT } from '../packages/audio/alignment/sound-classes.ts';
import {
  describeLowerHalf,
  examineHeldOut,
  examineLine,
  learnVoice,
  unknownVoice,
} from '../packages/audio/alignment/voice-model.ts';
import { at } from '../shared/rules/at.ts';
import { BENCH_VOICES, cachedTakes, type PlantedFault, prepareTakes, TAKE_COUNTS } from './proof-takes.ts';

const WEIGHTS = new URL('../packages/audio/alignment/fault-weights.json', import.meta.url);
const STEPS = 4000;
const STEP_SIZE = 0.5;
/** Strength of the normal prior on weights of standardised features. */
const PRIOR = 0.002;
const EXPLANATION_PRIOR = 0.01;

const EXPLANATION_OF: Readonly<Record<PlantedFault, Explanation>> = {
  skip1: 'skip',
  skip3: 'skip',
  'repeat-word': 'repeat',
  'repeat-phrase': 'repeat',
  insert: 'insert',
  noise: 'insert',
  replace: 'replace',
  garble: 'replace',
  'cut-end': 'cut',
  wrong: 'unrelated',
};

interface Example {
  /** Values of `FEATURES`, relative to the voice's centres except for the number of words. */
  readonly features: readonly number[];
  readonly fault: PlantedFault | null;
}

/** Fits a logistic regression in which both classes have the same total weight, by gradient descent. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  isPositive: readonly boolean[],
  prior: number,
): LinearWeights {
  const columns = FEATURES.map((_, feature) => rows.map((row) => at(row, feature)));
  const means = columns.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  const deviations = columns.map((values, feature) => {
    const squares = values.reduce((sum, value) => sum + (value - at(means, feature)) ** 2, 0);
    return Math.sqrt(squares / values.length) + 1e-6;
  });
  const scaled = rows.map((row) => row.map((value, feature) => (value - at(means, feature)) / at(deviations, feature)));
  const positives = isPositive.filter(Boolean).length;
  const weightOf = (positive: boolean): number => 0.5 / (positive ? positives : rows.length - positives);
  const weights = FEATURES.map(() => 0);
  let constant = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = FEATURES.map(() => 0);
    let constantGradient = 0;
    for (const [index, row] of scaled.entries()) {
      const logOdds = row.reduce((sum, value, feature) => sum + value * at(weights, feature), constant);
      const error = (1 / (1 + Math.exp(-logOdds)) - (isPositive[index] ? 1 : 0)) * weightOf(isPositive[index] ?? false);
      constantGradient += error;
      for (const [feature, value] of row.entries()) gradient[feature] = at(gradient, feature) + error * value;
    }
    for (const [feature, slope] of gradient.entries())
      weights[feature] = at(weights, feature) - STEP_SIZE * (slope + prior * at(weights, feature));
    constant -= STEP_SIZE * constantGradient;
  }
  const features = weights.map((weight, feature) => weight / at(deviations, feature));
  return {
    features: features.map(rounded),
    constant: rounded(constant - features.reduce((sum, weight, feature) => sum + weight * at(means, feature), 0)),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(5));

const isRelative = (feature: number): boolean => FEATURES[feature] !== 'words';

const fitFaults = (examples: readonly Example[]): LinearWeights =>
  fitLogistic(
    examples.map(({ features }) => features),
    examples.map(({ fault }) => fault !== null),
    PRIOR,
  );

const mean = (lists: readonly (readonly number[])[]): number[] =>
  at(lists, 0).map((_, index) => rounded(lists.reduce((sum, list) => sum + at(list, index), 0) / lists.length));

const learntExamples: Example[] = [];
const unknownExamples: Example[] = [];
const centres: number[][] = [];
const spreads: number[][] = [];
const unknownCentres: number[][] = [];
const unknownCosts: number[][] = [];

for (const voice of BENCH_VOICES.filter(({ set }) => set === 'tuning')) {
  console.log(voice.name);
  const { learning, testing } = await cachedTakes(voice, TAKE_COUNTS.tuning);
  const learnt = await prepareTakes(learning);
  const lines = await prepareTakes(testing);
  const model = learnVoice(learnt);
  const own = examineHeldOut(learnt);
  const columns = FEATURES.map((_, feature) => describeLowerHalf(own.map(({ features }) => at(features, feature))));
  const ownCentres = columns.map(({ centre }) => centre);
  centres.push(ownCentres);
  spreads.push(columns.map(({ spread }) => spread));
  const unknown = { ...unknownVoice(), expectedCosts: new Float32Array(SOUND_COUNT) };
  const plain = learnt.map((line) => examineLine(line, unknown));
  unknownCosts.push(Array.from(model.expectedCosts));
  const plainCentres = FEATURES.map((_, feature) =>
    describeLowerHalf(plain.map(({ features }) => at(features, feature))),
  ).map(({ centre }) => centre);
  unknownCentres.push(plainCentres);
  for (const [index, line] of lines.entries()) {
    const { fault } = at(testing, index);
    const relative = (features: Float32Array, base: readonly number[]): number[] =>
      Array.from(features, (value, feature) => (isRelative(feature) ? value - at(base, feature) : value));
    learntExamples.push({ features: relative(examineLine(line, model).features, ownCentres), fault });
    unknownExamples.push({ features: relative(examineLine(line, unknown).features, plainCentres), fault });
  }
}

const faulty = learntExamples.filter(({ fault }) => fault !== null);
const explanations = Object.fromEntries(
  EXPLANATIONS.map((explanation) => [
    explanation,
    fitLogistic(
      faulty.map(({ features }) => features),
      faulty.map(({ fault }) => fault !== null && EXPLANATION_OF[fault] === explanation),
      EXPLANATION_PRIOR,
    ),
  ]),
);

const weights = {
  learnt: fitFaults(learntExamples),
  unknown: fitFaults(unknownExamples),
  explanations,
  unknownCentres: mean(unknownCentres),
  usualCentres: mean(centres),
  usualSpreads: mean(spreads),
  unknownCosts: mean(unknownCosts),
};
writeFileSync(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`);
