import { createHash } from 'node:crypto';
import type { PackVoice, VoicePack } from '@lectern/tts-protocol';
import { LANGUAGES, type Language } from '@lectern/tts-protocol';
import { spokenLanguage } from '../../voices/languages.ts';
import type { MappedVoice } from '../elsewhere/remote-engine.ts';

export const packVoiceIdentifier = (pack: string, voice: string): string =>
  `lectern://voices/packs/${pack}/${voice}/manifest.json`;

const primaryLanguage = ({ languageCode }: PackVoice): string => languageCode.toLowerCase().split('-')[0] ?? '';

export const packVoiceLanguage = (voice: PackVoice): Language | undefined =>
  voice.language ?? LANGUAGES.find((one) => spokenLanguage(one).code === primaryLanguage(voice));

function languageName(voice: PackVoice): string {
  const known = packVoiceLanguage(voice);
  const { languageCode } = voice;
  if (known !== undefined) return spokenLanguage(known).name;
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(primaryLanguage(voice)) ?? languageCode;
  } catch {
    return languageCode;
  }
}

/** Returns a hash that changes when the voice would sound different. */
const editionOf = ({ engine, files }: VoicePack, { speaker, sampleText, reference }: PackVoice): string =>
  createHash('sha256')
    .update(JSON.stringify([engine, files, speaker, sampleText, ...(reference === undefined ? [] : [reference])]))
    .digest('hex')
    .slice(0, 12);

export const packVoices = (pack: VoicePack): MappedVoice[] =>
  pack.voices.map((voice) => ({
    here: {
      id: packVoiceIdentifier(pack.id, voice.id),
      // Unique, because identifiers never contain two consecutive dashes.
      slug: `pack--${pack.id}--${voice.id}`,
      name: voice.name,
      accent: voice.accent ?? languageName(voice),
      age: voice.age,
      gender: voice.gender,
      language: languageName(voice),
      languageCode: voice.languageCode,
      loudness: null,
      style: voice.style ?? null,
      tempo: null,
      texture: voice.texture ?? null,
      voiceEngine: 'SvcDialog',
      synthesizer: pack.name,
      normalises: true,
      sampleText: voice.sampleText,
      edition: editionOf(pack, voice),
      rights: pack.rights,
    },
    there: { voice: voice.reference, model: undefined, speaker: voice.speaker },
  }));
