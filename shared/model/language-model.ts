// A language model that can be asked who speaks in a book: what asking it costs, and what became of it.
import type { ModelFailure } from './model-failure.ts';

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
export interface ModelTokens {
  readonly input: number;
  readonly output: number;
}

/** What asking would do. */
export interface ModelPlan {
  readonly origin: string;
  readonly model: string;
  /** Whether nothing leaves this machine. */
  readonly isLocal: boolean;
  /** That are asked about, those that were answered before among them. */
  readonly quotations: number;
  /** To be sent; what was answered before is not asked again. */
  readonly requests: number;
  /** Requests whose answers are kept. */
  readonly answered: number;
  /** Of the book, that leave. */
  readonly characters: number;
  readonly tokens: ModelTokens;
  /** In the currency; null: no prices are set. */
  readonly cost: number | null;
  readonly currency: string;
  readonly mostCost: number | null;
}

export interface ModelProgress {
  /** Requests that were answered, or given up. */
  readonly done: number;
  readonly requests: number;
  readonly tokens: ModelTokens;
  readonly cost: number | null;
  readonly currency: string;
  /** Milliseconds that the server asks to wait; null: it doesn't. */
  readonly waitingMs: number | null;
}

export interface ModelReport {
  /** `capped`: the next request might have cost more than is to be spent. `failed`: it went wrong too often. */
  readonly end: 'done' | 'cancelled' | 'capped' | 'failed';
  readonly quotations: number;
  /** Quotations with an answer that can be. */
  readonly answered: number;
  /** Quotations whose answer is missing, or names no person of the book. */
  readonly unusable: number;
  /** Quotations that were not asked about in the end. */
  readonly unasked: number;
  /** Requests that were sent; that were answered before; that failed for good. */
  readonly sent: number;
  readonly kept: number;
  readonly failed: number;
  readonly tokens: ModelTokens;
  /** Whether the server left out what it used, at least once. */
  readonly isEstimated: boolean;
  readonly cost: number | null;
  readonly currency: string;
  /** The first one. */
  readonly failure: ModelFailure | null;
}
