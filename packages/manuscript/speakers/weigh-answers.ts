import type { Evidence, ModelSpeaker, OtherSpeaker } from '../../../shared/model/speaker-choices.ts';
import { type Attribution, CLAIMED_FROM } from './attribute.ts';
import { locateQuotations, toRoleName } from './speaker-choices.ts';

export interface IdentifiedQuotation extends Attribution {
  readonly id: string;
  readonly passage: number;
}

export interface WeighedAttribution extends Attribution {
  readonly otherwise?: OtherSpeaker;
}

/**
 * Maximum confidence in a model's answer without and with agreement from the rules. Limited because models are
 * overconfident.
 */
const MAX_CONFIDENCE = { alone: 0.9, agreed: 0.99 } as const;
/** Maximum confidence if the rules and the model are each sure of a different speaker. */
const MAX_IN_CONFLICT = 0.6;
/** Evidence that a model's answer can't overrule. */
const EXPLICIT_EVIDENCE: ReadonlySet<Evidence> = new Set(['name', 'description']);

/**
 * Combines the rules' results with the model's answers, keyed by id. In a conflict, a tag that names the speaker
 * takes precedence; otherwise, the model's answer does.
 */
export function withAnswers(
  quotations: readonly IdentifiedQuotation[],
  modelAnswers: Readonly<Record<string, ModelSpeaker>> = {},
): readonly (IdentifiedQuotation & WeighedAttribution)[] {
  const ids = quotations.map(({ id }) => id);
  const answers = new Map(
    Array.from(locateQuotations(ids, Object.keys(modelAnswers)).places, ([id, at]) => [at, modelAnswers[id]]),
  );
  return quotations.map((quotation, at) => {
    const answer = answers.get(at);
    // Quoted words that aren't speech have no speaker.
    if (answer === undefined || quotation.evidence === 'mention') return quotation;
    return { ...quotation, ...weighAnswer(quotation, answer) };
  });
}

function weighAnswer(
  found: Attribution,
  { speaker, confidence: modelAnswers }: ModelSpeaker,
): Partial<WeighedAttribution> {
  const alone = Math.min(MAX_CONFIDENCE.alone, modelAnswers);
  if (found.evidence === 'none') return { speaker, confidence: alone, evidence: 'model' };
  const byRules = found.speaker === null ? null : toRoleName(found.speaker);
  if (byRules === speaker) {
    const both = Math.round((1 - (1 - alone) * (1 - found.confidence)) * 1000) / 1000;
    return {
      speaker,
      confidence: Math.max(found.confidence, Math.min(MAX_CONFIDENCE.agreed, both)),
      evidence: 'model',
    };
  }
  const isClaimed = found.confidence >= CLAIMED_FROM;
  if (isClaimed && EXPLICIT_EVIDENCE.has(found.evidence)) {
    return { confidence: MAX_IN_CONFLICT, otherwise: { speaker, by: 'model' } };
  }
  const confidence = isClaimed ? Math.min(MAX_IN_CONFLICT, alone) : alone;
  return { speaker, confidence, evidence: 'model', otherwise: { speaker: byRules, by: 'rules' } };
}
