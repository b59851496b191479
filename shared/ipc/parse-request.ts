// A request on its way in, held against the contract.
import type { z } from 'zod';
import type { Envelope } from './envelope.ts';
import type { RequestDefinition } from './request.ts';

/** The most wrong places that a refusal names. */
const MOST_PLACES = 20;

/**
 * What is asked, as its handler gets it; called once for each request, by the process that answers it. A refusal names the
 * places that are wrong, without their values: a key may be among them.
 */
export function parseRequest<I extends z.ZodType>(
  { input }: RequestDefinition<I>,
  asked: unknown,
): Envelope<z.output<I>> {
  const parsed = input.safeParse(asked);
  if (parsed.success) return { ok: true, value: parsed.data };
  const places = parsed.error.issues.map(({ path }) => path.map(String).join('.') || 'input');
  return malformed([...new Set(places)].slice(0, MOST_PLACES));
}

/** Refuses a request that is not of the contract. */
export const malformed = (fields: readonly string[]): Envelope<never> => ({
  ok: false,
  error: { kind: 'malformed-request', fields: [...fields] },
});
