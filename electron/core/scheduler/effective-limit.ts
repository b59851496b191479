// From a plan to what may leave now: by-hand limits, this machine's share, and what refusals have taught.
import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';

/** A refusal lowers the assumed limit to this share of what it was, at least. */
const SMALLEST_STEP = 0.97;
/** One refusal never takes more than half. */
const LARGEST_STEP = 0.5;
const LOWEST_FACTOR = 0.02;
/** Minutes without a refusal until a higher limit is tried: where the true one is lower for good, a try is refused. */
const CLEAN_MINUTES = 5;
/** Regained in the first minute after those, as a share of the full limit; twice as much in each further one. */
const RECOVERY_STEP = 0.02;

/** Whether nothing at all is limited. */
export function isUnlimited(limit: RateLimit): boolean {
  return limit.requests === undefined && limit.characters === undefined;
}

interface Lowered {
  readonly factor: number;
  readonly loweredAt: number;
}

/** The factor at a moment: after some minutes without a refusal it rises, faster with each further one. */
export function factorAt({ factor, loweredAt }: Lowered, now: number): number {
  if (factor >= 1) return 1;
  const cleanMinutes = Math.max(0, Math.floor((now - loweredAt) / RATE_WINDOW_MS));
  const steps = 2 ** Math.max(0, cleanMinutes - CLEAN_MINUTES + 1) - 1;
  return Math.min(1, factor + steps * RECOVERY_STEP);
}

/** When the factor next rises; null where it is 1. */
export function nextRecoveryAt(assumption: Lowered, now: number): number | null {
  if (factorAt(assumption, now) >= 1) return null;
  const { loweredAt } = assumption;
  const cleanMinutes = Math.floor((now - loweredAt) / RATE_WINDOW_MS);
  return loweredAt + Math.max(CLEAN_MINUTES, cleanMinutes + 1) * RATE_WINDOW_MS;
}

/** What the service has let through in the window. */
interface LetThrough {
  readonly requests: number;
  readonly characters: number;
}

/**
 * The factor after a refusal: what the service had let through in the window, but at most nine tenths and at least half
 * of what was assumed. Also the most that it may still become as replies come to what was in flight.
 */
export function afterRefusal(
  factor: number,
  limit: RateLimit,
  letThrough: LetThrough,
): { readonly factor: number; readonly ceiling: number } {
  const ceiling = Math.max(LOWEST_FACTOR, factor * SMALLEST_STEP);
  return { factor: raisedTo(factor * LARGEST_STEP, ceiling, limit, letThrough), ceiling };
}

/** The factor where more has turned out to be let through than was known at the refusal; at most the ceiling. */
export function raisedTo(factor: number, ceiling: number, limit: RateLimit, letThrough: LetThrough): number {
  const filled = Math.max(
    letThrough.requests / (limit.requests ?? Infinity),
    letThrough.characters / (limit.characters ?? Infinity),
  );
  return Math.max(LOWEST_FACTOR, Math.min(ceiling, Math.max(filled, factor)));
}
