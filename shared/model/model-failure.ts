import { z } from 'zod';

const modelFailureKindSchema = z.enum([
  'unusable-address',
  /** Unencrypted HTTP to another machine. */
  'insecure-address',
  'unusable-key',
  /** The key isn't stored, so the producer has to enter it. */
  'no-key',
  'not-set-up',
  'no-model',
  /** Text of the book would leave this machine, and the producer has not agreed to that. */
  'no-consent',
  'unauthorized',
  'no-credit',
  'not-found',
  'refused',
  'rate-limited',
  'server-error',
  'redirected',
  'not-json',
  'unreadable',
  'oversized',
  'cut-off',
  'no-answer',
  'no-connection',
  'timeout',
]);

export const modelFailureSchema = z.object({
  kind: modelFailureKindSchema,
  /** HTTP status, or null if there was no response. */
  status: z.int().nullable(),
  /** The server's or the system's message, at most 300 characters and without the key. */
  message: z.string().nullable(),
  /** Scheme, host and port. Empty if the address can't be parsed. */
  origin: z.string(),
});
export type ModelFailure = Readonly<z.infer<typeof modelFailureSchema>>;
