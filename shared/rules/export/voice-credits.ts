import { isOwnVoice, isPackVoice } from '@lectern/tts-protocol';
import type { UsedVoice } from '../../model/voice-use.ts';

/** Returns the required credits, one per line. Voices in the same pack are credited once. */
export function voiceCredits(voices: readonly UsedVoice[]): string[] {
  const rows = voices.flatMap(({ use: { voice, name, synthesizer, rights } }) => {
    if (rights === null) return [];
    // Voices of system speech engines have no licence, so this is a bundled voice.
    const isBrought = isOwnVoice(voice) && !isPackVoice(voice);
    if (isBrought && rights.attribution === null) return [];
    const who = rights.attribution ?? (synthesizer === null ? name : `${name} (${synthesizer})`);
    const where = rights.licenceAddress === null ? '' : ` (${rights.licenceAddress})`;
    return [`${who}, ${rights.licence}${where}`];
  });
  return [...new Set(rows)];
}
