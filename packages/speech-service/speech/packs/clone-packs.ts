// Chooses the packs that speak clones: Pocket TTS packs, which can imitate any recording.
import { createHash } from 'node:crypto';
import type { Language, PackRights, VoicePack } from '@lectern/tts-protocol';
import type { CloneSpeech } from '../../voices/voice-directory.ts';
import { packVoiceLanguage } from './pack-voices.ts';

/** Picks the lowest ID for each language, so that the result doesn't depend on the order of the packs. */
export function selectClonePacks(packs: Iterable<VoicePack>): Map<Language, VoicePack> {
  const able = [...packs].filter(({ engine }) => engine.kind === 'pocket');
  const byId = able.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const found = new Map<Language, VoicePack>();
  for (const pack of byId) {
    for (const language of pack.voices.map(packVoiceLanguage)) {
      if (language !== undefined && !found.has(language)) found.set(language, pack);
    }
  }
  return found;
}

const joinUnique = (texts: readonly string[]): string => [...new Set(texts)].join('; ');

/** Combines the usage rights of several packs. The result is as restrictive as the strictest of them. */
function combineRights(rights: readonly PackRights[]): PackRights {
  const [first] = rights;
  if (first !== undefined && rights.length === 1) return first;
  const attributions = rights.flatMap(({ attribution }) => attribution ?? []);
  return {
    licence: joinUnique(rights.map(({ licence }) => licence)),
    ...(attributions.length > 0 && { attribution: joinUnique(attributions) }),
    commercialUse: rights.every(({ commercialUse }) => commercialUse),
    forbiddenUses: [...new Set(rights.flatMap(({ forbiddenUses }) => forbiddenUses))],
  };
}

/** Describes the packs that speak clones, or returns undefined if there are none. */
export function describeCloneSpeech(packs: ReadonlyMap<Language, VoicePack>): CloneSpeech | undefined {
  const all = [...new Set(packs.values())];
  if (all.length === 0) return undefined;
  const models = all.map(({ id, engine, files }) => [id, engine, files]);
  return {
    synthesizer: joinUnique(all.map(({ name }) => name)),
    rights: combineRights(all.map(({ rights }) => rights)),
    edition: createHash('sha256').update(JSON.stringify(models)).digest('hex').slice(0, 12),
  };
}
