// Problems with the speech service: refusals, unusable replies and broken connections. The messages are in
// `shared/words/en/problems.ts`. Neither messages nor other fields ever contain the key.
import { z } from 'zod';

/** Kinds for the known statuses. The first three have identifiers in the interface ("Errors"). */
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

/** What can be said about the request's bytes when it failed. */
export const transportPhaseSchema = z.enum(['not-sent', 'in-part', 'sent']);
export type TransportPhase = z.infer<typeof transportPhaseSchema>;

/**
 * - `refused-connection`: the port is closed, or the host or network is unreachable.
 * - `dns`: the host name can't be resolved.
 * - `tls`: no trusted encrypted connection could be established.
 * - `timeout`: no data arrived for too long.
 * - `too-slow`: data arrived, but too slowly.
 * - `reset`: the connection was closed before the reply started.
 * - `ended-early`: the connection was closed or broke during the reply.
 * - `malformed`: the reply is not valid HTTP.
 * - `insecure`: the URL is neither http nor https, or the request can't be sent safely.
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
 * Why a reply in the right format is unusable.
 *
 * - `not-batch`, `not-child`, `not-job`, `not-voice`, `not-voices`: it is valid JSON without the expected fields.
 * - `not-audio`: the audio can't be decoded.
 * - `compressed`: no compression was requested.
 * - `other-range`, `no-range`: a resumed download got another part of the file, or none.
 * - `no-batch-link`, `no-job-link`: the request was accepted, but the reply has no link to its job.
 * - `endless-events`: the event stream doesn't end and reports no progress.
 */
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

/** The limit that a reply exceeded: bytes, JSON values, nesting levels or list entries. */
const replyLimitSchema = z.object({ unit: z.enum(['bytes', 'values', 'levels', 'entries']), most: z.int() }).readonly();
export type ReplyLimit = z.infer<typeof replyLimitSchema>;

const doubtfulThingSchema = z.enum(['generation', 'clone', 'deletion']);
export type DoubtfulThing = z.infer<typeof doubtfulThingSchema>;

const answered = {
  /** The HTTP status. */
  status: z.int(),
  /** The service's message without secrets, at most 300 characters, or null if there was none. */
  message: z.string().nullable(),
  /** Instead of a message, there was an HTML page. */
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
  /** 429. */
  z.object({ kind: z.literal('rate-limited'), ...answered, retryAfterMs }).readonly(),
  /** 5xx. */
  z.object({ kind: z.literal('server-error'), ...answered, retryAfterMs }).readonly(),
  z.object({ kind: z.literal('unexpected-status'), ...answered }).readonly(),
  /** 3xx, which is never followed with credentials. `origin` is the target, or null if missing. */
  z.object({ kind: z.literal('redirected'), status: z.int(), origin: z.string().nullable() }).readonly(),
  /** The reply came from something else, for example an HTML page. */
  z.object({ kind: z.literal('not-the-service'), status: z.int(), contentType: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('unreadable-reply'), status: z.int(), fault: replyFaultSchema }).readonly(),
  /** The reply exceeds the size limit for its kind and was not read to its end. */
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
  /** The audio file's address is no longer valid. Reading the child job again gives a new one. */
  z.object({ kind: z.literal('address-expired'), status: z.int() }).readonly(),
  z
    .object({
      kind: z.literal('incomplete-download'),
      receivedBytes: z.number(),
      expectedBytes: z.number().nullable(),
    })
    .readonly(),
  /**
   * The file is larger than announced or, if `bound` is set, larger than such audio can be. `bound.seconds` is the
   * longest possible duration of the text, or null if the audio doesn't belong to a text.
   */
  z
    .object({
      kind: z.literal('oversized-download'),
      limitBytes: z.number(),
      bound: z.object({ seconds: z.number().nullable() }).readonly().optional(),
    })
    .readonly(),
  /** A key would be sent over http to another machine, or audio would be redirected from https to http. */
  z.object({ kind: z.literal('insecure-address'), origin: z.string() }).readonly(),
  /** An https service gave an http address for audio that is not available over https. */
  z.object({ kind: z.literal('insecure-audio'), origin: z.string() }).readonly(),
  z.object({ kind: z.literal('unusable-address') }).readonly(),
  z.object({ kind: z.literal('unusable-credentials') }).readonly(),
  /** The service says that a single-generation job failed. `message` is as in `answered`. */
  z.object({ kind: z.literal('job-failed'), message: z.string().nullable() }).readonly(),
]);
/** A problem after which it is known that nothing was done. */
export type CertainProblem = z.infer<typeof certainProblemSchema>;

/**
 * The request may have been carried out, so repeating it could do it twice. `why` is the failure, or null if the
 * service didn't finish in time. `self` is a link to the job, if known.
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

/** Returns the problem itself or, if it is a doubt, the one that caused it. */
export const causeOf = (problem: ServiceProblem): CertainProblem | null =>
  problem.kind === 'in-doubt' ? problem.why : problem;
