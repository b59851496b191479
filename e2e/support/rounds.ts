// Controls the length of long tests: soaks, kills, generated requests, and property tests of stores on disk.

/** Whether `LECTERN_ROUNDS=full` asks for all rounds, which take about ten minutes longer. */
export const HAS_ALL_ROUNDS = process.env['LECTERN_ROUNDS'] === 'full';

/**
 * Returns how many rounds of a long test to run: all if requested, otherwise a third. Rounds are random or seeded, and
 * the assertions are the same either way.
 */
export const rounds = (total: number): number => (HAS_ALL_ROUNDS ? total : Math.ceil(total / 3));
