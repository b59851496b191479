// A rule is a sentence in the interface's documentation that can be tested with requests to a service.
import type { Context } from './context.ts';

/**
 * When a rule runs. `limits` rules run before all others, because they count requests per minute. `parallel` rules run
 * concurrently. `alone` rules measure time, so they run one at a time without other load. `afterwards` rules run at the
 * end and check everything received in the run.
 */
export type Phase = 'limits' | 'parallel' | 'alone' | 'afterwards';

export interface Rule {
  /** A unique ID: words separated by dots, such as `batch.created.201`. */
  readonly id: string;
  readonly section: string;
  /** The expected behaviour, as a sentence. */
  readonly expected: string;
  readonly phase: Phase;
  /** Succeeds if the service conforms. @throws {Broken} if it doesn't; {NotTested} if this can't be determined */
  readonly check: (context: Context) => Promise<void>;
}

/** Returns a function that creates rules in a section. */
export function section(name: string, phase: Phase = 'parallel') {
  return (id: string, expected: string, check: Rule['check']): Rule => ({ id, section: name, expected, phase, check });
}
