import { sampleText } from '../e2e/support/texts.ts';
import type { EngineVoice } from '../packages/speech-service/voices/voice.ts';
import type { SpokenLine, Synthesizer } from './speech-peers.ts';

const CAST_SIZE = 8;

/** Returns the first lines of a play. They vary in length, and each role has its own voice. */
export function castPlayLines(listed: readonly EngineVoice[], speaker: Synthesizer, maxLines: number): SpokenLine[] {
  const voices = listed
    .filter(({ languageCode, synthesizer }) => languageCode.startsWith('en') && synthesizer === speaker)
    .slice(0, CAST_SIZE);
  const roles = new Map<string, string>();
  const rows = sampleText('earnest.txt').split('\n');
  const lines = rows.flatMap((row) => {
    const [, role = '', text = ''] = /^([A-Z ]+): (.+)$/.exec(row) ?? [];
    if (text === '') return [];
    const voice = roles.get(role) ?? voices[roles.size % voices.length]?.id ?? '';
    roles.set(role, voice);
    return [{ voice, text }];
  });
  return lines.slice(0, maxLines);
}
