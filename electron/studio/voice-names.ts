import type { VoiceReading } from '../../shared/service/voices.ts';

/** What a voice is like in a few words, such as “English GB · male · slow”. */
export function traitsOf({ language, accent, gender, age, tempo, style }: VoiceReading): string {
  return [language, accent, gender, age, tempo, style].filter((trait) => trait).join(' · ');
}

/** A voice as it can be cast. */
export function voiceEntry(voice: VoiceReading) {
  return {
    id: voice.id,
    name: voice.name || voice.id,
    traits: traitsOf(voice),
    language: voice.language_code || voice.language || '',
    sample: voice.sample || null,
  };
}
