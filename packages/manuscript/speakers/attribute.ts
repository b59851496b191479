// Who says each quotation of a prose text, as far as its words tell.

import type { Evidence } from '../../../shared/model/speaker-choices.ts';
import { BookNames } from './book-names.ts';
import type { Person } from './character-name.ts';
import { NARRATING } from './characters.ts';
import { isRelation } from './mentions.ts';
import { passageOf } from './passages.ts';
import { findQuotations, type Quotation } from './quotations.ts';
import { LONGEST_GAP, likelihoods } from './speaker-chain.ts';
import { SignReader } from './speaker-signs.ts';
import { FIRST_WEIGHTS, SECOND_WEIGHTS } from './speaker-weights.ts';
import type { SpeechTag } from './speech-tags.ts';
import { talkShares } from './talk-share.ts';
import { type QuotedTurn, TurnReader, type Utterance } from './turns.ts';

/** A quotation, and who says it. */
export interface Attribution extends Quotation {
  /** Null where nothing tells, or where it is the narrator, in the first person. */
  readonly speaker: string | null;
  /** 0 to 1: how likely the speaker is right. */
  readonly confidence: number;
  readonly evidence: Evidence;
  /** What the tag beside it calls who says it, without a determiner; null where none names or describes anybody. */
  readonly called: string | null;
  /** Numbers of the conversation and of the turn in it; -1 where it is not said. */
  readonly talk: number;
  readonly turn: number;
}

/** Somebody who speaks in a book. */
export interface BookSpeaker extends Pick<Person, 'name' | 'gender'> {
  /** All that the text calls them, the name among it. */
  readonly forms: ReadonlySet<string>;
}

/** From here on a speaker counts as known. */
export const CLAIMED_FROM = 0.85;

/**
 * Tells who says each quotation.
 *
 * @param paragraphs null for what parts scenes: a heading, a pause
 * @returns for each paragraph its quotations, in order
 */
export const attributeQuotations = (paragraphs: readonly (string | null)[]): Attribution[][] =>
  attributeBook(paragraphs).attributions;

/** As `attributeQuotations`, with those who speak. */
export function attributeBook(paragraphs: readonly (string | null)[]): {
  readonly attributions: Attribution[][];
  readonly speakers: readonly BookSpeaker[];
} {
  const quotations = findQuotations(paragraphs);
  const passages = paragraphs.map((text, at) => (text === null ? null : passageOf(text, quotations[at] ?? [])));
  const book = new BookNames(passages);
  const reader = new TurnReader(book);
  reader.read(passages);
  const tellings = tellingsOf(reader.turns, book.isFirstPerson);
  const attributions = passages.map((passage, at) =>
    (passage?.quotations ?? []).map((quotation, place) =>
      attributionOf(quotation, reader.utterances[at]?.[place], tellings),
    ),
  );
  return { attributions, speakers: book.characters.speakers() };
}

/** Who most likely speaks at a turn. */
interface Telling {
  readonly person: Person | null;
  readonly likelihood: number;
  readonly evidence: Evidence;
  readonly talk: number;
  readonly turn: number;
}

/** How often all turns are read again, knowing who most likely speaks around each. */
const MORE_READINGS = 2;

function tellingsOf(turns: readonly QuotedTurn[], isFirstPerson: boolean): ReadonlyMap<QuotedTurn, Telling> {
  const signs = new SignReader(turns, isFirstPerson);
  let chain = signs.read();
  let likely = likelihoods(chain, FIRST_WEIGHTS);
  for (let reading = 0; reading < MORE_READINGS; reading += 1) {
    chain = signs.read(talkShares(chain, likely));
    likely = likelihoods(chain, SECOND_WEIGHTS);
  }
  const tellings = new Map<QuotedTurn, Telling>();
  let talk = 0;
  for (const [at, turn] of turns.entries()) {
    if (turn.gap > LONGEST_GAP) talk = at;
    const { candidates = [] } = chain[at] ?? {};
    const chances = likely[at] ?? [];
    let [person, likelihood]: [Person | null, number] = [null, 0];
    for (const [place, candidate] of candidates.entries()) {
      const chance = chances[place] ?? 0;
      if (candidate.person !== null && chance > likelihood) [person, likelihood] = [candidate.person, chance];
    }
    const evidence = person === null ? 'none' : evidenceOf(turn, person, turns[at - 1]);
    tellings.set(turn, { person, likelihood, evidence, talk, turn: at });
  }
  return tellings;
}

/** What tells most of who speaks. */
function evidenceOf({ cue, addressed, gap }: QuotedTurn, person: Person, last: QuotedTurn | undefined): Evidence {
  if (cue?.kind === 'told') return person === NARRATING ? 'pronoun' : 'name';
  if (cue?.kind === 'pronoun' || cue?.kind === 'description') return cue.kind;
  if (cue?.kind === 'action' && cue.person === person) return 'action';
  return addressed.size > 0 || (gap < 1 && last?.addressed.has(person)) ? 'vocative' : 'alternation';
}

/** How much of the logarithm of its odds a likelihood keeps: readings are right less often than they are sure. */
const SOBERING = 0.85;

function sobered(likelihood: number): number {
  const [is, isNot] = [likelihood ** SOBERING, (1 - likelihood) ** SOBERING];
  return is / (is + isNot);
}

/** How much less sure a quotation is than its turn, by what stands beside it. */
const SURE = { own: 0.99, beside: 0.98, torn: 0.8 } as const;

function attributionOf(
  quotation: Quotation,
  utterance: Utterance | undefined,
  tellings: ReadonlyMap<QuotedTurn, Telling>,
): Attribution {
  const telling = utterance?.turn ? tellings.get(utterance.turn) : undefined;
  if (!utterance?.turn || telling === undefined) {
    const evidence = utterance?.isSpeech === false ? 'mention' : 'none';
    return { ...quotation, speaker: null, confidence: 0, evidence, called: null, talk: -1, turn: -1 };
  }
  const { person, likelihood, evidence, talk, turn } = telling;
  const { cue } = utterance.turn;
  const isOwn = utterance.tag !== null && (utterance.tag.kind === 'tag') === (cue?.kind !== 'action');
  const told = cue?.kind === 'told' ? cue.confidence : sobered(likelihood);
  const confidence = told * (isOwn || cue === null ? SURE.own : SURE.beside) * (quotation.isWhole ? 1 : SURE.torn);
  return {
    ...quotation,
    speaker: person === null || person === NARRATING ? null : person.name,
    confidence: person === null ? 0 : Math.round(confidence * 1000) / 1000,
    evidence: person !== null && !isOwn && cue !== null ? 'same-paragraph' : evidence,
    called: calledIn(utterance.tag),
    ...{ talk, turn },
  };
}

function calledIn(tag: SpeechTag | null): string | null {
  if (tag?.kind !== 'tag' || isRelation(tag.tokens, tag.mention)) return null;
  return tag.mention.kind === 'name' || tag.mention.kind === 'description' ? tag.mention.form : null;
}
