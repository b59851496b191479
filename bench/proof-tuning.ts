// Fits the weights that turn evidence into scores to the tuning voices of `proof-takes.ts`; see docs/proof.md. Requires
// Festival with its voices kal and pc. Run it after changing the sound classifier or a feature.
//   node scripts/run.mjs bench/proof-tuning.ts
import { writeFileSync } from 'node:fs';
import { applyWeights, SUSPICIOUS_SCORE } from '../packages/audio/alignment/fault-score.ts';
import { EXPLANATIONS, type Explanation, type LinearWeights } from '../packages/audio/alignment/fault-weights.ts';
import { FEATURES } from '../packages/audio/alignment/line-evidence.ts';
import { evidenceFrames, type PreparedLine } from '../packages/audio/alignment/prepared-line.ts';
import {
  describeLowerHalf,
  examineHeldOut,
  examineLine,
  learnUnknownCosts,
  learnVoice,
  median,
  unknownVoice,
  type VoiceModel,
} from '../packages/audio/alignment/voice-model.ts';
import { at } from '../shared/rules/at.ts';
import { listRecalls, type RankedTake } from './proof.ts';
import {
  BENCH_VOICES,
  type BenchTake,
  cachedTakes,
  type PlantedFault,
  prepareTakes,
  type VoiceTakes,
} from './proof-takes.ts';

const WEIGHTS = new URL('../packages/audio/alignment/fault-weights.json', import.meta.url);
const STEPS = 4000;
const STEP_SIZE = 0.5;
/** Strength of the normal prior on weights of standardised features. */
const PRIOR = 0.002;
const EXPLANATION_PRIOR = 0.01;
/** Minimum weight of a standardised feature, so that faults unlike the planted ones are also found. */
const MIN_WEIGHT = 0.1;
/** Share of the clean short lines that may be suspicious. */
const MAX_FALSE_SHORT = 0.02;
const FRAMES_STEP = 10;
const MAX_ENOUGH_FRAMES = 400;

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

/**
 * Fits a logistic regression in which both classes have the same total weight, by gradient descent.
 * @param minWeight returns the minimum weight of a standardised feature, given its index
 */
