// Combines the answers of a model with what the rules found.

import type { Evidence, OtherSpeaker, ToldSpeaker } from '../../../shared/model/speaker-choices.ts';
import { type Attribution, CLAIMED_FROM } from './attribute.ts';
import { placesOf, roleNameOf } from './speaker-choices.ts';

/** A quotation with its id, and the index of its paragraph. */
export interface IdentifiedQuotation extends Attribution {
  readonly id: string;
  readonly passage: number;
}

/** An attribution by the rules, by a model, or by both. */
export interface WeighedAttribution extends Attribution {
  readonly otherwise?: OtherSpeaker;
}

/** The highest confidence of an answer alone, and of one with which the rules agree: models are overconfident. */
const MOST = { alone: 0.9, agreed: 0.99 } as const;
/** The highest confidence if the rules and the model are sure of different speakers. */
const MOST_IN_CONFLICT = 0.6;
/** Evidence in the text that no model overrules. */
const EXPLICIT: ReadonlySet<Evidence> = new Set(['name', 'description']);

/**
 * Combines the quotations of a book with the answers of a model, by id.
 *
 * If the rules found nothing, the answer counts. If both agree, the confidence is higher. If both are sure of different
 * speakers, the quotation is doubtful: the tag comes first if it names the speaker, otherwise the answer.
 */
export function withAnswers(
  quotations: readonly IdentifiedQuotation[],
  told: Readonly<Record<string, ToldSpeaker>> = {},
): readonly (IdentifiedQuotation & WeighedAttribution)[] {
  const ids = quotations.map(({ id }) => id);
  const answers = new Map(Array.from(placesOf(ids, Object.keys(told)).places, ([id, at]) => [at, told[id]]));
  return quotations.map((quotation, at) => {
    const answer = answers.get(at);
    // Words that are only quoted have no speaker, whatever a model answers.
    if (answer === undefined || quotation.evidence === 'mention') return quotation;
    return { ...quotation, ...weighed(quotation, answer) };
  });
}

function weighed(found: Attribution, { speaker, confidence: told }: ToldSpeaker): Partial<WeighedAttribution> {
  const alone = Math.min(MOST.alone, told);
  if (found.evidence === 'none') return { speaker, confidence: alone, evidence: 'model' };
  const byRules = found.speaker === null ? null : roleNameOf(found.speaker);
  if (byRules === speaker) {
    const both = Math.round((1 - (1 - alone) * (1 - found.confidence)) * 1000) / 1000;
    return { speaker, confidence: Math.max(found.confidence, Math.min(MOST.agreed, both)), evidence: 'model' };
  }
  const isClaimed = found.confidence >= CLAIMED_FROM;
  if (isClaimed && EXPLICIT.has(found.evidence)) {
    return { confidence: MOST_IN_CONFLICT, otherwise: { speaker, by: 'model' } };
  }
  const confidence = isClaimed ? Math.min(MOST_IN_CONFLICT, alone) : alone;
  return { speaker, confidence, evidence: 'model', otherwise: { speaker: byRules, by: 'rules' } };
}
