import type { LenientClonedVoice, LenientVoice } from '@lectern/tts-protocol';
import type { CastVoice } from '../../../../shared/ipc/cast-requests.ts';
import { supportsBatches } from '../../../../shared/rules/cast/default-cast.ts';
import { informativeTrait } from '../../../../shared/rules/cast/voice-traits.ts';
import { withoutInvisible } from '../../../../shared/rules/characters.ts';
import { readRoles } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';

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

/** Removes invisible characters, control characters and line breaks from a service's text. */
export const displayText = (text: string): string => withoutInvisible(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim();

/** Makes a voice's text fields safe to display, except for its id and sample link. */
export function displayVoice(voice: LenientVoice): LenientVoice {
  const { id, sample, ...texts } = voice;
  const shown = Object.entries(texts).map(([field, value]) => [
    field,
    typeof value === 'string' ? displayText(value) : value,
  ]);
  // The mapping doesn't add or remove fields or change their types.
  return { ...voice, ...(Object.fromEntries(shown) as Partial<LenientVoice>) };
}

export const cloneAsVoice = ({ type: _type, name, ...voice }: LenientClonedVoice): LenientVoice => ({
  ...voice,
  is_cloned: true,
  ...(name === undefined ? {} : { name: displayText(name) }),
});

export function traitsOf(voice: LenientVoice): string {
  const traits = ['language', 'accent', 'gender', 'age', 'tempo', 'style'] as const;
  return traits
    .map((trait) => informativeTrait(trait, voice[trait]))
    .filter((trait) => trait !== '')
    .join(' · ');
}

export function voiceEntry(voice: LenientVoice) {
  return {
    id: voice.id,
    name: voice.name || voice.id,
    traits: traitsOf(voice),
    language: voice.language_code || voice.language || '',
    sample: voice.sample || null,
  };
}

export function castVoice(voice: LenientVoice, isFavourite: boolean): CastVoice {
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
    isCastable: supportsBatches(voice),
    isFavourite,
  };
}
