import type { Price } from '../../../../shared/model/spending.ts';

/** What holds for a batch that leaves now. */
export interface BatchTerms {
  /** What its service charges; null: not known. */
  readonly price: Price | null;
  /** The webhook that the service is to call; null: none. */
  readonly webhookUrl: string | null;
}

export const NO_TERMS: BatchTerms = { price: null, webhookUrl: null };
