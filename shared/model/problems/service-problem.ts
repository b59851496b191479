// The fields never contain the key.
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

/**
 * `timeout`: no data for too long. `reset`: the connection closed before the reply. `ended-early`: it closed during
 * the reply.
 */
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

/**
 * `compressed`: the reply is compressed, although compression wasn't requested. `other-range`: a resumed download
 * received a different part of the file. `endless-events`: the service keeps sending events without progress.
 */
export const replyProblemSchema = z.enum([
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
export type ReplyProblem = z.infer<typeof replyProblemSchema>;

const replyLimitSchema = z.object({ unit: z.enum(['bytes', 'values', 'levels', 'entries']), most: z.int() }).readonly();
export type ReplyLimit = z.infer<typeof replyLimitSchema>;

const doubtfulThingSchema = z.enum(['generation', 'clone', 'deletion']);
export type DoubtfulOperation = z.infer<typeof doubtfulThingSchema>;

const replyShape = {
  status: z.int(),
  /** The service's message without secrets, at most 300 characters; null if there was no message. */
  message: z.string().nullable(),
  isPage: z.literal(true).optional(),
};
/** At most 60,000, the longest wait that the interface allows (see “Errors”). */
const retryAfterMs = z.number().optional();

const refusalSchema = <K extends RefusalKind>(kind: K) =>
  z.object({ kind: z.literal(kind), ...replyShape, errorId: z.string().nullable() }).readonly();

const [invalid, unauthorized, plan, notFound, method, tooLarge, mediaType] = REFUSAL_KINDS;

const certainProblemSchema = z.discriminatedUnion('kind', [
  refusalSchema(invalid),
  refusalSchema(unauthorized),
  refusalSchema(plan),
  refusalSchema(notFound),
  refusalSchema(method),
  refusalSchema(tooLarge),
  refusalSchema(mediaType),
  z.object({ kind: z.literal('rate-limited'), ...replyShape, retryAfterMs }).readonly(),
  z.object({ kind: z.literal('server-error'), ...replyShape, retryAfterMs }).readonly(),
  z.object({ kind: z.literal('unexpected-status'), ...replyShape }).readonly(),
  /**
   * A 3xx redirect. Redirects are never followed with credentials. `origin` is the redirect's target, or null if it
   * is missing.
   */
  z.object({ kind: z.literal('redirected'), status: z.int(), origin: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('not-the-service'), status: z.int(), contentType: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('unreadable-reply'), status: z.int(), fault: replyProblemSchema }).readonly(),
  z.object({ kind: z.literal('oversized-reply'), status: z.int(), limit: replyLimitSchema }).readonly(),
  /** The reply is missing or incomplete. `code` is the operating system's error code. */
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
   * The download is larger than announced or than `bound` allows. `bound.seconds` is the maximum duration for the
   * text; null if there is no text.
   */
  z
    .object({
      kind: z.literal('oversized-download'),
      limitBytes: z.number(),
      bound: z.object({ seconds: z.number().nullable() }).readonly().optional(),
    })
    .readonly(),
  /** The key would be sent over http to another machine, or an https audio URL redirects to http. */
  z.object({ kind: z.literal('insecure-address'), origin: z.string() }).readonly(),
  /** An https service provided an http URL, and the audio isn't available over https. */
  z.object({ kind: z.literal('insecure-audio'), origin: z.string() }).readonly(),
  z.object({ kind: z.literal('unusable-address') }).readonly(),
  z.object({ kind: z.literal('unusable-credentials') }).readonly(),
  z.object({ kind: z.literal('job-failed'), message: z.string().nullable() }).readonly(),
]);
/** A problem after which it is certain that the service did nothing. */
export type CertainProblem = z.infer<typeof certainProblemSchema>;

/**
 * Sending the request again could carry it out twice. `why` is null after a timeout; `self` links to the job, if known.
 */
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
