import { planLimit, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type { BudgetSettings } from '../model/connection.ts';

export function fullLimit(settings: BudgetSettings, scope: Scope): RateLimit {
  return scaledLimit(settings.limits[scope] ?? planLimit(settings.plan, scope), settings.sharePercent / 100);
}

export interface LimitFigures {
  readonly requests?: number | undefined;
  readonly characters?: number | undefined;
}

/** Multiplies a limit by a factor greater than 0 and at most 1. Rounds down to an integer of at least 1. */
export function scaledLimit(limit: LimitFigures, factor: number): RateLimit {
  const scaled = (figure: number) => Math.max(1, Math.floor(figure * factor + 1e-9));
  return {
    ...(limit.requests === undefined ? {} : { requests: scaled(limit.requests) }),
    ...(limit.characters === undefined ? {} : { characters: scaled(limit.characters) }),
  };
}
