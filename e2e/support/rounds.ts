// Controls the length of long tests: soak and kill tests, random requests, and property tests of stores on disk.

/** Whether `LECTERN_ROUNDS=full` asks for all rounds, which take about ten minutes longer. */
export const HAS_ALL_ROUNDS = process.env['LECTERN_ROUNDS'] === 'full';

/**
 * Returns how many rounds of a long test to run: all if requested, otherwise a third. Every round has the same
 * assertions, with different random input.
 */
export const rounds = (total: number): number => (HAS_ALL_ROUNDS ? total : Math.ceil(total / 3));
