import type { z } from 'zod';

/** One request over the bridge: what is asked and what is answered. */
export interface RequestDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** Declares a request. */
export const request = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): RequestDefinition<I, O> => ({
  input,
  output,
});
