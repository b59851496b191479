// Follows links from the service and never constructs them.
import type {
  LenientBatchJob,
  LenientChildJob,
  LenientClonedVoice,
  LenientVoice,
  SingleCreation,
  StreamCreation,
} from '@lectern/tts-protocol';
import {
  AUTHORIZATION_HEADER,
  type BatchCreation,
  batchCreationSchema,
  bearerToken,
  PATHS,
  USER_ID_HEADER,
} from '@lectern/tts-protocol';
import { type Clock, type HttpTransport, type Random, TransportError } from '../ports.ts';
import { type AudioStream, openStream } from './audio-stream.ts';
import { type CloneCreation, createClone, deleteClone } from './clones.ts';
import { type DownloadContext, type DownloadOptions, type DownloadSink, downloadTo } from './download.ts';
import { createSecretScrubber, type ReplyText } from './error-body.ts';
import {
  asServiceError,
  type ClientTimeouts,
  COMMON_HEADERS,
  DEFAULT_TIMEOUTS,
  REPLY_BOUNDS,
  readErrorReply,
  readReply,
  withTimeout,
} from './exchange.ts';
import { type GenerateOptions, generate } from './generation.ts';
import type { GenerationEvent } from './generation-events.ts';
import { endpointUrl, fromStoredLink, isPrivateAddress, resolveLink } from './links.ts';
import { parseBatch, parseChildJob, parseClones, parseVoices, type ReadingContext } from './readings.ts';
import {
  type BeforeRead,
  DEFAULT_RETRY,
  type ReadContext,
  type ReadOptions,
  type RetryPolicy,
  readResource,
} from './retry.ts';
import type { BeforeSend, SendContext } from './send-once.ts';
import { ServiceError } from './service-error.ts';
import { outcomeOfCreated, outcomeOfFailure, type SubmitOutcome } from './submission.ts';

export type { SubmitOutcome } from './submission.ts';

export interface Credentials {
  readonly key: string;
  readonly userId: string;
}

export interface ServiceClientOptions {
  /** May contain a path. The documented paths are appended to it. */
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random?: Pick<Random, 'next'>;
  readonly timeouts?: Partial<ClientTimeouts>;
  /** For reads and downloads. Submissions are never retried. */
  readonly retry?: Partial<RetryPolicy>;
  /** Called before every GET to the service, including retries, but not before downloads. */
  readonly beforeRead?: BeforeRead;
  /** Like `beforeRead`, for requests that are never retried: streams, single generation and clones. */
  readonly beforeSend?: BeforeSend;
}

/** Methods except `submitBatch` throw ServiceError and retry if that is safe. `tries` includes the first attempt. */
export interface ServiceClient {
  /** Never retries; service and network failures are returned as outcomes. @throws ZodError for an invalid body */
  submitBatch(body: BatchCreation, signal?: AbortSignal): Promise<SubmitOutcome>;
  readBatch(self: string, signal?: AbortSignal, tries?: number): Promise<LenientBatchJob>;
  readChild(self: string, signal?: AbortSignal, tries?: number): Promise<LenientChildJob>;
  listVoices(signal?: AbortSignal, tries?: number): Promise<LenientVoice[]>;
  /** Never sends credentials. After `address-expired`, read the child job again to get a new address. */
  download(url: string, options: DownloadOptions & { readonly to: DownloadSink }): Promise<void>;
}

export interface StreamingClient extends ServiceClient {
  /**
   * Renders at most 20,000 characters, without retries. Resolves when the first byte arrives. Parameters that the
   * interface doesn't list for streams (speed, seed and so on) are only sent if set, because other services might not
   * support them.
   */
  stream(parameters: StreamCreation, options?: { readonly signal?: AbortSignal | undefined }): Promise<AudioStream>;
}

export interface FullServiceClient extends StreamingClient {
  /**
   * Renders one text, without retries. The last event, `completed`, contains the audio's address. If the events end
   * early, the job is polled. If the caller stops iterating, the connection is closed, but the service might still
   * charge for the job. Throws `job-failed`; `in-doubt` if a job might exist; any other ServiceError if no job exists.
   */
  generate(
    parameters: SingleCreation,
    options?: GenerateOptions,
  ): AsyncIterableIterator<GenerationEvent, undefined, undefined>;
  listClonedVoices(signal?: AbortSignal, tries?: number): Promise<LenientClonedVoice[]>;
  /** Not retried; a lost answer is `in-doubt`. */
  createInstantClone(creation: CloneCreation, signal?: AbortSignal): Promise<LenientClonedVoice>;
  /** Not retried; a lost answer is `in-doubt`. */
  deleteClonedVoice(id: string, signal?: AbortSignal): Promise<void>;
}

interface ClientContext extends DownloadContext, SendContext, ReadContext {
  readonly baseUrl: URL;
}

