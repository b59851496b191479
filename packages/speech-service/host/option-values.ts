// Schemas for the values of options. Their messages complete the sentence “--name is wrong: it …”.
import { resolve } from 'node:path';
import { z } from 'zod';

export const wholeNumber = (requirement: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, requirement)
    .transform(Number)
    .refine((value) => value <= most, requirement);

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

export const path = z
  .string()
  .min(1, 'is empty')
  .transform((given) => resolve(given));

export const databaseUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must start with postgres://');
