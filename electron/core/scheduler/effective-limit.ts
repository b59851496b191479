// From a plan to what may leave now: by-hand limits, this machine's share, and what refusals have taught.
import { RATE_WINDOW_MS, type RateLimit } from '../../../shared/service/plans.ts';

/** A refusal lowers the assumed limit to this share of what it was, at least. */
const SMALLEST_STEP = 0.9;
/** One refusal never takes more than half. */
const LARGEST_STEP = 0.5;
const LOWEST_FACTOR = 0.02;
/**
 * Regained for each minute without a refusal, as a share of the full limit. Where the true limit is lower for good, it
 * is tried out, and refused, about every fifth minute.
 */
const RECOVERY_STEP = 0.02;

/** Whether nothing at all is limited. */
export function isUnlimited(limit: RateLimit): boolean {
  return limit.requests === undefined && limit.characters === undefined;
}

interface Lowered {
  readonly factor: number;
  readonly loweredAt: number;
}

/** The factor at a moment: each full minute since the last refusal gives a fiftieth of the full limit back. */
export function factorAt({ factor, loweredAt }: Lowered, now: number): number {
  if (factor >= 1) return 1;
  const cleanMinutes = Math.max(0, Math.floor((now - loweredAt) / RATE_WINDOW_MS));
  return Math.min(1, factor + cleanMinutes * RECOVERY_STEP);
}

/** When the factor next rises; null where it is 1. */
export function nextRecoveryAt(assumption: Lowered, now: number): number | null {
  if (factorAt(assumption, now) >= 1) return null;
  const { loweredAt } = assumption;
  return loweredAt + (Math.max(0, Math.floor((now - loweredAt) / RATE_WINDOW_MS)) + 1) * RATE_WINDOW_MS;
}

/**
 * The factor after a refusal: what the service had let through in the window, but at most nine tenths and at least half
 * of what was assumed.
 * @param letThrough what counted besides the refused request
 */
export function factorAfterRefusal(
  factor: number,
  limit: RateLimit,
  letThrough: { readonly requests: number; readonly characters: number },
): number {
  const filled = Math.max(
    letThrough.requests / (limit.requests ?? Infinity),
    letThrough.characters / (limit.characters ?? Infinity),
  );
  const lowered = Math.min(factor * SMALLEST_STEP, Math.max(filled, factor * LARGEST_STEP));
  return Math.max(LOWEST_FACTOR, lowered);
}
