// How much each person probably says around a turn, according to an earlier reading.
import type { Person } from './character-name.ts';
import { type ChainTurn, turnsNear } from './speaker-chain.ts';

/** The number of turns that a person probably says nearby; closer turns count more. */
export type TalkShare = Readonly<Record<'before' | 'behind', number>>;

/** The probable speakers around a turn. */
export interface Talk {
  readonly persons: ReadonlyMap<Person, TalkShare>;
  /** The number of turns that somebody else probably says. */
  readonly unknown: number;
  /** Who almost certainly says the turn itself. */
  readonly speaker: Person | null;
}

/** The turns before and after one that are counted. */
const NEAR = { most: 12, longestGap: 10 } as const;
/** How much less a turn counts than the one closer by. */
const FADING = 0.85;
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
      for (const [distance, near] of turnsNear(chain, at, step, NEAR).entries()) {
        for (const [place, { person }] of near.candidates.entries()) {
          const share = FADING ** distance * (likely[at + step * (distance + 1)]?.[place] ?? 0);
          const known = (person && persons.get(person)) ?? { before: 0, behind: 0 };
          if (person === null) unknown += share;
          else persons.set(person, { ...known, [side]: known[side] + share });
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
