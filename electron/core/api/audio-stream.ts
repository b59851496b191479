// Realtime streaming ("POST /api/v2/tts/stream"): audio that arrives while it is made. Sent once, never repeated: each
// request is spoken anew, and paid.
import { FORMATS } from '../../../codecs/formats.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { PATHS } from '../../../shared/service/requests.ts';
import { type StreamCreation, streamCreationSchema } from '../../../shared/service/stream-parameters.ts';
import type { Clock, HttpReply, HttpTransport } from '../ports.ts';
import { refuseForeign } from './download.ts';
import { problemOfReply } from './error-body.ts';
import { asServiceError, type ClientTimeouts, readErrorReply } from './exchange.ts';
import { endpointUrl } from './links.ts';
import type { SecretScrubber } from './secret-scrubber.ts';
import { ServiceError } from './service-error.ts';
import { TransportError } from './transport-error.ts';

/** Audio on its way. */
export interface AudioStream {
  /** As the service names it; null where it names none. */
  readonly contentType: string | null;
  /** Milliseconds from the sending of the request to the first byte of audio. */
  readonly firstAudioMs: number;
  /**
   * The bytes in order, to be gone through once; who leaves early gives the transfer up, as the signal does. What is not
   * taken holds the service up. Throws as `stream` does: a ServiceError `connection` where it breaks off or goes silent.
   */
  readonly audio: AsyncIterable<Uint8Array>;
}

/** A place in the rate budget, to be given up in one of three ways: the first of these calls counts. */
export interface StreamPlace {
  /** The reply came, or will not come any more. */
  settle(): void;
  /** Nothing of the request left this machine. */
  release(): void;
  /** The service refused it (429). `retryAfterMs`: milliseconds, from `Retry-After`. */
  refused(retryAfterMs?: number): void;
}

/** Waits for the rate budget of the `stream` scope. `characters`: code points of the text. */
export type BeforeStream = (characters: number, signal?: AbortSignal) => Promise<StreamPlace>;

export interface StreamContext {
  readonly baseUrl: URL;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly timeouts: ClientTimeouts;
  readonly scrubber: SecretScrubber;
  readonly beforeStream: BeforeStream;
}

/** More than any 20,000 characters become: one gibibyte. */
const MOST_BYTES = 1024 ** 3;

/**
 * Sends a text and waits for the first byte of its audio.
 *
 * @param headers with the account's credentials
 * @throws ZodError for a body that the interface does not allow; ServiceError; the signal's reason once it is aborted
 */
export async function openStream(
  parameters: StreamCreation,
  headers: (url: URL) => Record<string, string>,
  signal: AbortSignal | undefined,
  context: StreamContext,
): Promise<AudioStream> {
  const asked = streamCreationSchema.parse(parameters);
  signal?.throwIfAborted();
  const place = await context.beforeStream(countCharacters(asked.text), signal);
  const sentAt = context.clock.now();
  try {
    const reply = await send(asked, headers, signal, context);
    await refuseFailure(reply, context);
    place.settle();
    const chunks = reply.body[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) throw new ServiceError({ kind: 'unreadable-reply', status: reply.status, detail: 'it is empty' });
    return {
      contentType: reply.headers['content-type'] ?? null,
      firstAudioMs: context.clock.now() - sentAt,
      audio: rest(first.value, chunks, reply, signal),
    };
  } catch (error) {
    giveUp(place, error);
    throw failureOf(error, signal);
  }
}

function send(
  asked: StreamCreation,
  headers: (url: URL) => Record<string, string>,
  signal: AbortSignal | undefined,
  { baseUrl, transport, timeouts }: StreamContext,
): Promise<HttpReply> {
  const url = endpointUrl(PATHS.stream, baseUrl);
  return transport.send({
    method: 'POST',
    url,
    body: JSON.stringify(asked),
    headers: {
      ...headers(url),
      accept: FORMATS[asked.output_format ?? 'mp3'].mediaType,
      'content-type': 'application/json',
    },
    freshConnection: true,
    connectTimeoutMs: timeouts.connectMs,
    idleTimeoutMs: timeouts.idleMs,
    ...(signal ? { signal } : {}),
  });
}

/** @throws ServiceError where the reply is anything but audio */
async function refuseFailure(reply: HttpReply, { clock, scrubber }: StreamContext): Promise<void> {
  const succeeded = reply.status >= 200 && reply.status <= 299;
  if (!succeeded) throw new ServiceError(problemOfReply(await readErrorReply(reply), clock.now(), scrubber));
  refuseForeign(reply, scrubber);
}

function giveUp(place: StreamPlace, error: unknown): void {
  const problem = error instanceof ServiceError ? error.problem : null;
  if (error instanceof TransportError && error.phase === 'not-sent') place.release();
  else if (problem?.kind === 'rate-limited') place.refused(problem.retryAfterMs);
  else place.settle();
}

const failureOf = (error: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted ? signal.reason : asServiceError(error);

async function* rest(
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
  reply: HttpReply,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for (let next: IteratorResult<Uint8Array> = { value: first }; !next.done; next = await chunks.next()) {
      bytes += next.value.byteLength;
      if (bytes > MOST_BYTES) throw new ServiceError({ kind: 'oversized-download', limitBytes: MOST_BYTES });
      yield next.value;
    }
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    reply.discard();
  }
}
