// Setup for all tests: property tests use fewer inputs unless all rounds are requested.
import fc from 'fast-check';
import { rounds } from './rounds.ts';

/** fast-check's default. */
const ALL_RUNS = 100;

fc.configureGlobal({ numRuns: rounds(ALL_RUNS) });
