// How long an export still takes, by how much of it is done.

/** Nothing is said until this much time has passed and this share of the work is done. */
const LEAST_MS = 1_000;
const LEAST_SHARE = 0.01;

/** @param share of the work that is done, 0 to 1. @returns null while nothing can be said */
export const secondsLeft = (share: number, passedMs: number): number | null =>
  passedMs >= LEAST_MS && share >= LEAST_SHARE ? (passedMs * (1 - share)) / share / 1_000 : null;
