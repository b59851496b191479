// More items than fit on the stack as arguments of one call.
import { describe, expect, it } from 'vitest';
import { HAS_ALL_ROUNDS } from '../../../e2e/support/rounds.ts';
import { append, largest, smallest } from '../../../shared/rules/lists.ts';
import { findLayout, readRows } from '../layout/find-layout.ts';
import { findQuotations } from './quotations.ts';
import { type ChainTurn, likelihoods } from './speaker-chain.ts';
import { SPEAKER_WEIGHTS } from './speaker-weights.ts';

const COUNT = HAS_ALL_ROUNDS ? 200_000 : 140_000;

describe(COUNT.toLocaleString('en'), () => {
  it('numbers have a largest and a smallest one', () => {
    const numbers = Array.from({ length: COUNT }, (_, at) => at);
    expect([largest(numbers), smallest(numbers)]).toEqual([COUNT - 1, 0]);
    append(numbers, [...numbers]);
    expect(numbers).toHaveLength(2 * COUNT);
  });

  it('speeches below names are a script', () => {
    const rows = readRows('TOM\nYes.\n\nANN\nNo.\n\n'.repeat(COUNT / 2));
    expect([...(findLayout(rows)?.roles ?? [])]).toEqual(['TOM', 'ANN']);
  });

  it('quotations stand in one paragraph', () => {
    expect(findQuotations(['« Oui », dit-il. '.repeat(COUNT)])[0]).toHaveLength(COUNT);
  });

  it('turns are weighed together', () => {
    const turn: ChainTurn = {
      candidates: [{ person: null, features: new Map() }],
      gap: 0,
      isInside: false,
      isBare: false,
      isBehindTag: false,
      situation: null,
      isTagged: false,
      isAnswer: false,
      isCrowd: false,
      isReply: false,
      isOther: false,
      isPair: false,
      addressed: new Set(),
      called: null,
    };
    expect(likelihoods(Array<ChainTurn>(COUNT).fill(turn), SPEAKER_WEIGHTS.first)).toHaveLength(COUNT);
  });
});
