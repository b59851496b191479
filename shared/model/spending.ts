// What a service charges, how much a producer lets it charge, and what a project has spent.
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

/** By what a report adds up. */
export const SPENDING_GROUPINGS = ['line', 'role', 'chapter', 'run'] as const;
export const spendingGroupingSchema = z.enum(SPENDING_GROUPINGS);
export type SpendingGrouping = z.infer<typeof spendingGroupingSchema>;

/** The figures of a report; all but `amounts` are characters as sent. */
export const spendingFiguresShape = {
  /** All that the service took, or may have taken: the sum of the six that follow it. */
  characters: z.int(),
  /** Came back and were kept as takes. */
  rendered: z.int(),
  /** Are with the service. */
  underWay: z.int(),
  /** The service took them and failed them, and may charge for them. */
  failed: z.int(),
  /** The service may or may not have taken them; also where the lines were sent again or left out without knowing. */
  inDoubt: z.int(),
  /** The service accepted them and no longer had them. */
  lost: z.int(),
  /** Were spoken at once, without a take. */
  auditions: z.int(),
  /** Of all: of lines that had a take or had been sent before. */
  retakes: z.int(),
  /** Of all: sent while no price was known. */
  unpriced: z.int(),
  /** What the others cost, by currency. */
  amounts: z.record(z.string(), z.number()),
};

export const spendingFiguresSchema = z.object(spendingFiguresShape);
export type SpendingFigures = z.infer<typeof spendingFiguresSchema>;

export const spendingRowSchema = z.object({
  ...spendingFiguresShape,
  /** Stays with what the row is about. */
  key: z.string(),
  /** Such as “Act II · line 12”, a role, a chapter’s title, “Run 3”; empty where what it was about is gone. */
  name: z.string(),
  /** The first words of a line; when a run began, in milliseconds since the epoch; else empty. */
  detail: z.string(),
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;

/** What a report can be ordered by; `name`: as it stands in the script, in the alphabet or in time. */
export const SPENDING_COLUMNS = [
  'name',
  'characters',
  'rendered',
  'underWay',
  'failed',
  'inDoubt',
  'lost',
  'auditions',
  'retakes',
  'amounts',
] as const;
export const spendingColumnSchema = z.enum(SPENDING_COLUMNS);
export type SpendingColumn = z.infer<typeof spendingColumnSchema>;
