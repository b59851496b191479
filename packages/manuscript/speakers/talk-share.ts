import type { Person } from './character-name.ts';
import { type ChainTurn, turnsNear } from './speaker-chain.ts';

/** Expected number of a person's nearby turns. Closer turns count more. */
export type TalkShare = Readonly<Record<'before' | 'behind', number>>;

export interface Talk {
  readonly people: ReadonlyMap<Person, TalkShare>;
  /** Expected number of other people's turns. */
  readonly unknown: number;
  /** The person who almost certainly speaks this turn, if any. */
  readonly speaker: Person | null;
}

const NEARBY_TURNS = { maxTurns: 12, maxGap: 10 } as const;
/** A turn's weight relative to the next closer turn. */
const DISTANCE_DECAY = 0.85;
const MIN_CERTAINTY = 0.9;
/** Minimum share of nearby turns in a conversation between two people. */
const MIN_PAIR_SHARE = 0.9;

export function talkShares(chain: readonly ChainTurn[], likelihoods: readonly (readonly number[])[]): Talk[] {
  return chain.map(({ candidates }, at) => {
    const people = new Map<Person, TalkShare>();
    let unknown = 0;
    const count = (side: keyof TalkShare, step: 1 | -1): void => {
      for (const [distance, near] of turnsNear(chain, at, step, NEARBY_TURNS).entries()) {
        for (const [place, { person }] of near.candidates.entries()) {
          const share = DISTANCE_DECAY ** distance * (likelihoods[at + step * (distance + 1)]?.[place] ?? 0);
          const known = (person && people.get(person)) ?? { before: 0, behind: 0 };
          if (person === null) unknown += share;
          else people.set(person, { ...known, [side]: known[side] + share });
        }
      }
    };
    count('before', -1);
    count('behind', 1);
    const certain = likelihoods[at]?.findIndex((probability) => probability >= MIN_CERTAINTY) ?? -1;
    return { people: people, unknown, speaker: candidates[certain]?.person ?? null };
  });
}

export const totalShare = (share: TalkShare | undefined): number => (share ? share.before + share.behind : 0);

export function isPairTalk({ people, unknown }: Talk): boolean {
  const shares = Array.from(people.values(), totalShare).toSorted((a, b) => b - a);
  const all = shares.reduce((sum, one) => sum + one, unknown);
  return all > 0 && (shares[0] ?? 0) + (shares[1] ?? 0) >= MIN_PAIR_SHARE * all;
}
