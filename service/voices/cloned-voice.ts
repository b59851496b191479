// A clone as a voice: an embedded voice with the timbre that was tuned for it.
import { EMBEDDED_VOICES, engineVoice, type ResolveVoice, resolvePrebuilt } from './catalogue.ts';
import type { CloneMakings, CloneStore, StoredClone } from './clone-store.ts';
import type { EmbeddedVoice, EngineVoice } from './voice.ts';

const PREFIX = 'lectern://voices/cloned/';
const SUFFIX = '/manifest.json';

/** The voice identifier of a clone: a URI of a manifest, like those of the prebuilt voices. */
export const cloneIdentifier = (key: string): string => `${PREFIX}${key}${SUFFIX}`;

export const isCloneIdentifier = (id: string): boolean => id.startsWith(PREFIX) && id.endsWith(SUFFIX);

/** The part of a clone's identifier that is its own: letters and digits. */
export const cloneKey = (id: string): string => id.slice(PREFIX.length, -SUFFIX.length);

function spoken({ based_on, timbre }: CloneMakings): EmbeddedVoice {
  const base = EMBEDDED_VOICES.get(based_on);
  if (base === undefined) throw new Error('A clone is made from a voice that is not there.');
  return { ...base, engine: 'SvcDialog', timbre };
}

/** A clone as the port of speech describes a voice. Every clone works with the batch engine. */
export function clonedVoice(clone: StoredClone): EngineVoice {
  const voice = engineVoice(clone.id, spoken(clone));
  return { ...voice, slug: cloneKey(clone.id), name: clone.name, gender: clone.gender ?? voice.gender };
}

/** Embedded voices, and all clones: who may use them was checked when the request was accepted. */
export function resolverWith(clones: CloneStore): ResolveVoice {
  return (id) => {
    const embedded = resolvePrebuilt(id);
    if (embedded !== undefined || !isCloneIdentifier(id)) return embedded;
    const makings = clones.makings(id);
    return makings && spoken(makings);
  };
}
