// No field ever contains the key.
import { z } from 'zod';

export const REFUSAL_KINDS = [
  'invalid-parameters',
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

export const transportPhaseSchema = z.enum(['not-sent', 'in-part', 'sent']);
export type TransportPhase = z.infer<typeof transportPhaseSchema>;

/** `timeout`: no data for too long. `reset`: closed before the reply; `ended-early`: during it. */
export const transportFailureSchema = z.enum([
  'refused-connection',
  'dns',
  'tls',
  'connect-timeout',
  'timeout',
  'too-slow',
  'reset',
  'ended-early',
  'malformed',
  'aborted',
  'insecure',
  'other',
]);
export type TransportFailure = z.infer<typeof transportFailureSchema>;

/** `compressed`: not requested. `other-range`: a resumed download got another part. `endless-events`: no progress. */
export const replyFaultSchema = z.enum([
  'empty',
  'not-json',
  'not-batch',
  'not-child',
  'not-job',
  'not-voice',
  'not-voices',
  'not-audio',
  'compressed',
  'other-range',
  'no-range',
  'no-batch-link',
  'no-job-link',
  'endless-events',
]);
export type ReplyFault = z.infer<typeof replyFaultSchema>;

const replyLimitSchema = z.object({ unit: z.enum(['bytes', 'values', 'levels', 'entries']), most: z.int() }).readonly();
export type ReplyLimit = z.infer<typeof replyLimitSchema>;

const doubtfulThingSchema = z.enum(['generation', 'clone', 'deletion']);
export type DoubtfulThing = z.infer<typeof doubtfulThingSchema>;

const answered = {
  status: z.int(),
  /** Without secrets, at most 300 characters, or null if there was none. */
  message: z.string().nullable(),
  isPage: z.literal(true).optional(),
};
/** At most 60,000, the interface's longest wait ("Errors"). */
const retryAfterMs = z.number().optional();

const refusalSchema = <K extends RefusalKind>(kind: K) =>
  z.object({ kind: z.literal(kind), ...answered, errorId: z.string().nullable() }).readonly();

const [invalid, unauthorized, plan, notFound, method, tooLarge, mediaType] = REFUSAL_KINDS;

const certainProblemSchema = z.discriminatedUnion('kind', [
  refusalSchema(invalid),
  refusalSchema(unauthorized),
  refusalSchema(plan),
  refusalSchema(notFound),
  refusalSchema(method),
  refusalSchema(tooLarge),
  refusalSchema(mediaType),
  z.object({ kind: z.literal('rate-limited'), ...answered, retryAfterMs }).readonly(),
  z.object({ kind: z.literal('server-error'), ...answered, retryAfterMs }).readonly(),
  z.object({ kind: z.literal('unexpected-status'), ...answered }).readonly(),
  /** 3xx, which is never followed with credentials. `origin` is the target, or null if missing. */
  z.object({ kind: z.literal('redirected'), status: z.int(), origin: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('not-the-service'), status: z.int(), contentType: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('unreadable-reply'), status: z.int(), fault: replyFaultSchema }).readonly(),
  z.object({ kind: z.literal('oversized-reply'), status: z.int(), limit: replyLimitSchema }).readonly(),
  /** The reply is missing or incomplete. `code` is the system's error code. */
  z
    .object({
      kind: z.literal('connection'),
      phase: transportPhaseSchema,
      failure: transportFailureSchema,
      origin: z.string(),
      code: z.string().nullable(),
    })
    .readonly(),
  z.object({ kind: z.literal('address-expired'), status: z.int() }).readonly(),
  z
    .object({
      kind: z.literal('incomplete-download'),
      receivedBytes: z.number(),
      expectedBytes: z.number().nullable(),
    })
    .readonly(),
  /**
   * Larger than announced or than `bound` allows. `bound.seconds` is the longest duration of the text; null without a
   * text.
   */
  z
    .object({
      kind: z.literal('oversized-download'),
      limitBytes: z.number(),
      bound: z.object({ seconds: z.number().nullable() }).readonly().optional(),
    })
    .readonly(),
  /** A key over http to another machine, or audio redirected from https to http. */
  z.object({ kind: z.literal('insecure-address'), origin: z.string() }).readonly(),
  /** An http address from an https service, and no audio over https. */
  z.object({ kind: z.literal('insecure-audio'), origin: z.string() }).readonly(),
  z.object({ kind: z.literal('unusable-address') }).readonly(),
  z.object({ kind: z.literal('unusable-credentials') }).readonly(),
  z.object({ kind: z.literal('job-failed'), message: z.string().nullable() }).readonly(),
]);
/** It is known that nothing was done. */
export type CertainProblem = z.infer<typeof certainProblemSchema>;

/** Repeating the request could do it twice. `why` is null after a timeout; `self` links to the job, if known. */
const inDoubtSchema = z
  .object({
    kind: z.literal('in-doubt'),
    what: doubtfulThingSchema,
    why: certainProblemSchema.nullable(),
    self: z.string().nullable(),
  })
  .readonly();

export const serviceProblemSchema = z.union([certainProblemSchema, inDoubtSchema]);
export type ServiceProblem = z.infer<typeof serviceProblemSchema>;

export const causeOf = (problem: ServiceProblem): CertainProblem | null =>
  problem.kind === 'in-doubt' ? problem.why : problem;
