import type { CapKind } from '../project/spending/remaining-budget.ts';

const CAPS: Readonly<Record<CapKind, string>> = {
  characters: 'The project’s cap on characters would be passed.',
  money: 'The project’s cap on what it may cost would be passed.',
  currency:
    'The project’s cap is in another currency than the price of the connection, so nothing can be held against it.',
  run: 'The cap on characters of this run would be passed.',
};

/** Which cap keeps lines back, in a sentence. */
export const describeCap = (kind: CapKind): string => CAPS[kind];
