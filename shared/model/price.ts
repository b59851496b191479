// What a service charges, and how much a producer lets it charge.
import { z } from 'zod';

/** A currency as the producer writes it: `EUR`, `$`. */
const currencySchema = z.string().trim().min(1).max(8);

/** What a connection charges. */
export interface Price {
  /** For 1,000 characters. */
  readonly perThousand: number;
  readonly currency: string;
}

/** The most that a project may ever spend. */
export const moneyCapSchema = z.object({ amount: z.number().min(0), currency: currencySchema });
export type MoneyCap = z.infer<typeof moneyCapSchema>;

/** What this many characters cost. */
export const priceOf = (characters: number, { perThousand }: Price): number => (characters / 1_000) * perThousand;

/** The price of a connection; null where it has none. */
export const priceOfConnection = (
  connection: { readonly pricePerThousand: number | null; readonly currency: string } | null,
): Price | null =>
  connection === null || connection.pricePerThousand === null
    ? null
    : { perThousand: connection.pricePerThousand, currency: connection.currency };