/**
 * @throws ServiceError `unusable-address`, `unusable-credentials`, or `insecure-address` for http to another machine
 */
export function createServiceClient(options: ServiceClientOptions): FullServiceClient {
  const context = contextOf(options);
  return {
    submitBatch: async (body, signal) => submit(context, JSON.stringify(batchCreationSchema.parse(body)), signal),
    readBatch: async (self, signal, tries) =>
      readResource(context, 'read', 'batch', selfLinkUrl(context, self), parseBatch, { signal, tries }),
    readChild: async (self, signal, tries) =>
      readResource(context, 'read', 'child', selfLinkUrl(context, self), parseChildJob, { signal, tries }),
    listVoices: (signal, tries) => list(context, 'voices', parseVoices, { signal, tries }),
    listClonedVoices: (signal, tries) => list(context, 'clonedVoices', parseClones, { signal, tries }),
    stream: (parameters, { signal } = {}) => openStream(parameters, signal, context),
    generate: (parameters, how = {}) => generate(parameters, how, context),
    createInstantClone: (creation, signal) => createClone(creation, signal, context),
    deleteClonedVoice: (id, signal) => deleteClone(id, signal, context),
    download: (url, { to, ...how }) => downloadTo(url, to, how, context),
  };
}

function contextOf(options: ServiceClientOptions): ClientContext {
  const { key, userId } = options.credentials;
  const baseUrl = resolveLink('', options.baseUrl);
  if (!baseUrl) throw new ServiceError({ kind: 'unusable-address' });
  if (!isPrivateAddress(baseUrl)) throw new ServiceError({ kind: 'insecure-address', origin: baseUrl.origin });
  if (!isHeaderValue(key) || !isHeaderValue(userId)) throw new ServiceError({ kind: 'unusable-credentials' });
  baseUrl.search = '';
  const credentials = { [AUTHORIZATION_HEADER]: bearerToken(key), [USER_ID_HEADER]: userId };
  return {
    baseUrl,
    // The two headers in the “Authentication” section are only sent to the base address's own origin.
    headersFor: (url) => ({
      ...COMMON_HEADERS,
      accept: 'application/json',
      ...(url.origin === baseUrl.origin ? credentials : {}),
    }),
    scrubber: createSecretScrubber(key),
    transport: options.transport,
    clock: options.clock,
    random: options.random ?? { next: Math.random },
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    retry: { ...DEFAULT_RETRY, ...options.retry },
    beforeRead: options.beforeRead ?? (async () => ({ settle() {} })),
    beforeSend: options.beforeSend ?? (async () => ({ settle() {}, lost() {}, release() {}, refused() {} })),
  };
}

/** Visible ASCII characters without leading or trailing spaces. All servers interpret these in the same way. */
const isHeaderValue = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

function selfLinkUrl({ baseUrl }: ClientContext, self: string): URL {
  const url = fromStoredLink(self, baseUrl);
  if (!url) throw new ServiceError({ kind: 'unusable-address' });
  return url;
}

function list<T>(
  context: ClientContext,
  kind: 'voices' | 'clonedVoices',
  reader: Parameters<typeof readResource<T>>[4],
  how: ReadOptions,
): Promise<T> {
  return readResource(context, 'list', kind, endpointUrl(PATHS[kind], context.baseUrl), reader, how);
}

async function submit(context: ClientContext, body: string, signal: AbortSignal | undefined): Promise<SubmitOutcome> {
  const url = endpointUrl(PATHS.batches, context.baseUrl);
  const reading: ReadingContext = { baseUrl: context.baseUrl, readFrom: url, scrubber: context.scrubber };
  try {
    return await withTimeout(context.timeouts.exchangeMs, signal, async (inner) => {
      const reply = await context.transport.send({
        method: 'POST',
        url,
        body,
        headers: { ...context.headersFor(url), 'content-type': 'application/json' },
        freshConnection: true,
        connectTimeoutMs: context.timeouts.connectMs,
        idleTimeoutMs: context.timeouts.idleMs,
        signal: inner,
      });
      if (reply.status !== 201) return outcomeOfFailure(await readErrorReply(reply), context.clock.now(), reading);
      const read = await readReply(reply, REPLY_BOUNDS.batch).catch((error) => asServiceError(error));
      // A 201 whose body was lost is still accepted if its headers link to the batch.
      if (read instanceof ServiceError) return outcomeOfCreated({ ...reply, text: null }, read, reading);
      if (read instanceof Error) throw read;
      return outcomeOfCreated(read as ReplyText, null, reading);
    });
  } catch (error) {
    const problem = asServiceError(error);
    if (!(error instanceof TransportError) || !(problem instanceof ServiceError)) throw error;
    return { kind: error.phase === 'not-sent' ? 'not-sent' : 'in-doubt', error: problem };
  }
}
