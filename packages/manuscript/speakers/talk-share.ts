// How much each person probably says around a turn, according to an earlier reading.
import type { Person } from './character-name.ts';
import type { ChainTurn } from './speaker-chain.ts';

/** The number of turns that a person probably says nearby; closer turns count more. */
export interface TalkShare {
  readonly before: number;
  readonly behind: number;
}

/** The probable speakers around a turn. */
export interface Talk {
  readonly persons: ReadonlyMap<Person, TalkShare>;
  /** The number of turns that somebody else probably says. */
  readonly unknown: number;
  /** Who almost certainly says the turn itself. */
  readonly speaker: Person | null;
}

/** The turns before and after one that are counted. */
const NEAR = 12;
/** How much less a turn counts than the one closer by. */
const FADING = 0.85;
/** Narration, in paragraphs, that separates conversations. */
const SEPARATING_GAP = 10;
/** The probability from which a speaker is certain. */
const CERTAIN = 0.9;
/** The share of the turns nearby that two people say who talk with each other alone. */
const PAIR = 0.9;

/** Returns the speakers around each turn. @param likely the probabilities of the candidates of each turn */
export function talkShares(chain: readonly ChainTurn[], likely: readonly (readonly number[])[]): Talk[] {
  return chain.map(({ candidates }, at) => {
    const persons = new Map<Person, TalkShare>();
    let unknown = 0;
    const count = (side: keyof TalkShare, step: 1 | -1): void => {
      for (let distance = 1; distance <= NEAR; distance += 1) {
        const near = at + step * distance;
        const later = chain[Math.max(near, near - step)];
        if (later === undefined || later.gap > SEPARATING_GAP) break;
        for (const [place, { person }] of (chain[near]?.candidates ?? []).entries()) {
          const share = FADING ** (distance - 1) * (likely[near]?.[place] ?? 0);
          if (person === null) unknown += share;
          else {
            const known = persons.get(person) ?? { before: 0, behind: 0 };
            persons.set(person, { ...known, [side]: known[side] + share });
          }
        }
      }
    };
    count('before', -1);
    count('behind', 1);
    const certain = likely[at]?.findIndex((probability) => probability >= CERTAIN) ?? -1;
    return { persons, unknown, speaker: candidates[certain]?.person ?? null };
  });
}

export const shareOf = (share: TalkShare | undefined): number => (share ? share.before + share.behind : 0);

/** Whether two people say nearly everything around a turn. */
export function isPairTalk({ persons, unknown }: Talk): boolean {
  const shares = Array.from(persons.values(), shareOf).toSorted((a, b) => b - a);
  const all = shares.reduce((sum, one) => sum + one, unknown);
  return all > 0 && (shares[0] ?? 0) + (shares[1] ?? 0) >= PAIR * all;
}
