// What a rule is: one documented sentence of the service's interface that can be tested from outside.
import type { Context } from './context.ts';

/**
 * When a rule runs: `limits` before all others, because they count what one minute takes; `parallel` side by side;
 * `alone` one after the other when nothing else is going on, because they measure time; `afterwards` look at what was
 * seen in the whole run.
 */
export type Phase = 'limits' | 'parallel' | 'alone' | 'afterwards';

export interface Rule {
  /** Unique, in dotted words: `batch.created.201`. */
  readonly id: string;
  /** The section of the interface's description that says it. */
  readonly section: string;
  /** What the service is expected to do, in a sentence. */
  readonly expected: string;
  readonly phase: Phase;
  /** Returns where the service does so. @throws {Broken} where it does not, {NotTested} where that can't be told */
  readonly check: (context: Context) => Promise<void>;
}

/** Makes the rules of one section. */
export function section(name: string, phase: Phase = 'parallel') {
  return (id: string, expected: string, check: Rule['check']): Rule => ({ id, section: name, expected, phase, check });
}
