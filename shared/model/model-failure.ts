import { z } from 'zod';

const modelFailureKindSchema = z.enum([
  'unusable-address',
  /** Plain http to another machine. */
  'insecure-address',
  'unusable-key',
  /** The key is not at hand: the producer has to enter it. */
  'no-key',
  /** No server is set up. */
  'not-set-up',
  /** No model is chosen. */
  'no-model',
  /** Parts of the book would leave this machine, and the producer has not agreed to that. */
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

/** What can go wrong with a language model. */
export const modelFailureSchema = z.object({
  kind: modelFailureKindSchema,
  /** The HTTP status, where there was an answer. */
  status: z.int().nullable(),
  /** What the server said, or the system: at most 300 characters, without the key. */
  message: z.string().nullable(),
  /** Scheme, host and port; empty where the address has none. */
  origin: z.string(),
});
export type ModelFailure = Readonly<z.infer<typeof modelFailureSchema>>;
