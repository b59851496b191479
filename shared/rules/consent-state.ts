import type { ConsentDecision, ConsentRecord, ConsentState, VoiceIdentity } from '../model/consent.ts';

/** Returns the local date in ISO 8601. `now` is in milliseconds since the epoch. */
export function localDate(now: number): string {
  const date = new Date(now);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export const isSameVoice = (a: VoiceIdentity, b: VoiceIdentity): boolean =>
  a.voice === b.voice && a.origin === b.origin && a.userId === b.userId;

/** Returns the consent records for a voice, oldest first. */
export const consentsOf = (records: readonly ConsentRecord[], identity: VoiceIdentity): ConsentRecord[] =>
  records.filter(({ voice, connection }) => voice !== null && isSameVoice({ ...connection, voice }, identity));

/** One valid record is enough. Otherwise, the latest record determines the state. */
export function consentState(records: readonly ConsentRecord[], now: number): ConsentState {
  const today = localDate(now);
  const states = records.map(({ withdrawal, validUntil }): ConsentState => {
    if (withdrawal !== null) return 'withdrawn';
    return validUntil !== null && validUntil < today ? 'expired' : 'valid';
  });
  return states.includes('valid') ? 'valid' : (states.at(-1) ?? 'missing');
}

/** Returns the latest decision that applies to a voice in this state. */
export const decisionFor = (
  decisions: readonly ConsentDecision[],
  identity: VoiceIdentity,
  state: ConsentState,
): ConsentDecision | null =>
  decisions.findLast((decision) => decision.about === state && isSameVoice(decision, identity)) ?? null;
