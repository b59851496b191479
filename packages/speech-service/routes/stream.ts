import { randomBytes, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { AUDIO_FORMATS } from '@lectern/audio/formats';
import {
  BOUNDS,
  LEASE_EPOCH_SECONDS,
  LEASE_LAYOUT,
  LEASE_OPAQUE_BYTES,
  PATHS,
  type StreamCreation,
  streamCreationSchema,
} from '@lectern/tts-protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { DECISIONS } from '../common/decisions.ts';
import { isVoiceCompatible } from '../common/engines.ts';
import { joinMessages } from '../common/invalid-parameters.ts';
import { invalidParameters } from '../http/errors.ts';
import { createStreamOrder, type SpokenInput, type StreamOrder } from '../rendering/stream-order.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { engineOfVoice, speechIssues } from './check-speech.ts';
import { callerOf, disconnectSignal, parseBody, type RouteContext, requestOrigin } from './context.ts';

export const leaseRequestSchema = z.strictObject({});

/**
 * Encodes a lease: opaque bytes, creation time and duration in seconds (32-bit big-endian), then the streaming URL as
 * JSON.
 */
function encodeLease(created: number, durationSeconds: number, address: string): Buffer {
  const head = Buffer.concat([
    randomBytes(LEASE_OPAQUE_BYTES),
    Buffer.alloc(LEASE_LAYOUT.metadata - LEASE_OPAQUE_BYTES),
  ]);
  head.writeUInt32BE(created - LEASE_EPOCH_SECONDS, LEASE_LAYOUT.created);
  head.writeUInt32BE(durationSeconds, LEASE_LAYOUT.duration);
  const metadata = { inference_address: address, premium_inference_address: address };
  return Buffer.concat([head, Buffer.from(JSON.stringify(metadata))]);
}

export function registerLeases(app: FastifyInstance, { limits, now }: RouteContext): void {
  app.post(PATHS.leases, async (request, reply) => {
    const account = callerOf(request);
    parseBody(leaseRequestSchema, request.body ?? {});
    await limits.count(account, 'list');
    const lease = encodeLease(
      Math.floor(now() / 1000),
      DECISIONS.leaseSeconds,
      `${requestOrigin(request)}${PATHS.stream}`,
    );
    return reply.code(201).type('application/octet-stream').header('cache-control', 'no-store').send(lease);
  });
}

interface CheckedStream {
  readonly input: SpokenInput;
  readonly order: StreamOrder;
  readonly characters: number;
}

/** Checks a request for a stream. @throws ApiError 400 that names each invalid field */
export function checkStream(
  asked: StreamCreation,
  findVoice: FindVoice,
  prebuilt: readonly EngineVoice[],
): CheckedStream {
  const engine = asked.voice_engine ?? engineOfVoice(asked.voice, findVoice);
  const characters = countCharacters(asked.text);
  const found = speechIssues(asked, { engine, characters, most: BOUNDS.streamCharacters.max, find: findVoice });
  const fitting = prebuilt.find((voice) => isVoiceCompatible(engine, { ...voice, isCloned: false }));
  const voice = asked.voice ?? fitting?.id;
  if (voice === undefined) found.push(`voice_engine ${engine} has no voices on this service`);
  if (voice === undefined || found.length > 0) throw invalidParameters(joinMessages(found));
  const seed = asked.seed ?? randomInt(DECISIONS.drawnSeeds);
  const input = { ...asked, voice_engine: engine, voice };
  return { input, order: createStreamOrder(input, seed), characters };
}

interface RelayOptions {
  readonly stallMs: number;
  readonly onStalled: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Yields the bytes with backpressure, and detects stalled readers. */
async function* relayed(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  { stallMs, onStalled, onFailed }: RelayOptions,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      const stalled = setTimeout(onStalled, stallMs);
      try {
        yield next.value;
      } finally {
        clearTimeout(stalled);
      }
    }
  } catch (error) {
    onFailed(error);
    throw error;
  } finally {
    await rest.return?.();
  }
}

export function registerStream(app: FastifyInstance, context: RouteContext): void {
  const { limits, renderer, voices, log } = context;

  app.post(PATHS.stream, async (request, reply) => {
    const account = callerOf(request);
    const asked = parseBody(streamCreationSchema, request.body);
    const findVoice = await voices.finder(account.userId, [asked.voice, asked.voice_2]);
    const { input, order, characters } = checkStream(asked, findVoice, voices.prebuilt);
    await limits.count(account, 'stream', characters);
    const gone = disconnectSignal(reply);
    const signal = AbortSignal.any([gone, context.cutOff]);
    const source = { input, userId: account.userId };
    const audio = renderer.stream({ ...order, source }, signal)[Symbol.asyncIterator]();
    // An error before the first byte is sent as an error response; a later one closes the connection.
    const first = await audio.next().catch((error: unknown) => {
      if (!gone.aborted) throw error;
      return null;
    });
    if (first === null) return reply.hijack();
    const bytes = relayed(first, audio, {
      stallMs: context.streamStallMs,
      onStalled: () => reply.raw.destroy(),
      onFailed: (error) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        if (!signal.aborted) log.warn({ request: request.id, reason }, 'a stream broke off');
      },
    });
    return reply
      .type(AUDIO_FORMATS[order.format].mediaType)
      .header('cache-control', 'no-store')
      .send(Readable.from(bytes, { objectMode: false }));
  });
}
