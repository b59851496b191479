import { REREADINGS, readTurns } from '../attribute.ts';
import type { Person } from '../character-name.ts';
import { type ChainTurn, likelihoods } from '../speaker-chain.ts';
import { FeatureReader } from '../speaker-features.ts';
import {
  type Feature,
  type Situation,
  SPEAKER_WEIGHTS,
  type SpeakerWeights,
  type Weights,
  type WeightTable,
} from '../speaker-weights.ts';
import { talkShares } from '../talk-share.ts';
import type { QuotedTurn } from '../turns.ts';
import { alignQuotations, paragraphsOf } from './alignment.ts';
import { maximise } from './ascent.ts';
import { type AnnotatedChain, ChainLikelihood } from './chain-likelihood.ts';
import type { AnnotatedNovel } from './corpus.ts';
import { mostFrequent } from './evaluation.ts';

/** Precision of the normal prior, which has more influence where there is less data. */
const PRIOR = { all: 1, inSituation: 8 } as const;

/** README.md explains why these weights aren't fitted. */
const SET_BY_HAND: Weights = { addressed: -2.9 };

const FEATURES = Object.keys(SPEAKER_WEIGHTS.later.all) as Feature[];
const SITUATIONS = Object.keys(SPEAKER_WEIGHTS.later.inSituation) as Situation[];

/** @param value penalised log-likelihood */
type Report = (step: number, value: number) => void;

export interface TrainingNovel {
  readonly signs: FeatureReader;
  /** Null for turns without an annotation. */
  readonly isSpeaker: readonly (((person: Person) => boolean) | null)[];
}

export function trainingNovel(novel: AnnotatedNovel): TrainingNovel {
  const paragraphs = paragraphsOf(novel);
  const { passages, book, reader } = readTurns(paragraphs);
  const places = alignQuotations(
    novel,
    paragraphs,
    passages.map((passage) => passage?.quotations ?? []),
  );
  const annotated = new Map<QuotedTurn, Set<string | null>>();
  for (const [at, { speaker }] of novel.quotations.entries()) {
    const place = places[at];
    const turn = place && reader.utterances[place.paragraph]?.[place.quotation]?.turn;
    if (turn) annotated.set(turn, (annotated.get(turn) ?? new Set()).add(speaker));
  }
  const speakers = reader.turns.map((turn) => {
    const [speaker = null, another] = annotated.get(turn) ?? [];
    return another === undefined ? speaker : null;
  });
  const characters = charactersOf(reader.turns, speakers);
  return {
    signs: new FeatureReader(reader.turns, book.isFirstPerson),
    isSpeaker: speakers.map((speaker) =>
      speaker === null ? null : (person) => isCharacter(person, speaker, novel, characters),
    ),
  };
}

function charactersOf(
  turns: readonly QuotedTurn[],
  speakers: readonly (string | null)[],
): ReadonlyMap<Person, string | null> {
  const counts = new Map<Person, Map<string, number>>();
  for (const [at, { cue }] of turns.entries()) {
    const speaker = speakers[at] ?? null;
    const isTagged = cue?.kind === 'told' || cue?.kind === 'description';
    if (!isTagged || cue.person === null || speaker === null) continue;
    const characters = counts.get(cue.person) ?? new Map<string, number>();
    counts.set(cue.person, characters.set(speaker, (characters.get(speaker) ?? 0) + 1));
  }
  return new Map(Array.from(counts, ([person, characters]) => [person, mostFrequent(characters)]));
}

function isCharacter(
  person: Person,
  speaker: string,
  { namesOf }: AnnotatedNovel,
  characters: ReadonlyMap<Person, string | null>,
): boolean {
  const names = namesOf.get(speaker);
  const character = characters.get(person);
  if (character === speaker || names?.has(person.name.toLowerCase())) return true;
  return character === undefined && [...person.forms].some((form) => names?.has(form.toLowerCase()));
}

/** The “unknown” candidate is correct if none of the known candidates is. */
export function annotatedChain(turns: readonly ChainTurn[], { isSpeaker }: TrainingNovel): AnnotatedChain {
  const correct = turns.map(({ candidates }, at) => {
    const fits = isSpeaker[at];
    if (!fits || candidates.length < 2) return null;
    const known = candidates.map(({ person }) => person !== null && fits(person));
    return known.includes(true) ? known : candidates.map(({ person }) => person === null);
  });
  return { turns, correct };
}

/** @param readings how often each turn occurs in the chains */
export function fitTable(
  chains: readonly AnnotatedChain[],
  situations: readonly Situation[],
  { readings = 1, report }: { readonly readings?: number; readonly report?: Report } = {},
): WeightTable {
  const likelihood = new ChainLikelihood(FEATURES, situations, chains);
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let value = likelihood.evaluate(weights, gradient);
    for (const [at, weight] of weights.entries()) {
      const precision = readings * (at < FEATURES.length ? PRIOR.all : PRIOR.inSituation);
      value -= (precision / 2) * weight ** 2;
      gradient[at] = (gradient[at] ?? 0) - precision * weight;
    }
    return value;
  };
  return likelihood.toWeightTable(maximise(objective, new Float64Array(likelihood.size), report ? { report } : {}));
}

/** Fits the later readings jointly, because the third reading depends on the weights of the second. */
export function fitWeights(novels: readonly TrainingNovel[], report: (line: string) => void): SpeakerWeights {
  const reporter = (name: string) => (step: number, value: number) => {
    if (step % 10 === 0) report(`${name}: step ${step}, log-likelihood ${value.toFixed(1)}`);
  };
  const firstChains = novels.map(({ signs }) => signs.read());
  const first = fitTable(annotatedAs(novels, firstChains), [], { report: reporter('first reading') });
  const again = (chains: readonly ChainTurn[][], weights: WeightTable): ChainTurn[][] =>
    novels.map(({ signs }, at) => signs.read(talkShares(chains[at] ?? [], likelihoods(chains[at] ?? [], weights))));
  const second = again(firstChains, first);
  let readings = [second];
  let later = fitTable(annotatedAs(novels, second), SITUATIONS, { report: reporter('second reading') });
  for (let more = 1; more < REREADINGS; more += 1) {
    readings = [...readings, again(readings.at(-1) ?? [], later)];
    const chains = readings.flatMap((reading) => annotatedAs(novels, reading));
    later = fitTable(chains, SITUATIONS, { readings: readings.length, report: reporter(`readings 2 to ${more + 2}`) });
  }
  return { first, later: { ...later, all: { ...later.all, ...SET_BY_HAND } } };
}

const annotatedAs = (novels: readonly TrainingNovel[], chains: readonly ChainTurn[][]): AnnotatedChain[] =>
  novels.map((novel, at) => annotatedChain(chains[at] ?? [], novel));
