import { NARRATOR } from '../../../shared/model/cast.ts';
import type { SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { MAX_ROLE_NAME_LENGTH, roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';

const HASH_LENGTH = 8;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns a text's FNV-1a hash, ignoring white space. */
function hashOf(words: string): string {
  let hash = FNV_OFFSET;
  for (const character of words.replace(/\s+/g, ' ').trim()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(HASH_LENGTH, '0');
}

/** @param number 1-based position in the text */
export const quotationId = (number: number, words: string): string => `${number}-${hashOf(words)}`;

const ID = /^(\d{1,9})-([0-9a-f]{8})$/;

/**
 * Finds quotations by id, even in a new version of the text. In a new version, a quotation must either have unique
 * words or be shifted by the same distance as the previous quotation. Returns lost numbers in ascending order.
 */
export function locateQuotations(ids: readonly string[], wanted: Iterable<string>) {
  const hashes = ids.map((id) => id.slice(id.indexOf('-') + 1));
  const only = new Map<string, number | null>();
  for (const [at, hash] of hashes.entries()) only.set(hash, only.has(hash) ? null : at);
  const parts = Array.from(wanted, (id) => {
    const [, number = '0', hash = ''] = ID.exec(id) ?? [];
    return { id, number: Number(number), hash };
  });
  const places = new Map<string, number>();
  const lost: number[] = [];
  let shift = -1;
  for (const { id, number, hash } of parts.toSorted((a, b) => a.number - b.number)) {
    const isShifted = hash !== '' && hashes[number + shift] === hash;
    const at = isShifted ? number + shift : (only.get(hash) ?? null);
    if (at === null) {
      lost.push(number);
      continue;
    }
    places.set(id, at);
    shift = at - number;
  }
  return { places, lost };
}

/** Returns null if a role can't have this name. */
export function toRoleName(speaker: string): string | null {
  const role = normaliseRoleName(speaker.charAt(0).toUpperCase() + speaker.slice(1));
  if (role === NARRATOR || role.length > MAX_ROLE_NAME_LENGTH) return null;
  return roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [role] })(`${role}: `)?.role === role ? role : null;
}

export function createRenamer({ names }: Pick<SpeakerChoices, 'names'>): (name: string) => string {
  const into = new Map(names.map((name) => [name.from, name.into]));
  return (name) => {
    let last = name;
    // Renames can form a cycle.
    for (let step = 0; step < into.size; step += 1) last = into.get(last) ?? last;
    return last;
  };
}
