// From a plan to what this machine may use of it: limits by hand, and a share.

import { planLimit, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type { BudgetSettings } from '../model/connection.ts';

/** The plan's limit, or the one set by hand, times this machine's share; whole numbers, at least 1. */
export function fullLimit(settings: BudgetSettings, scope: Scope): RateLimit {
  return scaledLimit(settings.limits[scope] ?? planLimit(settings.plan, scope), settings.sharePercent / 100);
}

/** A rate limit as settings give it. */
export interface LimitFigures {
  readonly requests?: number | undefined;
  readonly characters?: number | undefined;
}

/** A share (above 0, up to 1) of a limit: rounded down, at least 1. */
export function scaledLimit(limit: LimitFigures, factor: number): RateLimit {
  const scaled = (figure: number) => Math.max(1, Math.floor(figure * factor + 1e-9));
  return {
    ...(limit.requests === undefined ? {} : { requests: scaled(limit.requests) }),
    ...(limit.characters === undefined ? {} : { characters: scaled(limit.characters) }),
  };
}
