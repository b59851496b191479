// Realtime streaming: the bytes, and when they came.
import { PATHS } from '@lectern/tts-protocol';
import { decodeSound } from '../audio/sound.ts';
import { type Frames, framesOf } from '../audio/spectrum.ts';
import type { Sound } from '../audio/wav.ts';
import type { Context } from '../context.ts';
import type { Fields } from '../json.ts';
import { Broken, shown } from '../verdict.ts';

export interface Streamed {
  readonly bytes: Uint8Array;
  /** Of each piece: how many bytes there were with it, and milliseconds after the request. */
  readonly arrivals: readonly { readonly bytes: number; readonly atMs: number }[];
}

export interface Opened {
  readonly status: number;
  /** The body of a refusal. */
  readonly text: string;
}

const callFor = (body: Fields, signal?: AbortSignal) => ({
  method: 'POST' as const,
  to: PATHS.stream,
  body,
  headers: { accept: 'audio/mpeg' },
  ...(signal ? { signal } : {}),
});

/** A request in the form of the documented fields, with the first voice and the engine of dialogs. */
export async function streamBody(context: Context, given: Fields = {}): Promise<Fields> {
  const { first } = await context.cast();
  return { text: 'Yes, of course.', voice_engine: 'SvcDialog', voice: first, output_format: 'mp3', ...given };
}

/** Asks for a stream and leaves as soon as it is known whether it was accepted. */
export async function openStream(context: Context, body: Fields, takes429 = false): Promise<Opened> {
  const leaving = new AbortController();
  const call = callFor(body, leaving.signal);
  context.streamedAtMs = performance.now();
  const response = await (takes429 ? context.client.open(call) : context.client.openPatiently(call));
  try {
    const accepted = response.status < 300;
    if (accepted) return { status: response.status, text: '' };
    const text = await response.text();
    context.client.remember(call, response.status, text);
    return { status: response.status, text };
  } finally {
    leaving.abort();
  }
}

/** As long as it takes to speak a long text at the pace of a listener, in milliseconds. */
const LONGEST_STREAM_MS = 1_800_000;

/** Reads a stream to its end. @throws {Broken} where it is refused, or breaks off */
async function readStream(context: Context, body: Fields): Promise<Streamed> {
  const call = { ...callFor(body), longestMs: LONGEST_STREAM_MS };
  let started = 0;
  const response = await context.client.openPatiently(call, () => {
    started = performance.now();
    context.streamedAtMs = started;
  });
  if (response.status !== 200) {
    const text = await response.text();
    context.client.remember(call, response.status, text);
    throw new Broken(`${response.status}: ${shown(text)}`);
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

/** What a request streams, asked for once. */
export async function streamed(context: Context, given: Fields = {}): Promise<Streamed> {
  const body = await streamBody(context, given);
  return context.once(`stream ${JSON.stringify(body)}`, () => readStream(context, body));
}

export async function streamedSound(context: Context, given: Fields): Promise<Sound> {
  return decodeSound((await streamed(context, given)).bytes);
}

/** What is heard of a stream. */
export const streamedFrames = (context: Context, given: Fields): Promise<Frames> =>
  context.once(`frames ${JSON.stringify(given)}`, async () => framesOf(await streamedSound(context, given)));
