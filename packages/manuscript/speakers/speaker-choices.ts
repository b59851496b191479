// What is decided about who says the quotations of a book, and which quotation each decision is about.
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { LONGEST_ROLE_NAME, tidyRoleName } from '../../../shared/rules/role-names.ts';

/** Characters of a quotation's hash. */
const HASH_LENGTH = 8;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of the words, without regard to white space. */
function hashOf(words: string): string {
  let hash = FNV_OFFSET;
  for (const sign of words.replace(/\s+/g, ' ').trim()) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(HASH_LENGTH, '0');
}

/**
 * What a quotation is known by: its place among all of the text, and its words.
 *
 * @param number from 1 on
 */
export const quotationId = (number: number, words: string): string => `${number}-${hashOf(words)}`;

const ID = /^(\d{1,9})-([0-9a-f]{8})$/;

interface KnownPlaces {
  /** By the id that was asked for, the index of the quotation that it means now. */
  readonly places: ReadonlyMap<string, number>;
  /** Numbers of those that the text does not have any more, ascending. */
  readonly lost: readonly number[];
}

/**
 * Finds quotations by ids that were given to them in the same text, or in one that has since lost or won some: all that
 * stand at a distance from their former place that the ones before them have, and those whose words come once.
 *
 * @param ids of the text as it is now, in order
 */
export function placesOf(ids: readonly string[], wanted: Iterable<string>): KnownPlaces {
  const hashes = ids.map((id) => id.slice(id.indexOf('-') + 1));
  const only = new Map<string, number | null>();
  for (const [at, hash] of hashes.entries()) only.set(hash, only.has(hash) ? null : at);
  const parts = Array.from(wanted, (id) => {
    const [, number = '0', hash = ''] = ID.exec(id) ?? [];
    return { id, number: Number(number), hash };
  }).toSorted((a, b) => a.number - b.number);
  const places = new Map<string, number>();
  const lost: number[] = [];
  let shift = -1;
  for (const { id, number, hash } of parts) {
    const at = hash !== '' && hashes[number + shift] === hash ? number + shift : (only.get(hash) ?? null);
    if (at === null) lost.push(number);
    else {
      places.set(id, at);
      shift = at - number;
    }
  }
  return { places, lost };
}

/** A speaker as the name of a role; null where it can be none. */
export function roleNameOf(speaker: string): string | null {
  const role = tidyRoleName(speaker.charAt(0).toUpperCase() + speaker.slice(1));
  if (role === NARRATOR || role.length > LONGEST_ROLE_NAME) return null;
  return roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [role] })(`${role}: `)?.role === role ? role : null;
}

/** What a role is called in the end. */
export function namesAfter({ names }: Pick<SpeakerChoices, 'names'>): (name: string) => string {
  const into = new Map(names.map((name) => [name.from, name.into]));
  return (name) => {
    let last = name;
    // Names that lead to each other end somewhere all the same.
    for (let step = 0; step < into.size; step += 1) last = into.get(last) ?? last;
    return last;
  };
}
