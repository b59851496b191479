import type { CastVoice } from '../../shared/ipc/cast-requests.ts';
import { fitsBatches } from '../../shared/rules/default-cast.ts';
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

/** A voice with all that the service says of it. */
export function castVoice(voice: VoiceReading, isFavourite: boolean): CastVoice {
  return {
    id: voice.id,
    name: voice.name || voice.id,
    language: voice.language || voice.language_code || null,
    gender: voice.gender || null,
    accent: voice.accent || null,
    age: voice.age || null,
    style: voice.style || null,
    tempo: voice.tempo || null,
    texture: voice.texture || null,
    loudness: voice.loudness || null,
    engine: voice.voice_engine || null,
    isCloned: voice.is_cloned ?? false,
    hasSample: Boolean(voice.sample),
    isCastable: fitsBatches(voice),
    isFavourite,
  };
}
