// Derives the currently assumed limit from the plan's limit and recent refusals.
import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';

/** A refusal lowers the assumed limit to at most this share of its value. */
const MIN_STEP = 0.97;
/** A refusal never lowers the limit below this share of its value. */
const MAX_STEP = 0.5;
const MIN_FACTOR = 0.02;
/**
 * Minutes without a refusal before the limit is raised. If the true limit is permanently lower, each raise costs a
 * refusal.
 */
const CLEAN_MINUTES = 5;
/** The first raise, as a share of the full limit. Doubles with each further minute. */
const RECOVERY_STEP = 0.02;

export function isUnlimited(limit: RateLimit): boolean {
  return limit.requests === undefined && limit.characters === undefined;
}

interface Lowered {
  readonly factor: number;
  readonly loweredAt: number;
}

/** Returns the factor at a given time. It rises after some minutes without a refusal, faster each minute. */
export function factorAt({ factor, loweredAt }: Lowered, now: number): number {
  if (factor >= 1) return 1;
  const cleanMinutes = Math.max(0, Math.floor((now - loweredAt) / RATE_WINDOW_MS));
  const steps = 2 ** Math.max(0, cleanMinutes - CLEAN_MINUTES + 1) - 1;
  return Math.min(1, factor + steps * RECOVERY_STEP);
}

/** Returns when the factor next rises, or null if it is 1. */
export function nextRecoveryAt(assumption: Lowered, now: number): number | null {
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
 * Returns the factor after a refusal: the usage that the service accepted in the window, within 50 % and 97 % of the
 * assumed limit. `ceiling` is the highest value it can still reach as replies to earlier requests arrive.
 */
export function afterRefusal(
  factor: number,
  limit: RateLimit,
  acceptedUsage: AcceptedUsage,
): { readonly factor: number; readonly ceiling: number } {
  const ceiling = Math.max(MIN_FACTOR, factor * MIN_STEP);
  return { factor: raisedTo(factor * MAX_STEP, ceiling, limit, acceptedUsage), ceiling };
}

/** Returns the factor after more requests turned out to be accepted, at most the ceiling. */
export function raisedTo(factor: number, ceiling: number, limit: RateLimit, acceptedUsage: AcceptedUsage): number {
  const filled = Math.max(
    acceptedUsage.requests / (limit.requests ?? Infinity),
    acceptedUsage.characters / (limit.characters ?? Infinity),
  );
  return Math.max(MIN_FACTOR, Math.min(ceiling, Math.max(filled, factor)));
}
