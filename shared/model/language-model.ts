// The use of a language model to identify speakers: its cost, progress and result.
import { z } from 'zod';
import { modelFailureSchema } from './model-failure.ts';

export const MODEL_LIMITS = {
  requestsAtOnce: { min: 1, max: 16, usual: 2 },
  /** Estimated for a request and its answer together. */
  tokensPerRequest: { min: 1_000, max: 100_000, usual: 4_000 },
} as const;

/** Settings that determine the cost of a model. */
export interface ModelTerms {
  /** Per million tokens; null if unknown. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly currency: string;
  readonly requestsAtOnce: number;
  readonly tokensPerRequest: number;
  /** The maximum cost per book, in `currency`; null for no limit. A limit requires prices. */
  readonly mostCost: number | null;
}

/** Which quotations to ask about: those the rules found doubtful, or all. */
export type QuotationScope = 'doubtful' | 'all';

/** Token counts from the server, or estimates. */
const modelTokensSchema = z.object({ input: z.number(), output: z.number() });
export type ModelTokens = Readonly<z.infer<typeof modelTokensSchema>>;

export const modelPlanSchema = z.object({
  origin: z.string(),
  model: z.string(),
  /** True if no data leaves this machine. */
  isLocal: z.boolean(),
  /** Includes quotations that already have an answer. */
  quotations: z.int(),
  /** Requests to send, without those answered before. */
  requests: z.int(),
  /** Requests with a stored answer. */
  answered: z.int(),
  characters: z.int(),
  tokens: modelTokensSchema,
  /** In `currency`; null if no prices are set. */
  cost: z.number().nullable(),
  currency: z.string(),
  mostCost: z.number().nullable(),
});
export type ModelPlan = Readonly<z.infer<typeof modelPlanSchema>>;

export const modelProgressSchema = z.object({
  /** Requests answered or given up. */
  done: z.int(),
  requests: z.int(),
  tokens: modelTokensSchema,
  cost: z.number().nullable(),
  currency: z.string(),
  /** The wait the server asked for, in milliseconds, or null. */
  waitingMs: z.int().nullable(),
});
export type ModelProgress = Readonly<z.infer<typeof modelProgressSchema>>;

export const modelReportSchema = z.object({
  /** `capped`: the next request could have exceeded the cost limit. `failed`: too many requests failed. */
  end: z.enum(['done', 'cancelled', 'capped', 'failed']),
  quotations: z.int(),
  /** Quotations with a usable answer. */
  answered: z.int(),
  /** Quotations with no answer, or with an answer that names no character of the book. */
  unusable: z.int(),
  /** Quotations that were not asked about. */
  unasked: z.int(),
  /** Requests that were sent, already had an answer, or failed permanently. */
  sent: z.int(),
  kept: z.int(),
  failed: z.int(),
  tokens: modelTokensSchema,
  /** True if at least one response did not include token usage. */
  isEstimated: z.boolean(),
  cost: z.number().nullable(),
  currency: z.string(),
  failure: modelFailureSchema.nullable(),
});
export type ModelReport = Readonly<z.infer<typeof modelReportSchema>>;
