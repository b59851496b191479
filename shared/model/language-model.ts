// A language model that can be asked who speaks in a book: what asking it costs, and what became of it.
import { z } from 'zod';
import { modelFailureSchema } from './model-failure.ts';

/** Bounds of what can be set. */
export const MODEL_LIMITS = {
  requestsAtOnce: { min: 1, max: 16, usual: 2 },
  /** Of a request and its answer, as estimated. */
  tokensPerRequest: { min: 1_000, max: 100_000, usual: 4_000 },
} as const;

/** What of a model decides what asking it costs. */
export interface ModelTerms {
  /** Of a million tokens; null: not known. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly currency: string;
  readonly requestsAtOnce: number;
  readonly tokensPerRequest: number;
  /** What asking about one book may cost, in the currency; null: any amount. It needs prices. */
  readonly mostCost: number | null;
}

/** Quotations that are asked about: those that the rules leave doubtful, or all. */
export type AskedScope = 'doubtful' | 'all';

/** Tokens as the server counts them, or as they are estimated. */
const modelTokensSchema = z.object({ input: z.number(), output: z.number() });
export type ModelTokens = Readonly<z.infer<typeof modelTokensSchema>>;

/** What asking would do. */
export const modelPlanSchema = z.object({
  origin: z.string(),
  model: z.string(),
  /** Whether nothing leaves this machine. */
  isLocal: z.boolean(),
  /** That are asked about, those that were answered before among them. */
  quotations: z.int(),
  /** To be sent; what was answered before is not asked again. */
  requests: z.int(),
  /** Requests whose answers are kept. */
  answered: z.int(),
  /** Of the book, that leave. */
  characters: z.int(),
  tokens: modelTokensSchema,
  /** In the currency; null: no prices are set. */
  cost: z.number().nullable(),
  currency: z.string(),
  mostCost: z.number().nullable(),
});
export type ModelPlan = Readonly<z.infer<typeof modelPlanSchema>>;

export const modelProgressSchema = z.object({
  /** Requests that were answered, or given up. */
  done: z.int(),
  requests: z.int(),
  tokens: modelTokensSchema,
  cost: z.number().nullable(),
  currency: z.string(),
  /** Milliseconds that the server asks to wait; null: it doesn't. */
  waitingMs: z.int().nullable(),
});
export type ModelProgress = Readonly<z.infer<typeof modelProgressSchema>>;

export const modelReportSchema = z.object({
  /** `capped`: the next request might have cost more than is to be spent. `failed`: it went wrong too often. */
  end: z.enum(['done', 'cancelled', 'capped', 'failed']),
  quotations: z.int(),
  /** Quotations with an answer that can be. */
  answered: z.int(),
  /** Quotations whose answer is missing, or names no person of the book. */
  unusable: z.int(),
  /** Quotations that were not asked about in the end. */
  unasked: z.int(),
  /** Requests that were sent; that were answered before; that failed for good. */
  sent: z.int(),
  kept: z.int(),
  failed: z.int(),
  tokens: modelTokensSchema,
  /** Whether the server left out what it used, at least once. */
  isEstimated: z.boolean(),
  cost: z.number().nullable(),
  currency: z.string(),
  /** The first one. */
  failure: modelFailureSchema.nullable(),
});
export type ModelReport = Readonly<z.infer<typeof modelReportSchema>>;
