// The service's client: batches, voices and audio files. It follows the links that the service gives and guesses none.
import type {
  BatchJobReading,
  ChildJobReading,
  ClonedVoiceReading,
  SingleCreation,
  StreamCreation,
  VoiceReading,
} from '@lectern/tts-protocol';
import {
  AUTHORIZATION_HEADER,
  type BatchCreation,
  batchCreationSchema,
  bearer,
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
  within,
} from './exchange.ts';
import { type GenerateOptions, generate } from './generation.ts';
import type { GenerationEvent } from './generation-events.ts';
import { endpointUrl, fromStoredLink, isPrivateAddress, resolveLink } from './links.ts';
import { batchOf, childOf, clonesOf, type ReadingContext, voicesOf } from './readings.ts';
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
  /** May have a path of its own; the documented paths are appended to it. */
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** For the jitter of waits; `Math.random` unless given. */
  readonly random?: Pick<Random, 'next'>;
  readonly timeouts?: Partial<ClientTimeouts>;
  /** How reads and downloads are repeated. Submissions never are. */
  readonly retry?: Partial<RetryPolicy>;
  /**
   * Waits for the rate budget: called before each GET to the service, on every try, but not before downloads. What it
   * returns is settled when the reply has come or can no longer come.
   */
  readonly beforeRead?: BeforeRead;
  /** The same for what is sent once: streams, single generation and clones. */
  readonly beforeSend?: BeforeSend;
}

/**
 * All but `submitBatch` throw a ServiceError, or the signal's reason once it is aborted, and repeat what is harmless to
 * repeat; `tries` (1 or more) overrides how often they try in all.
 */
export interface ServiceClient {
  /**
   * Sends a batch, once. Whatever service and network do becomes an outcome.
   *
   * @throws ZodError for a body that the interface does not allow, which is a mistake of the caller's
   */
  submitBatch(body: BatchCreation, signal?: AbortSignal): Promise<SubmitOutcome>;
  /** @param self a link as `toStoredLink` keeps it: `SubmitOutcome`'s, or one of a reading's `_links` */
  readBatch(self: string, signal?: AbortSignal, tries?: number): Promise<BatchJobReading>;
  /** @param self a link as in `readBatch` */
  readChild(self: string, signal?: AbortSignal, tries?: number): Promise<ChildJobReading>;
  /** The prebuilt voices. */
  listVoices(signal?: AbortSignal, tries?: number): Promise<VoiceReading[]>;
  /** Fetches an audio file, never with credentials. `address-expired`: read the child job again for a new address. */
  download(url: string, options: DownloadOptions & { readonly to: DownloadSink }): Promise<void>;
}

/** The client with realtime streaming, which runs have no use for. */
export interface StreamingClient extends ServiceClient {
  /**
   * Has a text spoken at once, once: for an audition. It resolves with the first byte of audio; a text has at most
   * 20,000 characters. What the interface does not show for streams (speed, seed and so on) is sent only where it is
   * given: the local service knows it, another may not.
   *
   * @throws ZodError for a body that the interface does not allow, which is a mistake of the caller's
   */
  stream(parameters: StreamCreation, options?: { readonly signal?: AbortSignal | undefined }): Promise<AudioStream>;
}

/** The client with single generation and cloned voices, too. */
export interface WholeClient extends StreamingClient {
  /**
   * Has one text spoken, once, and reports progress: the last event, `completed`, says where the audio is
   * (`download`). An event stream that ends early, goes silent or can't be read is no failure: then the job itself is
   * read until it is finished (`onDoubt` tells). Leaving the iteration, or aborting the signal, ends the connection at
   * once; the service may finish the job all the same, and it is paid for.
   *
   * The iteration throws a ServiceError: `job-failed` where the service says so, `in-doubt` where it is unknown whether
   * there is a job, and every other kind where there is none. It throws the signal's reason once that is aborted.
   *
   * @throws ZodError for a body that the interface does not allow, which is a mistake of the caller's
   */
  generate(
    parameters: SingleCreation,
    options?: GenerateOptions,
  ): AsyncIterableIterator<GenerationEvent, undefined, undefined>;
  /** The account's cloned voices. */
  listClonedVoices(signal?: AbortSignal, tries?: number): Promise<ClonedVoiceReading[]>;
  /** Has a voice made from a sample, once; a lost answer is an `in-doubt`. What the service takes is for it to say. */
  createInstantClone(creation: CloneCreation, signal?: AbortSignal): Promise<ClonedVoiceReading>;
  /** Deletes a cloned voice, once; a lost answer is an `in-doubt`. */
  deleteClonedVoice(id: string, signal?: AbortSignal): Promise<void>;
}

interface ClientContext extends DownloadContext, SendContext, ReadContext {
  readonly baseUrl: URL;
}

/**
 * Makes a client for one service and account.
 *
 * @throws ServiceError `unusable-address`, `unusable-credentials`, or `insecure-address` for plain http to another machine
 */
export function createServiceClient(options: ServiceClientOptions): WholeClient {
  const context = contextOf(options);
  return {
    submitBatch: async (body, signal) => submit(context, JSON.stringify(batchCreationSchema.parse(body)), signal),
    readBatch: async (self, signal, tries) =>
      readResource(context, 'read', 'batch', linked(context, self), batchOf, { signal, tries }),
    readChild: async (self, signal, tries) =>
      readResource(context, 'read', 'child', linked(context, self), childOf, { signal, tries }),
    listVoices: (signal, tries) => list(context, 'voices', voicesOf, { signal, tries }),
    listClonedVoices: (signal, tries) => list(context, 'clonedVoices', clonesOf, { signal, tries }),
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
  const credentials = { [AUTHORIZATION_HEADER]: bearer(key), [USER_ID_HEADER]: userId };
  return {
    baseUrl,
    // The two headers of "Authentication", for the base address's own origin and no other.
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
    beforeSend: options.beforeSend ?? (async () => ({ settle() {}, release() {}, refused() {} })),
  };
}

/** Visible ASCII without spaces at its ends: what every server reads as it was meant. */
const isHeaderValue = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

function linked({ baseUrl }: ClientContext, self: string): URL {
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
    return await within(context.timeouts.exchangeMs, signal, async (inner) => {
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
      // A 201 whose body is lost on its way is accepted all the same where its headers say where the batch is.
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
