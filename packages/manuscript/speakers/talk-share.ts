// How much each person most likely says around a turn, from a first reading of all turns.
import type { Person } from './character-name.ts';
import type { ChainTurn } from './speaker-chain.ts';

/** What somebody most likely says near a turn; nearer turns count more. */
export interface TalkShare {
  readonly before: number;
  readonly behind: number;
}

/** Turns before and behind one that are counted. */
const NEAR = 12;
/** How much less a turn counts with each one between. */
const FADING = 0.85;
/** Narration of this many paragraphs parts talks. */
const PARTING_GAP = 10;

/** Who says a turn is sure from here on. */
const SURE = 0.9;

/** Around a turn. */
export interface Talk {
  readonly persons: ReadonlyMap<Person, TalkShare>;
  /** What somebody says who isn't known. */
  readonly unknown: number;
  /** Who surely says the turn itself; null where it isn't sure. */
  readonly speaker: Person | null;
}

/** Of each turn, who most likely speaks near it; the turn itself is left out. @param likely as `likelihoods` has it */
export function talkShares(chain: readonly ChainTurn[], likely: readonly (readonly number[])[]): Talk[] {
  return chain.map((_, at) => {
    const shares = new Map<Person, { before: number; behind: number }>();
    let unknown = 0;
    const count = (near: number, side: keyof TalkShare, weight: number): void => {
      for (const [place, { person }] of (chain[near]?.candidates ?? []).entries()) {
        const likelihood = weight * (likely[near]?.[place] ?? 0);
        if (person === null) unknown += likelihood;
        if (person === null) continue;
        const share = shares.get(person);
        if (share) share[side] += likelihood;
        else shares.set(person, { before: 0, behind: 0, [side]: likelihood });
      }
    };
    for (let near = at - 1, weight = 1; near >= at - NEAR && isJoined(chain[near + 1]); near -= 1, weight *= FADING) {
      count(near, 'before', weight);
    }
    for (let near = at + 1, weight = 1; near <= at + NEAR && isJoined(chain[near]); near += 1, weight *= FADING) {
      count(near, 'behind', weight);
    }
    const sure = (likely[at] ?? []).findIndex((likelihood) => likelihood >= SURE);
    return { persons: shares, unknown, speaker: chain[at]?.candidates[sure]?.person ?? null };
  });
}

/** Whether a turn belongs to the talk of the turn before. */
const isJoined = (turn: ChainTurn | undefined): boolean => turn !== undefined && turn.gap <= PARTING_GAP;

/** How much is said by somebody around a turn. */
export const shareOf = (share: TalkShare | undefined): number => (share ? share.before + share.behind : 0);

/** Two of whom this part of all is known talk with each other alone. */
const PAIR = 0.9;

export function isPairTalk({ persons, unknown }: Talk): boolean {
  const shares = Array.from(persons.values(), shareOf).toSorted((a, b) => b - a);
  const all = shares.reduce((sum, one) => sum + one, unknown);
  return all > 0 && (shares[0] ?? 0) + (shares[1] ?? 0) >= PAIR * all;
}
