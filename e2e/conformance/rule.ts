// A rule is a sentence of the interface's documentation that can be tested from outside.
import type { Context } from './context.ts';

/**
 * When a rule runs: `limits` before all others, because they count requests per minute; `parallel` concurrently;
 * `alone` one at a time without other load, because they measure time; `afterwards` checks what was seen in the whole
 * run.
 */
export type Phase = 'limits' | 'parallel' | 'alone' | 'afterwards';

export interface Rule {
  /** A unique ID of words with dots: `batch.created.201`. */
  readonly id: string;
  readonly section: string;
  /** The expected behaviour, as a sentence. */
  readonly expected: string;
  readonly phase: Phase;
  /** Returns if the service conforms. @throws {Broken} if it doesn't; {NotTested} if that can't be determined */
  readonly check: (context: Context) => Promise<void>;
}

/** Returns a function that creates the rules of a section. */
export function section(name: string, phase: Phase = 'parallel') {
  return (id: string, expected: string, check: Rule['check']): Rule => ({ id, section: name, expected, phase, check });
}
