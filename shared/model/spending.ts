import { z } from 'zod';

const currencySchema = z.string().trim().min(1).max(8);

export interface Price {
  readonly perThousand: number;
  readonly currency: string;
}

/** `currency`: the money cap and the price are in different currencies. `queue`: the budget of the render queue. */
export const capKindSchema = z.enum(['characters', 'money', 'currency', 'run', 'queue']);
export type CapKind = z.infer<typeof capKindSchema>;

export const moneyCapSchema = z.object({ amount: z.number().min(0), currency: currencySchema });
export type MoneyCap = z.infer<typeof moneyCapSchema>;

export const priceOf = (characters: number, { perThousand }: Price): number => (characters / 1_000) * perThousand;

export const priceOfConnection = (
  connection: { readonly pricePerThousand: number | null; readonly currency: string } | null,
): Price | null =>
  connection === null || connection.pricePerThousand === null
    ? null
    : { perThousand: connection.pricePerThousand, currency: connection.currency };

export const SPENDING_GROUPINGS = ['line', 'role', 'chapter', 'run'] as const;
export const spendingGroupingSchema = z.enum(SPENDING_GROUPINGS);
export type SpendingGrouping = z.infer<typeof spendingGroupingSchema>;

/** All figures except `amounts` are numbers of characters as sent. */
export const spendingFiguresShape = {
  /** Characters that the service received or may have received: the sum of the next six fields. */
  characters: z.int(),
  rendered: z.int(),
  underWay: z.int(),
  /** Lines that failed after the service had accepted them, so they may have been charged. */
  failed: z.int(),
  inDoubt: z.int(),
  lost: z.int(),
  auditions: z.int(),
  /** The part of `characters` in lines that already had a take or had been sent before. */
  retakes: z.int(),
  unpriced: z.int(),
  amounts: z.record(z.string(), z.number()),
};

export const spendingFiguresSchema = z.object(spendingFiguresShape);
export type SpendingFigures = z.infer<typeof spendingFiguresSchema>;

export const spendingRowSchema = z.object({
  ...spendingFiguresShape,
  key: z.string(),
  /**
   * `opening`: the text before the first heading. `untitled`: a chapter without a title. `none`: deleted lines, lines
   * without a role, or auditions.
   */
  subject: z.enum(['named', 'run', 'opening', 'untitled', 'none']),
  /** For example, “Act II · line 12”; the number of a run; otherwise empty unless `subject` is `named`. */
  name: z.string(),
  detail: z.string(),
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;

/** `name` sorts by script position, alphabetically or by time, depending on the grouping. */
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
