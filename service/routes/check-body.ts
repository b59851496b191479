// The first look at a body: its shape.
import type { z } from 'zod';
import { complaintsOf, explain } from '../common/invalid-parameters.ts';
import { invalidParameters } from '../http/errors.ts';

/** @throws ServiceError 400 that names each wrong field */
export function parsedBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (body === undefined || body === null) throw invalidParameters('The body is missing.');
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(explain(complaintsOf(parsed.error)));
  return parsed.data;
}
