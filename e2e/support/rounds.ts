// Controls the length of long tests: soaks, kills, generated requests, and property tests of stores on disk.

/** Whether to run all rounds, which takes about ten minutes longer: `LECTERN_ROUNDS=full`. */
export const HAS_ALL_ROUNDS = process.env['LECTERN_ROUNDS'] === 'full';

/**
 * Returns the number of rounds of a long test: a third unless all are requested. Rounds are random or seeded, and the
 * assertions are the same either way.
 */
export const rounds = (all: number): number => (HAS_ALL_ROUNDS ? all : Math.ceil(all / 3));
