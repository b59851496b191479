import type { ConsentDecision, VoiceConsent } from '../model/consent.ts';
import type { DeliveryWords } from './delivery-words.ts';

/** Returns what is wrong with the consent to a voice, or null if it is valid. `lines` is a number of lines with takes. */
export function consentProblemText(
  tDelivery: DeliveryWords,
  { name: voice, state, lines }: Pick<VoiceConsent, 'name' | 'state'> & { readonly lines: number },
): string | null {
  return state === 'valid' ? null : tDelivery(`consent.problem.${state}`, { voice, lines });
}

export const decisionText = (
  tDelivery: DeliveryWords,
  { name: voice, about, reason, decidedBy, decidedAt }: ConsentDecision,
): string =>
  tDelivery(`consent.decided.${about}`, {
    voice,
    reason,
    decidedBy,
    day: new Date(decidedAt).toISOString().slice(0, 10),
  });