function fitLogistic(
  rows: readonly (readonly number[])[],
  isPositive: readonly boolean[],
  prior: number,
  minWeight: (feature: number) => number,
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
    for (const [feature, slope] of gradient.entries()) {
      const weight = at(weights, feature) - STEP_SIZE * (slope + prior * at(weights, feature));
      weights[feature] = Math.max(minWeight(feature), weight);
    }
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

/** Limits weights, so that evidence of a fault never lowers the score. The number of words isn't evidence. */
const fitFaults = (examples: readonly Example[]): LinearWeights =>
  fitLogistic(
    examples.map(({ features }) => features),
    examples.map(({ fault }) => fault !== null),
    PRIOR,
    (feature) => (isRelative(feature) ? MIN_WEIGHT : -Infinity),
  );

const mean = (lists: readonly (readonly number[])[]): number[] =>
  at(lists, 0).map((_, index) => rounded(lists.reduce((sum, list) => sum + at(list, index), 0) / lists.length));

/** Training data for the weights from one tuning voice. */
interface TunedVoice {
  readonly name: string;
  /** Medians and lower standard deviations of the learnt lines' features, each examined with the other half of the lines. */
  readonly centres: readonly number[];
  readonly spreads: readonly number[];
  /** Medians of the features if the voice is unknown. */
  readonly unknownCentres: readonly number[];
  readonly learnt: readonly Example[];
  readonly unknown: readonly Example[];
  /** The lines learnt. */
  readonly own: readonly Example[];
  readonly short: readonly (Example & { readonly frames: number })[];
}

interface VoiceSounds {
  readonly name: string;
  readonly takes: VoiceTakes;
  readonly learning: readonly PreparedLine[];
  readonly unknownCosts: readonly number[];
}

const centred = (features: Float32Array, centres: readonly number[]): number[] =>
  Array.from(features, (value, feature) => (isRelative(feature) ? value - at(centres, feature) : value));

async function examineVoice({ name, takes, learning }: VoiceSounds, unknown: VoiceModel): Promise<TunedVoice> {
  const testing = await prepareTakes(takes.testing);
  const short = await prepareTakes(takes.short);
  const model = learnVoice(learning);
  const own = examineHeldOut(learning).map(({ features }) => features);
  const columns = FEATURES.map((_, feature) => describeLowerHalf(own.map((features) => at(features, feature))));
  const centres = columns.map(({ centre }) => centre);
  const plain = learning.map((line) => examineLine(line, unknown).features);
  const unknownCentres = FEATURES.map((_, feature) => median(plain.map((features) => at(features, feature))));
  const example = (list: readonly BenchTake[], index: number, features: readonly number[]): Example => ({
    features,
    fault: at(list, index).fault,
  });
  const examine = (line: PreparedLine): number[] => centred(examineLine(line, model).features, centres);
  return {
    name,
    centres,
    spreads: columns.map(({ spread }) => spread),
    unknownCentres,
    learnt: testing.map((line, index) => example(takes.testing, index, examine(line))),
    unknown: testing.map((line, index) =>
      example(takes.testing, index, centred(examineLine(line, unknown).features, unknownCentres)),
    ),
    own: own.map((features, index) => example(takes.learning, index, centred(features, centres))),
    short: short.map((line, index) => ({
      ...example(takes.short, index, examine(line)),
      frames: evidenceFrames(line),
    })),
  };
}

const scoresOf = (examples: readonly Example[], weights: LinearWeights): number[] =>
  examples.map(({ features }) => applyWeights(Float32Array.from(features), weights));

/** Prints how well weights fitted to three voices rank the takes of the fourth. */
function printCrossValidation(voices: readonly TunedVoice[]): void {
  const rank = (kind: 'learnt' | 'unknown', isCentred: boolean): RankedTake[] =>
    voices.flatMap((voice) => {
      const weights = fitFaults(voices.filter((other) => other !== voice).flatMap((other) => other[kind]));
      const centre = isCentred ? median(scoresOf(voice.own, weights)) : 0;
      const scores = scoresOf(voice[kind], weights);
      return voice[kind].map((take, index) => ({ take, score: at(scores, index) - centre }));
    });
  console.log(
    'Each voice with weights fitted to the others; faults found at 2 / 5 / 10 false findings per 100 clean lines',
  );
  console.log(`  learnt: ${listRecalls(rank('learnt', true))}`);
  console.log(`  learnt, without scoreCentre: ${listRecalls(rank('learnt', false))}`);
  console.log(`  unknown: ${listRecalls(rank('unknown', false))}`);
}

/** Returns the lowest number of frames, in steps of ten, at which few enough clean short lines are suspicious. */
function findEnoughFrames(voices: readonly TunedVoice[], weights: LinearWeights): number {
  const scored = voices.flatMap((voice) => {
    const centre = median(scoresOf(voice.own, weights));
    const logOdds = scoresOf(voice.short, weights);
    return voice.short.map((take, index) => ({ ...take, excess: at(logOdds, index) - centre }));
  });
  const suspicious = (enough: number, isFaulty: boolean): number => {
    const kind = scored.filter(({ fault }) => (fault !== null) === isFaulty);
    const marked = kind.filter(({ excess, frames }) => excess * Math.min(1, frames / enough) > SUSPICIOUS_SCORE);
    return marked.length / kind.length;
  };
  let enough = FRAMES_STEP;
  while (enough < MAX_ENOUGH_FRAMES && suspicious(enough, false) > MAX_FALSE_SHORT) enough += FRAMES_STEP;
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  for (const frames of [FRAMES_STEP, enough])
    console.log(
      `Short lines with a full score from ${frames} frames: suspicious are ${percent(suspicious(frames, true))} of the ` +
        `faulty and ${percent(suspicious(frames, false))} of the clean ones`,
    );
  return enough;
}

const sounds: VoiceSounds[] = [];
for (const voice of BENCH_VOICES.filter(({ set }) => set === 'tuning')) {
  console.log(voice.name);
  const takes = await cachedTakes(voice);
  const learning = await prepareTakes(takes.learning);
  sounds.push({ name: voice.name, takes, learning, unknownCosts: Array.from(learnUnknownCosts(learning)) });
}
const unknownCosts = mean(sounds.map((voice) => voice.unknownCosts));
const unknown = { ...unknownVoice(), expectedCosts: Float32Array.from(unknownCosts) };
const voices: TunedVoice[] = [];
for (const voice of sounds) voices.push(await examineVoice(voice, unknown));

printCrossValidation(voices);
const learntExamples = voices.flatMap(({ learnt }) => learnt);
const faulty = learntExamples.filter(({ fault }) => fault !== null);
const explanations = Object.fromEntries(
  EXPLANATIONS.map((explanation) => [
    explanation,
    fitLogistic(
      faulty.map(({ features }) => features),
      faulty.map(({ fault }) => fault !== null && EXPLANATION_OF[fault] === explanation),
      EXPLANATION_PRIOR,
      () => -Infinity,
    ),
  ]),
);
const learnt = fitFaults(learntExamples);

const weights = {
  learnt,
  unknown: fitFaults(voices.flatMap((voice) => voice.unknown)),
  explanations,
  unknownCentres: mean(voices.map((voice) => voice.unknownCentres)),
  usualCentres: mean(voices.map(({ centres }) => centres)),
  usualSpreads: mean(voices.map(({ spreads }) => spreads)),
  unknownCosts,
  usualScoreCentre: rounded(median(voices.map(({ own }) => median(scoresOf(own, learnt))))),
  enoughFrames: findEnoughFrames(voices, learnt),
};
writeFileSync(WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`);
