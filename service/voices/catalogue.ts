// All embedded voices, as the port of speech wants them.

import { ENGLISH_VOICES, SECOND_VOICES } from './english-voices.ts';
import { SPOKEN_LANGUAGES } from './languages.ts';
import { type EmbeddedVoice, type EngineVoice, tempoOf } from './voice.ts';
import { WORLD_VOICES } from './world-voices.ts';

/** The voice identifier: a URI of a manifest, as the interface has it. It never changes once it is given out. */
const identifier = (voice: EmbeddedVoice): string =>
  `lectern://voices/${voice.languageCode.toLowerCase()}/${voice.slug}/manifest.json`;

/** The embedded voices by identifier, English ones first, those of the second generation last. */
export const EMBEDDED_VOICES: ReadonlyMap<string, EmbeddedVoice> = new Map(
  [...ENGLISH_VOICES, ...WORLD_VOICES, ...SECOND_VOICES].map((voice) => [identifier(voice), voice]),
);

/** What a voice identifier is spoken with; undefined where it is none of the embedded engine's. */
export type ResolveVoice = (id: string) => EmbeddedVoice | undefined;

/** The prebuilt voices. */
export const resolvePrebuilt: ResolveVoice = (id) => EMBEDDED_VOICES.get(id);

/** A voice as the port of speech describes it. */
export const engineVoice = (id: string, voice: EmbeddedVoice): EngineVoice => ({
  id,
  slug: voice.slug,
  name: voice.name,
  accent: voice.accent,
  age: voice.age,
  gender: voice.gender,
  language: SPOKEN_LANGUAGES[voice.language].name,
  languageCode: voice.languageCode,
  loudness: voice.style === 'whisper' ? 'low' : 'neutral',
  style: voice.style,
  tempo: tempoOf(voice.timbre.rate),
  texture: voice.texture,
  voiceEngine: voice.engine,
  sampleText: SPOKEN_LANGUAGES[voice.language].sampleText,
});

/** The same, as they are listed. */
export const LISTED_VOICES: readonly EngineVoice[] = [...EMBEDDED_VOICES].map(([id, voice]) => engineVoice(id, voice));
