// The service's client: batches, voices and audio files. It follows the links that the service gives and guesses none.
import { type BatchCreation, batchCreationSchema } from '../../../shared/service/input-parameters.ts';
import type { BatchJobReading, ChildJobReading } from '../../../shared/service/jobs.ts';
import { AUTHORIZATION_HEADER, bearer, PATHS, USER_ID_HEADER } from '../../../shared/service/requests.ts';
import type { StreamCreation } from '../../../shared/service/stream-parameters.ts';
import type { VoiceReading } from '../../../shared/service/voices.ts';
import type { Clock, HttpTransport, Random } from '../ports.ts';
import { type AudioStream, type BeforeStream, openStream, type StreamContext } from './audio-stream.ts';
import { type DownloadContext, type DownloadOptions, type DownloadSink, downloadTo, MemorySink } from './download.ts';
import { problemOfReply, type ReplyText } from './error-body.ts';
import {
  asServiceError,
  type ClientTimeouts,
  COMMON_HEADERS,
  DEFAULT_TIMEOUTS,
  readErrorReply,
  readReply,
  sendGet,
  within,
} from './exchange.ts';
import { endpointUrl, fromStoredLink, isPrivateAddress, resolveLink } from './links.ts';
import { batchOf, childOf, type ReadingContext, voicesOf } from './readings.ts';
import { DEFAULT_RETRY, persistently, type RetryPolicy } from './retry.ts';
import { createSecretScrubber } from './secret-scrubber.ts';
import { ServiceError } from './service-error.ts';
import { outcomeOfCreated, outcomeOfFailure, type SubmitOutcome } from './submission.ts';
import { TransportError } from './transport-error.ts';

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
   * Waits for the rate budget: called before each GET to the service, each try anew, and not before downloads. What it
   * gives is told when the reply has come or will not come any more.
   */
  readonly beforeRead?: (scope: 'read' | 'list', signal?: AbortSignal) => Promise<{ settle(): void }>;
  /** The same for realtime streaming. */
  readonly beforeStream?: BeforeStream;
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
  /** The same into memory. */
  downloadBytes(url: string, options?: DownloadOptions): Promise<Uint8Array>;
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

/** The most that a JSON reply may have, in bytes. */
const MOST_JSON_BYTES = 64 * 1024 ** 2;

interface Context extends DownloadContext, StreamContext {
  readonly credentials: Readonly<Record<string, string>>;
  readonly beforeRead: NonNullable<ServiceClientOptions['beforeRead']>;
}

/**
 * Makes a client for one service and account.
 *
 * @throws ServiceError `unusable-address`, `unusable-credentials`, or `insecure-address` for plain http to another machine
 */
export function createServiceClient(options: ServiceClientOptions): StreamingClient {
  const context = contextOf(options);
  return {
    submitBatch: async (body, signal) => submit(context, JSON.stringify(batchCreationSchema.parse(body)), signal),
    readBatch: async (self, signal, tries) => read(context, 'read', linked(context, self), batchOf, signal, tries),
    readChild: async (self, signal, tries) => read(context, 'read', linked(context, self), childOf, signal, tries),
    listVoices: (signal, tries) =>
      read(context, 'list', endpointUrl(PATHS.voices, context.baseUrl), voicesOf, signal, tries),
    stream: (parameters, { signal } = {}) => openStream(parameters, (url) => headersFor(context, url), signal, context),
    download: (url, { to, ...how }) => downloadTo(url, to, how, context),
    downloadBytes: async (url, how = {}) => {
      const sink = new MemorySink();
      await downloadTo(url, sink, how, context);
      return sink.bytes();
    },
  };
}

function contextOf(options: ServiceClientOptions): Context {
  const { key, userId } = options.credentials;
  const baseUrl = resolveLink('', options.baseUrl);
  if (!baseUrl) throw new ServiceError({ kind: 'unusable-address' });
  if (!isPrivateAddress(baseUrl)) throw new ServiceError({ kind: 'insecure-address', origin: baseUrl.origin });
  if (!isHeaderValue(key) || !isHeaderValue(userId)) throw new ServiceError({ kind: 'unusable-credentials' });
  baseUrl.search = '';
  return {
    baseUrl,
    credentials: { [AUTHORIZATION_HEADER]: bearer(key), [USER_ID_HEADER]: userId },
    scrubber: createSecretScrubber(key),
    transport: options.transport,
    clock: options.clock,
    random: options.random ?? { next: Math.random },
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    retry: { ...DEFAULT_RETRY, ...options.retry },
    beforeRead: options.beforeRead ?? (async () => ({ settle() {} })),
    beforeStream: options.beforeStream ?? (async () => ({ settle() {}, release() {}, refused() {} })),
  };
}

/** Visible ASCII without spaces at its ends: what every server reads as it was meant. */
const isHeaderValue = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

function linked({ baseUrl }: Context, self: string): URL {
  const url = fromStoredLink(self, baseUrl);
  if (!url) throw new ServiceError({ kind: 'unusable-address' });
  return url;
}

/** The two headers of "Authentication", for the base address's own origin and no other. */
function headersFor({ baseUrl, credentials }: Context, url: URL): Record<string, string> {
  return { ...COMMON_HEADERS, accept: 'application/json', ...(url.origin === baseUrl.origin ? credentials : {}) };
}

async function submit(context: Context, body: string, signal: AbortSignal | undefined): Promise<SubmitOutcome> {
  const url = endpointUrl(PATHS.batches, context.baseUrl);
  const reading: ReadingContext = { baseUrl: context.baseUrl, readFrom: url, scrubber: context.scrubber };
  try {
    return await within(context.timeouts.exchangeMs, signal, async (inner) => {
      const reply = await context.transport.send({
        method: 'POST',
        url,
        body,
        headers: { ...headersFor(context, url), 'content-type': 'application/json' },
        freshConnection: true,
        connectTimeoutMs: context.timeouts.connectMs,
        idleTimeoutMs: context.timeouts.idleMs,
        signal: inner,
      });
      if (reply.status !== 201) return outcomeOfFailure(await readErrorReply(reply), context.clock.now(), reading);
      const read = await readReply(reply, MOST_JSON_BYTES).catch((error) => asServiceError(error));
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

type Reader<T> = (reply: ReplyText, context: ReadingContext) => T;

function read<T>(
  context: Context,
  scope: 'read' | 'list',
  url: URL,
  reader: Reader<T>,
  signal: AbortSignal | undefined,
  tries: number = context.retry.tries,
): Promise<T> {
  const { clock, random, timeouts, baseUrl, scrubber } = context;
  const reading: ReadingContext = { baseUrl, readFrom: url, scrubber };
  return persistently({ ...context.retry, tries }, { clock, random, signal }, async () => {
    const place = await context.beforeRead(scope, signal);
    const reply = await within(timeouts.exchangeMs, signal, (inner) => getText(context, url, inner))
      .catch((error) => {
        throw asServiceError(error);
      })
      .finally(() => place.settle());
    if (reply.status < 200 || reply.status > 299) {
      throw new ServiceError(problemOfReply(reply, clock.now(), scrubber));
    }
    return reader(reply, reading);
  });
}

async function getText(context: Context, url: URL, signal: AbortSignal): Promise<ReplyText> {
  const reply = await sendGet(context.transport, {
    url,
    headers: headersFor(context, url),
    connectTimeoutMs: context.timeouts.connectMs,
    idleTimeoutMs: context.timeouts.idleMs,
    signal,
  });
  const succeeded = reply.status >= 200 && reply.status <= 299;
  return succeeded ? readReply(reply, MOST_JSON_BYTES) : readErrorReply(reply);
}
