// Rate limits by plan ("Limits"): requests and characters in a minute.
import { z } from 'zod';

export const PLANS = ['hacker', 'startup', 'growth', 'enterprise'] as const;
export const planSchema = z.enum(PLANS);
export type Plan = z.infer<typeof planSchema>;

/** What is counted together: the endpoints of one scope share one budget. */
export const SCOPES = ['batch', 'single', 'stream', 'read', 'list', 'clone'] as const;
export const scopeSchema = z.enum(SCOPES);
export type Scope = z.infer<typeof scopeSchema>;

/** The most requests, and characters, in any minute. What is absent is not limited. */
export interface RateLimit {
  readonly requests?: number;
  readonly characters?: number;
}

/** The window in which requests and characters are counted, in milliseconds. */
export const RATE_WINDOW_MS = 60_000;

type PlanWithFigures = Exclude<Plan, 'enterprise'>;

const perPlan = (hacker: RateLimit, startup: RateLimit, growth: RateLimit): Record<PlanWithFigures, RateLimit> => ({
  hacker,
  startup,
  growth,
});

/**
 * The figures of the interface's table, by scope:
 * `stream` is `POST /v2/tts/stream`; `list` is the two voice listings and leases; `clone` is making and deleting clones.
 */
export const PLAN_LIMITS = {
  stream: perPlan(
    { requests: 10, characters: 35_000 },
    { requests: 25, characters: 87_500 },
    { requests: 100, characters: 350_000 },
  ),
  list: perPlan({ requests: 20 }, { requests: 50 }, { requests: 200 }),
  clone: perPlan({ requests: 4 }, { requests: 10 }, { requests: 40 }),
} as const satisfies Partial<Record<Scope, Record<PlanWithFigures, RateLimit>>>;

/**
 * Figures for the scopes whose limits the interface does not show. They are a cautious guess of ours that a setting
 * overrides: `single` and `batch` take what public documentation gives for single generation (20, 50, 200 requests a
 * minute, with the characters of streaming), `read` what it gives for reading a job.
 */
export const ASSUMED_LIMITS = {
  batch: perPlan(
    { requests: 20, characters: 35_000 },
    { requests: 50, characters: 87_500 },
    { requests: 200, characters: 350_000 },
  ),
  single: perPlan(
    { requests: 20, characters: 35_000 },
    { requests: 50, characters: 87_500 },
    { requests: 200, characters: 350_000 },
  ),
  read: perPlan({ requests: 40 }, { requests: 100 }, { requests: 400 }),
} as const satisfies Partial<Record<Scope, Record<PlanWithFigures, RateLimit>>>;

const LIMITS: Record<Scope, Record<PlanWithFigures, RateLimit>> = { ...PLAN_LIMITS, ...ASSUMED_LIMITS };

/**
 * The limit of a scope on a plan. Enterprise limits are agreed with each client ("Custom"): until they are set by
 * hand, Growth's hold.
 */
export function planLimit(plan: Plan, scope: Scope): RateLimit {
  return LIMITS[scope][plan === 'enterprise' ? 'growth' : plan];
}
