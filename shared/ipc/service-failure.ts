// What went wrong with the service, as the window is told it: a kind, and the data that its sentence needs.
import { z } from 'zod';

export const serviceFailureSchema = z.object({
  /** As the service's client names it, or `clones-only` and the like where a reply can't be used. */
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
  /** The HTTP status, where there was an answer. */
  status: z.int().nullable(),
  /** One sentence of the client's own, without secrets: what happened, where, what to do. */
  sentence: z.string(),
});
export type ServiceFailure = z.infer<typeof serviceFailureSchema>;
