// Which voices speak a script until a producer casts it.
import type { Role } from '../model/cast.ts';
import { NARRATOR } from '../model/cast.ts';
import { BATCH_ENGINE, type Language } from '../service/vocabulary.ts';
import type { VoiceReading } from '../service/voices.ts';
import { type Gender, genderHints, genderOfName } from './role-genders.ts';

/** Whether a voice can be cast for batches: an engine that is not named is taken to fit. */
export function fitsBatches(voice: VoiceReading): boolean {
  return voice.voice_engine === undefined || voice.voice_engine === BATCH_ENGINE;
}

/** Whether a voice speaks a language, by its display name (`English`, `English (GB)`). */
export function speaks(voice: VoiceReading, language: Language): boolean {
  return (voice.language ?? '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(language);
}

/**
 * Casts the roles that have no voice. Each gets a voice of its own as long as there are any: voices of the
 * script's language first, of the role's gender where its name or the script tells, else women's and men's by turns,
 * so that two neighbours in a dialog are easily told apart. When the voices run out they are used again, least used first.
 *
 * @param language the script's language, or null where it is not known (then English is taken)
 * @param script the script's text, which is read only where the name of a role to be cast does not tell
 * @returns all roles in their order, cast; unchanged where there is no voice at all
 */
export function castRoles(
  roles: readonly Role[],
  voices: readonly VoiceReading[],
  language: Language | null,
  script: () => string = () => '',
): Role[] {
  // A clone is a person's own voice: only the producer casts it.
  const fitting = voices.filter((voice) => fitsBatches(voice) && voice.is_cloned !== true);
  const native = fitting.filter((voice) => speaks(voice, language ?? 'english'));
  const choice = native.length > 0 ? native : fitting;
  const uses = new Map<string, number>(choice.map((voice) => [voice.id, 0]));
  for (const role of roles) if (role.voice !== null) uses.set(role.voice, (uses.get(role.voice) ?? 0) + 1);

  const unknown = roles.filter(({ name, voice }) => voice === null && name !== NARRATOR && genderOfName(name) === null);
  const hints =
    unknown.length === 0
      ? null
      : genderHints(
          script(),
          unknown.map(({ name }) => name),
        );

  let turn: Gender = 'male';
  const pick = (role: Role): string | null => {
    const gender = genderOfName(role.name) ?? hints?.get(role.name) ?? turn;
    if (role.name !== NARRATOR) turn = gender === 'male' ? 'female' : 'male';
    let best: VoiceReading | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const voice of choice) {
      // Used voices come after all unused ones; within those, the wrong gender comes after the right one.
      const cost = (uses.get(voice.id) ?? 0) * 2 + (voice.gender?.toLowerCase() === gender ? 0 : 1);
      if (cost < bestCost) [best, bestCost] = [voice, cost];
    }
    if (!best) return null;
    uses.set(best.id, (uses.get(best.id) ?? 0) + 1);
    return best.id;
  };
  return roles.map((role) => (role.voice === null ? { ...role, voice: pick(role) } : role));
}
