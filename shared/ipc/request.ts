import type { z } from 'zod';

export interface RequestDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export const request = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): RequestDefinition<I, O> => ({
  input,
  output,
});
