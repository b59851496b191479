import type { z } from 'zod';
import type { Envelope } from './envelope.ts';
import type { RequestDefinition } from './request.ts';

const MAX_REPORTED_FIELDS = 20;

/** Validates a request. Errors contain only paths, never values, because a value may be a key. */
export function parseRequest<I extends z.ZodType>(
  { input }: RequestDefinition<I>,
  asked: unknown,
): Envelope<z.output<I>> {
  const parsed = input.safeParse(asked);
  if (parsed.success) return { ok: true, value: parsed.data };
  const places = parsed.error.issues.map(({ path }) => path.map(String).join('.') || 'input');
  return malformed([...new Set(places)].slice(0, MAX_REPORTED_FIELDS));
}

export const malformed = (fields: readonly string[]): Envelope<never> => ({
  ok: false,
  error: { kind: 'malformed-request', fields: [...fields] },
});
