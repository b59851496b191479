// Requests are never retried, because each one is rendered and charged separately.

import { AUDIO_FORMATS } from '@lectern/audio/formats';
import { PATHS, type StreamCreation, streamCreationSchema } from '@lectern/tts-protocol';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { HttpReply } from '../ports.ts';
import { type AudioLimit, audioLimitOf } from '../rules/longest-speech.ts';
import { cancellable } from './cancellable.ts';
import { oversizedAudioError, rejectForeignReply } from './download.ts';
import { foreignReplyProblem, type SecretScrubber } from './error-body.ts';
import { failureOf, type SendContext, sendOnce } from './send-once.ts';
import { ServiceError } from './service-error.ts';

export interface AudioStream {
  readonly contentType: string | null;
  readonly firstAudioMs: number;
  /**
   * Can be iterated once; stopping early cancels the transfer. Throws a `connection` ServiceError if the transfer
   * fails.
   */
  readonly audio: AsyncIterable<Uint8Array>;
}

/** A quarter of the lowest bit rate for speech, because a busy machine can be that slow to generate audio. */
const MIN_BYTES_PER_SECOND = 256;

/** Matches the start of an HTML page or a JSON reply; no audio format starts like this. */
const FOREIGN_START = /^\s*(<!doctype|<html|<\?xml|\{\s*"|\[\s*["{])/i;

/** Sends a text and waits for the first byte of its audio. @throws ZodError; ServiceError; the signal's reason */
export async function openStream(
  parameters: StreamCreation,
  signal: AbortSignal | undefined,
  context: SendContext,
): Promise<AudioStream> {
  const asked = streamCreationSchema.parse(parameters);
  const characters = countCharacters(asked.text);
  const { reply, at } = await sendOnce(
    {
      method: 'POST',
      path: PATHS.stream,
      scope: 'stream',
      characters,
      leastBytesPerSecond: MIN_BYTES_PER_SECOND,
      headers: { accept: AUDIO_FORMATS[asked.output_format ?? 'mp3'].mediaType, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    },
    signal,
    context,
  );
  const limit = audioLimitOf({ characters, speed: asked.speed });
  try {
    rejectForeignReply(reply, context.scrubber);
    const chunks = reply.body[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) throw new ServiceError({ kind: 'unreadable-reply', status: reply.status, fault: 'empty' });
    refuseForeignStart(first.value, reply, context.scrubber);
    return {
      contentType: reply.headers['content-type'] ?? null,
      firstAudioMs: context.clock.now() - at,
      audio: cancellable(rest(first.value, chunks, { reply, signal, limit }), () => reply.discard()),
    };
  } catch (error) {
    reply.discard();
    throw failureOf(error, signal);
  }
}

/** Without this check, an HTML page with a missing content type would be played as audio. */
function refuseForeignStart(first: Uint8Array, { status, headers }: HttpReply, scrubber: SecretScrubber): void {
  if (/^\s*audio\//i.test(headers['content-type'] ?? '')) return;
  const text = Buffer.from(first.subarray(0, 64)).toString('latin1');
  if (FOREIGN_START.test(text)) throw new ServiceError(foreignReplyProblem({ status, headers, text }, scrubber));
}

async function* rest(
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
  { reply, signal, limit }: { reply: HttpReply; signal: AbortSignal | undefined; limit: AudioLimit },
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  let bytes = 0;
  try {
    for (let next: IteratorResult<Uint8Array> = { value: first }; !next.done; next = await chunks.next()) {
      bytes += next.value.byteLength;
      if (bytes > limit.bytes) throw oversizedAudioError(limit);
      yield [next.value];
    }
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    reply.discard();
  }
}
