import { z } from 'zod';
import { modelFailureSchema } from './problems/model-failure.ts';

export const MODEL_LIMITS = {
  requestsAtOnce: { min: 1, max: 16, usual: 2 },
  tokensPerRequest: { min: 1_000, max: 100_000, usual: 4_000 },
} as const;

export interface ModelTerms {
  /** Per million tokens; null if unknown. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly currency: string;
  readonly requestsAtOnce: number;
  readonly tokensPerRequest: number;
  /** Per book, in `currency`; null for no limit. A limit requires prices. */
  readonly mostCost: number | null;
}

export type QuotationScope = 'doubtful' | 'all';

const modelTokensSchema = z.object({ input: z.number(), output: z.number() });
export type ModelTokens = Readonly<z.infer<typeof modelTokensSchema>>;

export const modelPlanSchema = z.object({
  origin: z.string(),
  model: z.string(),
  isLocal: z.boolean(),
  quotations: z.int(),
  requests: z.int(),
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
  done: z.int(),
  requests: z.int(),
  tokens: modelTokensSchema,
  cost: z.number().nullable(),
  currency: z.string(),
  /** Delay in milliseconds requested by the server, or null. */
  waitingMs: z.int().nullable(),
});
export type ModelProgress = Readonly<z.infer<typeof modelProgressSchema>>;

export const modelReportSchema = z.object({
  /** `capped`: the next request could have exceeded the cost limit. `failed`: too many requests failed. */
  end: z.enum(['done', 'cancelled', 'capped', 'failed']),
  quotations: z.int(),
  answered: z.int(),
  unusable: z.int(),
  unasked: z.int(),
  sent: z.int(),
  kept: z.int(),
  failed: z.int(),
  tokens: modelTokensSchema,
  isEstimated: z.boolean(),
  cost: z.number().nullable(),
  currency: z.string(),
  failure: modelFailureSchema.nullable(),
});
export type ModelReport = Readonly<z.infer<typeof modelReportSchema>>;
