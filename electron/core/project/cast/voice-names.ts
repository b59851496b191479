import type { ClonedVoiceReading, VoiceReading } from '@lectern/tts-protocol';
import type { CastVoice } from '../../../../shared/ipc/cast-requests.ts';
import { withoutInvisible } from '../../../../shared/rules/characters.ts';
import { fitsBatches } from '../../../../shared/rules/default-cast.ts';
import { tellingTrait } from '../../../../shared/rules/voice-traits.ts';
import { readRoles } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';

/** The roles that a voice speaks: those that are cast with it, and those of lines that set it for themselves. */
export function rolesOfVoices({ cast, db }: Project, voice: string): string[] {
  const roles = new Set(
    cast
      .roles()
      .filter((role) => role.voice === voice)
      .map(({ name }) => name),
  );
  const rows = db
    .prepare<{ readonly roles: string }>(
      `SELECT DISTINCT roles FROM lines WHERE deleted_at IS NULL AND override IS NOT NULL
         AND json_extract(override, '$.voice') = ?`,
    )
    .all(voice);
  for (const row of rows) {
    const [first] = readRoles(db, row.roles);
    if (first !== undefined) roles.add(first);
  }
  return [...roles];
}

/** A text of a service's as the window shows it: it can't turn or break the words that stand around it. */
export const shownText = (text: string): string => withoutInvisible(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim();

/** A voice with texts that the window can show. What only programs read of it stays as it is. */
export function shownVoice(voice: VoiceReading): VoiceReading {
  const { id, sample, ...texts } = voice;
  const shown = Object.entries(texts).map(([field, value]) => [
    field,
    typeof value === 'string' ? shownText(value) : value,
  ]);
  // The same fields with values of the same types.
  return { ...voice, ...(Object.fromEntries(shown) as Partial<VoiceReading>) };
}

/** A cloned voice as voices are listed, in texts that the window can show. */
export const cloneAsVoice = ({ type: _type, name, ...voice }: ClonedVoiceReading): VoiceReading => ({
  ...voice,
  is_cloned: true,
  ...(name === undefined ? {} : { name: shownText(name) }),
});

/** What a voice is like in a few words, such as “English GB · male · slow”. */
export function traitsOf(voice: VoiceReading): string {
  const traits = ['language', 'accent', 'gender', 'age', 'tempo', 'style'] as const;
  return traits
    .map((trait) => tellingTrait(trait, voice[trait]))
    .filter((trait) => trait !== '')
    .join(' · ');
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
    synthesizer: voice.synthesizer || null,
    licence: voice.rights?.licence || null,
    commercialUse: voice.rights?.commercial_use ?? null,
    engine: voice.voice_engine || null,
    isCloned: voice.is_cloned ?? false,
    hasSample: Boolean(voice.sample),
    isCastable: fitsBatches(voice),
    isFavourite,
  };
}
