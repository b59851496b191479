import type { LenientVoice } from '@lectern/tts-protocol';
import type { CastChange, Role } from '../../model/cast.ts';

interface CastAs {
  readonly id: string;
  /** The name is kept, because a voice that is gone is no longer listed. Null if unknown. */
  readonly name: string | null;
}

/** Voices by role. */
export type KnownCast = ReadonlyMap<string, CastAs>;

/**
 * Lists roles whose voice differs from the one they had before.
 * @param chosen roles that the producer has cast, which aren't listed
 */
export function castChanges(
  before: KnownCast,
  roles: readonly Role[],
  voices: readonly LenientVoice[],
  chosen: ReadonlySet<string> = new Set(),
): CastChange[] {
  const names = new Map(voices.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return roles.flatMap(({ name, voice }) => {
    const former = before.get(name);
    if (voice === null || voice === former?.id || chosen.has(name)) return [];
    return [{ role: name, from: former ? (former.name ?? nameOf(former.id)) : null, to: nameOf(voice) }];
  });
}
