import { z } from 'zod';

const modelFailureKindSchema = z.enum([
  'unusable-address',
  'insecure-address',
  'unusable-key',
  'no-key',
  'not-set-up',
  'no-model',
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
  status: z.int().nullable(),
  /** Message from the server or the operating system, at most 300 characters and without the key. */
  message: z.string().nullable(),
  /** Scheme, host and port. Empty if the URL can't be parsed. */
  origin: z.string(),
});
export type ModelFailure = Readonly<z.infer<typeof modelFailureSchema>>;
