// Reads realtime streams and records when each chunk arrives.
import { PATHS } from '@lectern/tts-protocol';
import { decodeSound } from '../audio/sound.ts';
import { type Frames, framesOf } from '../audio/spectrum.ts';
import type { Sound } from '../audio/wav.ts';
import type { Context } from '../context.ts';
import type { Fields } from '../json.ts';
import { Broken, formatValue } from '../verdict.ts';

export interface ReceivedStream {
  readonly bytes: Uint8Array;
  /** For each chunk, the total bytes received so far and its arrival time in milliseconds after the request. */
  readonly arrivals: readonly { readonly bytes: number; readonly atMs: number }[];
}

export interface OpenedStream {
  readonly status: number;
  /** The body of an error response. */
  readonly text: string;
}

const streamCall = (body: Fields, signal?: AbortSignal) => ({
  method: 'POST' as const,
  to: PATHS.stream,
  body,
  headers: { accept: 'audio/mpeg' },
  ...(signal ? { signal } : {}),
});

/** Returns a request body with the documented fields, the first voice and the dialog engine. */
export async function streamBody(context: Context, changes: Fields = {}): Promise<Fields> {
  const { first } = await context.cast();
  return { text: 'Yes, of course.', voice_engine: 'SvcDialog', voice: first, output_format: 'mp3', ...changes };
}

/** Requests a stream only for its status. Reads the body only if the response is an error. */
export async function openStream(context: Context, body: Fields, acceptsRateLimit = false): Promise<OpenedStream> {
  const leaving = new AbortController();
  const call = streamCall(body, leaving.signal);
  context.streamedAtMs = performance.now();
  const response = await (acceptsRateLimit ? context.client.open(call) : context.client.openWithRetry(call));
  try {
    const accepted = response.status < 300;
    if (accepted) return { status: response.status, text: '' };
    const text = await response.text();
    context.client.recordError(call, response.status, text);
    return { status: response.status, text };
  } finally {
    leaving.abort();
  }
}

/** Time limit for a stream in milliseconds, long enough to speak a long text in real time. */
const MAX_STREAM_MS = 1_800_000;

/** Reads a stream to its end. @throws {Broken} if it is refused or disconnects */
async function readStream(context: Context, body: Fields): Promise<ReceivedStream> {
  const call = { ...streamCall(body), longestMs: MAX_STREAM_MS };
  let started = 0;
  const response = await context.client.openWithRetry(call, () => {
    started = performance.now();
    context.streamedAtMs = started;
  });
  if (response.status !== 200) {
    const text = await response.text();
    context.client.recordError(call, response.status, text);
    throw new Broken(`${response.status}: ${formatValue(text)}`);
  }
  const pieces: Uint8Array[] = [];
  const arrivals: { bytes: number; atMs: number }[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      bytes += piece.length;
      arrivals.push({ bytes, atMs: performance.now() - started });
    }
  } catch (error) {
    throw new Broken(`a stream that broke off after ${bytes} bytes`, { cause: error });
  }
  return { bytes: Buffer.concat(pieces), arrivals };
}

/** Returns the bytes of a stream. Sends a request with the same body only once. */
export async function sharedStream(context: Context, changes: Fields = {}): Promise<ReceivedStream> {
  const body = await streamBody(context, changes);
  return context.once(`stream ${JSON.stringify(body)}`, () => readStream(context, body));
}

export async function streamSound(context: Context, changes: Fields): Promise<Sound> {
  return decodeSound((await sharedStream(context, changes)).bytes);
}

export const streamFrames = (context: Context, changes: Fields): Promise<Frames> =>
  context.once(`frames ${JSON.stringify(changes)}`, async () => framesOf(await streamSound(context, changes)));
