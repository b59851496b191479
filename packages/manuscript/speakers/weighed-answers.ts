// A model's answers, weighed against what the rules found: which of the two is believed, and how far.

import type { Evidence, OtherSpeaker, ToldSpeaker } from '../../../shared/model/speaker-choices.ts';
import { type Attribution, CLAIMED_FROM } from './attribute.ts';
import { placesOf, roleNameOf } from './speaker-choices.ts';

/** An attribution by rules, by a model, or by both. */
export interface WeighedAttribution extends Attribution {
  readonly otherwise?: OtherSpeaker;
}

/** How sure an answer alone is at most, and one with which the rules agree: models are surer of themselves than they are right. */
const SUREST = { alone: 0.9, agreed: 0.99 } as const;
/** How sure either is at most, where model and rules claim different speakers: both remain for a person to decide. */
const IN_CONFLICT = 0.6;
/** Evidence that names the speaker beside the quotation: a model that says another one is not believed. */
const EXPLICIT: ReadonlySet<Evidence> = new Set(['name', 'description']);

/**
 * Puts a model's answers in the place of what the rules found.
 *
 * Where the rules found nothing sure, the answer counts. Where both agree, both are surer. Where both are sure of
 * different speakers, the quotation is doubtful: the text's own tag comes first, else the answer.
 *
 * @param attributions of each paragraph @param ids of all quotations, in order
 */
export function withAnswers(
  attributions: readonly (readonly Attribution[])[],
  ids: readonly string[],
  told: Readonly<Record<string, ToldSpeaker>> = {},
): readonly (readonly WeighedAttribution[])[] {
  const { places } = placesOf(ids, Object.keys(told));
  if (places.size === 0) return attributions;
  const answers = new Map(Array.from(places, ([id, at]) => [at, told[id]]));
  let index = -1;
  return attributions.map((all) =>
    all.map((attribution) => {
      index += 1;
      const answer = answers.get(index);
      return answer === undefined ? attribution : weighed(attribution, answer);
    }),
  );
}

function weighed(found: Attribution, { speaker: answer, confidence: told }: ToldSpeaker): WeighedAttribution {
  // Words that are only quoted have no speaker, whatever a model answers.
  if (found.evidence === 'mention') return found;
  const speaker = found.speaker === null ? null : roleNameOf(found.speaker);
  const isFound = found.evidence !== 'none';
  const alone = Math.min(SUREST.alone, told);
  if (!isFound) return { ...found, speaker: answer, confidence: alone, evidence: 'model' };
  if (speaker === answer) {
    const both = 1 - (1 - alone) * (1 - found.confidence);
    const confidence = Math.min(SUREST.agreed, Math.round(both * 1000) / 1000);
    return { ...found, speaker: answer, confidence: Math.max(found.confidence, confidence), evidence: 'model' };
  }
  const isClaimed = found.confidence >= CLAIMED_FROM;
  if (isClaimed && EXPLICIT.has(found.evidence)) {
    return { ...found, confidence: IN_CONFLICT, otherwise: { speaker: answer, by: 'model' } };
  }
  return {
    ...found,
    speaker: answer,
    confidence: isClaimed ? Math.min(IN_CONFLICT, alone) : alone,
    evidence: 'model',
    otherwise: { speaker, by: 'rules' },
  };
}
