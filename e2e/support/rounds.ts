// How long the long tests go on: soaks, kills, made-up requests, and property tests of stores on a disk.

/** Whether each has all its rounds, which takes some ten minutes more: `LECTERN_ROUNDS=full`. */
export const HAS_ALL_ROUNDS = process.env['LECTERN_ROUNDS'] === 'full';

/**
 * The rounds of a long test: a third of them unless all are asked for. What a round does is decided by a seed or by
 * chance, and what is asserted is the same in either form.
 */
export const rounds = (all: number): number => (HAS_ALL_ROUNDS ? all : Math.ceil(all / 3));
