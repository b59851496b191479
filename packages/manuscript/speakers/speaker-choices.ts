// Finds the quotations that decisions about a book are for, and the roles that they name.
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { LONGEST_ROLE_NAME, tidyRoleName } from '../../../shared/rules/role-names.ts';

/** Characters of a quotation's hash. */
const HASH_LENGTH = 8;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the FNV-1a hash of words; white space makes no difference. */
function hashOf(words: string): string {
  let hash = FNV_OFFSET;
  for (const sign of words.replace(/\s+/g, ' ').trim()) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(HASH_LENGTH, '0');
}

/** Returns the id of a quotation. @param number its number in the text, from 1 */
export const quotationId = (number: number, words: string): string => `${number}-${hashOf(words)}`;

const ID = /^(\d{1,9})-([0-9a-f]{8})$/;

/**
 * Finds quotations by their ids in the same text or in an earlier version. A quotation is found if its words are as far
 * from their former place as those of the one before, or if they are in the text once.
 *
 * @param ids of the present text, in order
 * @returns the index of each wanted quotation, and the numbers of those that are lost, ascending
 */
export function placesOf(ids: readonly string[], wanted: Iterable<string>) {
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

/** Returns a speaker as the name of a role; null if roles can't have the name. */
export function roleNameOf(speaker: string): string | null {
  const role = tidyRoleName(speaker.charAt(0).toUpperCase() + speaker.slice(1));
  if (role === NARRATOR || role.length > LONGEST_ROLE_NAME) return null;
  return roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [role] })(`${role}: `)?.role === role ? role : null;
}

/** Returns a function that applies all renamings of roles. */
export function namesAfter({ names }: Pick<SpeakerChoices, 'names'>): (name: string) => string {
  const into = new Map(names.map((name) => [name.from, name.into]));
  return (name) => {
    let last = name;
    // Renamings can be circular.
    for (let step = 0; step < into.size; step += 1) last = into.get(last) ?? last;
    return last;
  };
}
