import { z } from 'zod';

export const serviceFailureSchema = z.object({
  /** Error kinds of the service client, and others such as `not-the-service` for unusable replies. */
  kind: z.enum([
    'invalid-parameters',
    'unauthorized',
    'unsupported-plan',
    'not-found',
    'method-not-allowed',
    'too-large',
    'unsupported-media-type',
    'rate-limited',
    'server-error',
    'unexpected-status',
    'redirected',
    'not-the-service',
    'unreadable-reply',
    'oversized-reply',
    'connection',
    'address-expired',
    'incomplete-download',
    'oversized-download',
    'insecure-address',
    'insecure-audio',
    'unusable-address',
    'unusable-credentials',
    'job-failed',
    'in-doubt',
  ]),
  /** HTTP status, or null if there was no response. */
  status: z.int().nullable(),
  /** The service's own message, or the address that can't be reached. Without secrets. */
  message: z.string().nullable(),
  /** A sentence without secrets that says what happened, where, and what to do. */
  sentence: z.string(),
});
export type ServiceFailure = z.infer<typeof serviceFailureSchema>;
