// Rate limits by plan ("Limits").
import { z } from 'zod';

export const PLANS = ['hacker', 'startup', 'growth', 'enterprise'] as const;
export const planSchema = z.enum(PLANS);
export type Plan = z.infer<typeof planSchema>;

/** Endpoints of the same scope share a limit. */
export const SCOPES = ['batch', 'single', 'stream', 'read', 'list', 'clone'] as const;
export const scopeSchema = z.enum(SCOPES);
export type Scope = z.infer<typeof scopeSchema>;

/** Limits per minute. An absent field means unlimited. */
export interface RateLimit {
  readonly requests?: number;
  readonly characters?: number;
}

export const RATE_WINDOW_MS = 60_000;

type LimitedPlan = Exclude<Plan, 'enterprise'>;

const limitsPerPlan = (hacker: RateLimit, startup: RateLimit, growth: RateLimit): Record<LimitedPlan, RateLimit> => ({
  hacker,
  startup,
  growth,
});

/**
 * `stream` is `POST /v2/tts/stream`, `list` covers voice lists and leases, and `clone` is creating and deleting clones.
 */
export const PLAN_LIMITS = {
  stream: limitsPerPlan(
    { requests: 10, characters: 35_000 },
    { requests: 25, characters: 87_500 },
    { requests: 100, characters: 350_000 },
  ),
  list: limitsPerPlan({ requests: 20 }, { requests: 50 }, { requests: 200 }),
  clone: limitsPerPlan({ requests: 4 }, { requests: 10 }, { requests: 40 }),
} as const satisfies Partial<Record<Scope, Record<LimitedPlan, RateLimit>>>;

/** Conservative guesses for scopes that the specification doesn't limit. A setting can override them. */
export const ASSUMED_LIMITS = {
  batch: limitsPerPlan(
    { requests: 20, characters: 35_000 },
    { requests: 50, characters: 87_500 },
    { requests: 200, characters: 350_000 },
  ),
  single: limitsPerPlan(
    { requests: 20, characters: 35_000 },
    { requests: 50, characters: 87_500 },
    { requests: 200, characters: 350_000 },
  ),
  read: limitsPerPlan({ requests: 40 }, { requests: 100 }, { requests: 400 }),
} as const satisfies Partial<Record<Scope, Record<LimitedPlan, RateLimit>>>;

const LIMITS: Record<Scope, Record<LimitedPlan, RateLimit>> = { ...PLAN_LIMITS, ...ASSUMED_LIMITS };

/** Enterprise limits are negotiated ("Custom"), so Growth's apply until they are configured. */
export function planLimit(plan: Plan, scope: Scope): RateLimit {
  return LIMITS[scope][plan === 'enterprise' ? 'growth' : plan];
}

const WRITTEN_LIMIT = /^([a-z]+)=(\d{1,12}|none)\/(\d{1,12}|none)$/;

/**
 * Parses `SCOPE=REQUESTS/CHARACTERS`, limits per minute for one scope, such as `batch=200/350000` or `read=none/none`.
 * Returns the scope and its limit, null for unlimited; null for any other text.
 */
export function parseScopeLimit(text: string): readonly [Scope, RateLimit | null] | null {
  const [, name, requests, characters] = WRITTEN_LIMIT.exec(text) ?? [];
  const scope = SCOPES.find((known) => known === name);
  if (scope === undefined) return null;
  const limit = {
    ...(requests !== 'none' && { requests: Number(requests) }),
    ...(characters !== 'none' && { characters: Number(characters) }),
  };
  return [scope, Object.keys(limit).length === 0 ? null : limit];
}

/** Parses a limit like `parseScopeLimit`, or `SCOPE=plan`, which removes an account's own limit for a scope. */
export function parseLimitChange(text: string): readonly [Scope, RateLimit | null | 'plan'] | null {
  const scope = SCOPES.find((known) => text === `${known}=plan`);
  return scope === undefined ? parseScopeLimit(text) : [scope, 'plan'];
}

/** Maximum length of an account's name, in UTF-16 code units. */
export const MAX_ACCOUNT_NAME = 200;
