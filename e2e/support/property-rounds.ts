// Setup of all tests: a property without a number of its own is tried with fewer inputs, unless all rounds are asked for.
import fc from 'fast-check';
import { rounds } from './rounds.ts';

/** The default of fast-check. */
const ALL_RUNS = 100;

fc.configureGlobal({ numRuns: rounds(ALL_RUNS) });
