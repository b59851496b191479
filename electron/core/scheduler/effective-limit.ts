import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';

/** A refusal lowers the limit to at most this share of the full limit. */
const MIN_STEP = 0.97;
/** A refusal never lowers the limit below this share. */
const MAX_STEP = 0.5;
const MIN_FACTOR = 0.02;
/** If the true limit is permanently lower, each raise causes a refusal. */
const CLEAN_MINUTES = 5;
/** A share of the full limit. Doubles every minute. */
const RECOVERY_STEP = 0.02;

export function isUnlimited(limit: RateLimit): boolean {
  return limit.requests === undefined && limit.characters === undefined;
}

interface LoweredLimit {
  readonly factor: number;
  readonly loweredAt: number;
}

/** Rises after a few minutes without a refusal, by a larger amount each minute. */
export function factorAt({ factor, loweredAt }: LoweredLimit, now: number): number {
  if (factor >= 1) return 1;
  const cleanMinutes = Math.max(0, Math.floor((now - loweredAt) / RATE_WINDOW_MS));
  const steps = 2 ** Math.max(0, cleanMinutes - CLEAN_MINUTES + 1) - 1;
  return Math.min(1, factor + steps * RECOVERY_STEP);
}

export function nextRecoveryAt(assumption: LoweredLimit, now: number): number | null {
  if (factorAt(assumption, now) >= 1) return null;
  const { loweredAt } = assumption;
  const cleanMinutes = Math.floor((now - loweredAt) / RATE_WINDOW_MS);
  return loweredAt + Math.max(CLEAN_MINUTES, cleanMinutes + 1) * RATE_WINDOW_MS;
}

interface AcceptedUsage {
  readonly requests: number;
  readonly characters: number;
}

/**
 * Lowers the limit to the usage that the service has accepted, but to at least 50 % and at most 97 % of the assumed
 * limit. Replies to earlier requests can raise the factor up to `ceiling`.
 */
export function lowerAfterRefusal(
  factor: number,
  limit: RateLimit,
  acceptedUsage: AcceptedUsage,
): { readonly factor: number; readonly ceiling: number } {
  const ceiling = Math.max(MIN_FACTOR, factor * MIN_STEP);
  return { factor: raisedFactor(factor * MAX_STEP, ceiling, limit, acceptedUsage), ceiling };
}

export function raisedFactor(factor: number, ceiling: number, limit: RateLimit, acceptedUsage: AcceptedUsage): number {
  const filled = Math.max(
    acceptedUsage.requests / (limit.requests ?? Infinity),
    acceptedUsage.characters / (limit.characters ?? Infinity),
  );
  return Math.max(MIN_FACTOR, Math.min(ceiling, Math.max(filled, factor)));
}
