import type { Evidence } from '../../../shared/model/speaker-choices.ts';
import { BookNames } from './book-names.ts';
import type { Person } from './character-name.ts';
import { NARRATOR_PERSON } from './characters.ts';
import { isRelation } from './mentions.ts';
import { passageOf } from './passages.ts';
import { findQuotations, type Quotation } from './quotations.ts';
import { likelihoods, MAX_GAP_LENGTH } from './speaker-chain.ts';
import { FeatureReader } from './speaker-features.ts';
import { SPEAKER_WEIGHTS, type SpeakerWeights } from './speaker-weights.ts';
import type { SpeechTag } from './speech-tags.ts';
import { talkShares } from './talk-share.ts';
import { type QuotedTurn, TurnReader, type Utterance } from './turns.ts';

export interface Attribution extends Quotation {
  /** Null for an unknown speaker or the first-person narrator. */
  readonly speaker: string | null;
  /** Probability from 0 to 1. */
  readonly confidence: number;
  readonly evidence: Evidence;
  /** The name or description in the speech tag, without a determiner. */
  readonly called: string | null;
  /** Indices of the conversation and the turn; -1 if the quotation isn't speech. */
  readonly talk: number;
  readonly turn: number;
}

export interface BookSpeaker extends Pick<Person, 'name' | 'gender'> {
  readonly forms: ReadonlySet<string>;
}

/** Minimum confidence for assigning a quotation to its speaker. */
export const CLAIMED_FROM = 0.85;

/**
 * Attributes the quotations in each paragraph. Null in the list stands for a heading or a pause, which separates
 * scenes.
 */
export const attributeQuotations = (paragraphs: readonly (string | null)[]): Attribution[][] =>
  attributeBook(paragraphs).attributions;

/** Attributes the quotations in each paragraph, and lists the book's speakers, most frequent first. */
export function attributeBook(paragraphs: readonly (string | null)[], weights: SpeakerWeights = SPEAKER_WEIGHTS) {
  const { passages, book, reader } = readTurns(paragraphs);
  const likely = estimateSpeakers(reader.turns, book.isFirstPerson, weights);
  const attributions = passages.map((passage, at) =>
    (passage?.quotations ?? []).map((quotation, place) =>
      attributeQuotation(quotation, reader.utterances[at]?.[place], likely),
    ),
  );
  const speakers: readonly BookSpeaker[] = book.characters.speakers();
  return { attributions, speakers };
}

export function readTurns(paragraphs: readonly (string | null)[]) {
  const quotations = findQuotations(paragraphs);
  const passages = paragraphs.map((text, at) => (text === null ? null : passageOf(text, quotations[at] ?? [])));
  const book = new BookNames(passages);
  const reader = new TurnReader(book);
  reader.read(passages);
  return { passages, book, reader };
}

/** Each rereading starts from the probable speakers found in the previous reading. */
export const REREADINGS = 2;

function estimateSpeakers(turns: readonly QuotedTurn[], isFirstPerson: boolean, weights: SpeakerWeights) {
  const featureReader = new FeatureReader(turns, isFirstPerson);
  let chain = featureReader.read();
  let likely = likelihoods(chain, weights.first);
  for (let reading = 0; reading < REREADINGS; reading += 1) {
    chain = featureReader.read(talkShares(chain, likely));
    likely = likelihoods(chain, weights.later);
  }
  let talk = 0;
  const speakers = turns.map((turn, at) => {
    if (turn.gap > MAX_GAP_LENGTH) talk = at;
    const known = (chain[at]?.candidates ?? [])
      .map(({ person }, place) => ({ person, probability: likely[at]?.[place] ?? 0 }))
      .filter(({ person, probability }) => person !== null && probability > 0);
    const [best = { person: null, probability: 0 }] = known.toSorted((a, b) => b.probability - a.probability);
    return [turn, { ...best, evidence: evidenceOf(turn, best.person, turns[at - 1]), talk, turn: at }] as const;
  });
  return new Map(speakers);
}

type SpeakerEstimates = ReturnType<typeof estimateSpeakers>;

function evidenceOf(turn: QuotedTurn, person: Person | null, last: QuotedTurn | undefined): Evidence {
  const { cue, addressed, gap } = turn;
  if (person === null) return 'none';
  if (cue?.kind === 'told') return person === NARRATOR_PERSON ? 'pronoun' : 'name';
  if (cue?.kind === 'pronoun' || cue?.kind === 'description') return cue.kind;
  if (cue?.kind === 'action' && cue.person === person) return 'action';
  return addressed.size > 0 || (gap < 1 && last?.addressed.has(person)) ? 'vocative' : 'alternation';
}

/** Scales log odds, because the model is overconfident on unseen novels. */
const LOG_ODDS_SCALE = 0.85;
/**
 * Factors for a quotation's confidence relative to its turn: `own` if the quotation has a speech tag, `beside` if it
 * has none, `open` if it is unclosed.
 */
const QUOTATION_CONFIDENCE = { own: 0.99, beside: 0.98, open: 0.8 } as const;

function attributeQuotation(
  quotation: Quotation,
  utterance: Utterance | undefined,
  likely: SpeakerEstimates,
): Attribution {
  const found = utterance?.turn ? likely.get(utterance.turn) : undefined;
  if (!utterance?.turn || found === undefined) {
    const evidence = utterance?.isSpeech === false ? 'mention' : 'none';
    return { ...quotation, speaker: null, confidence: 0, evidence, called: null, talk: -1, turn: -1 };
  }
  const { person, probability, evidence, talk, turn } = found;
  const [{ cue }, { tag }] = [utterance.turn, utterance];
  const isOwn = cue === null || (tag !== null && (tag.kind === 'tag') === (cue.kind !== 'action'));
  const turnConfidence = cue?.kind === 'told' ? cue.confidence : calibrate(probability);
  const confidence =
    turnConfidence *
    (isOwn ? QUOTATION_CONFIDENCE.own : QUOTATION_CONFIDENCE.beside) *
    (quotation.isWhole ? 1 : QUOTATION_CONFIDENCE.open);
  return {
    ...quotation,
    speaker: person === null || person === NARRATOR_PERSON ? null : person.name,
    confidence: person === null ? 0 : Math.round(confidence * 1000) / 1000,
    evidence: person !== null && !isOwn ? 'same-paragraph' : evidence,
    called: tagText(tag),
    talk,
    turn,
  };
}

function calibrate(probability: number): number {
  const [yes, no] = [probability ** LOG_ODDS_SCALE, (1 - probability) ** LOG_ODDS_SCALE];
  return yes / (yes + no);
}

function tagText(tag: SpeechTag | null): string | null {
  if (tag?.kind !== 'tag' || isRelation(tag.tokens, tag.mention)) return null;
  return tag.mention.kind === 'name' || tag.mention.kind === 'description' ? tag.mention.form : null;
}
