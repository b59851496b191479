import type { Price } from '../../../shared/model/price.ts';

/** What holds for a batch that leaves now. */
export interface BatchTerms {
  /** What its service charges; null: nobody knows. */
  readonly price: Price | null;
  /** Whom the service is to tell of it; null: nobody. */
  readonly webhookUrl: string | null;
}

export const NO_TERMS: BatchTerms = { price: null, webhookUrl: null };
