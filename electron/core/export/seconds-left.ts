/** No estimate is made before this time has passed and this share is done. */
const LEAST_MS = 1_000;
const LEAST_SHARE = 0.01;

/**
 * Estimates the remaining time of an export in seconds. Returns null if it is too early for an estimate.
 *
 * @param share finished part of the work, 0 to 1
 */
export const secondsLeft = (share: number, passedMs: number): number | null =>
  passedMs >= LEAST_MS && share >= LEAST_SHARE ? (passedMs * (1 - share)) / share / 1_000 : null;
