import { isOwnVoice, isPackVoice } from '@lectern/tts-protocol';
import type { UsedVoice } from '../model/voice-use.ts';

/**
 * Who is to be named, a row for each, ready to be pasted into credits. Voices of one pack are named once, and those that
 * Lectern brings itself not at all.
 */
export function voiceCredits(voices: readonly UsedVoice[]): string[] {
  const rows = voices.flatMap(({ use: { voice, name, synthesizer, rights } }) => {
    if (rights === null) return [];
    // Engines of this machine tell no licence, so this is one of the voices that Lectern brings.
    const isBrought = isOwnVoice(voice) && !isPackVoice(voice);
    if (isBrought && rights.attribution === null) return [];
    const who = rights.attribution ?? (synthesizer === null ? name : `${name} (${synthesizer})`);
    const where = rights.licenceAddress === null ? '' : ` (${rights.licenceAddress})`;
    return [`${who}, ${rights.licence}${where}`];
  });
  return [...new Set(rows)];
}
