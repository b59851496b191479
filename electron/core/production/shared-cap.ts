import type { MoneyCap, Price } from '../../../shared/model/spending.ts';
import { roomForMoney } from '../project/spending/remaining-budget.ts';

/** A spending cap that several projects share, in addition to each project's own. */
export interface SharedCap {
  /** Characters that may still be sent; Infinity without a cap. */
  room(price: Price | null): number;
  /** Resolves when the spending is stored. Negative for a batch that the service refused. */
  spend(characters: number, price: Price | null): Promise<void>;
  /** Called when work exceeds the cap. Nothing more is sent until the cap is raised. */
  exhausted(): void;
}

/** A cap in characters, for the lifetime of the process. It counts each batch as soon as it is sent, even if the run fails. */
export function characterCap(characters: number): SharedCap {
  let left = characters;
  return {
    room: () => left,
    async spend(sent) {
      left -= sent;
    },
    exhausted() {},
  };
}

interface SharedBudget {
  /** Null if unlimited. */
  readonly characters: number | null;
  readonly money: MoneyCap | null;
  readonly spent: { readonly characters: number; readonly amount: number };
}

/** @param price if null, the money cap can't be enforced */
export function sharedRoom(budget: SharedBudget | null, price: Price | null): number {
  if (!budget) return Number.POSITIVE_INFINITY;
  const { characters, money, spent } = budget;
  const ofCharacters = characters === null ? Number.POSITIVE_INFINITY : characters - spent.characters;
  return Math.max(0, Math.min(ofCharacters, roomForMoney(money, price, spent.amount)));
}
