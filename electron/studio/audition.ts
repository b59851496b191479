// Words spoken at once, without making a take: the audio is kept in memory while it comes, for whoever plays it.
import type { AudioStream } from '../core/api/audio-stream.ts';
import type { StreamingClient } from '../core/api/service-client.ts';
import type { Random } from '../core/ports.ts';
import { mediaTypeOf } from '../core/workshop/media-type.ts';

interface Speech {
  readonly id: string;
  readonly contentType: string;
  readonly end: AbortController;
  bytes: Uint8Array;
  /** Bytes that have come; `bytes` has room for more. */
  length: number;
  state: 'coming' | 'done' | 'broken';
  /** Resolved, and replaced, whenever something has changed. */
  changed: PromiseWithResolvers<void>;
}

/** Nobody waits for more at a time. Bytes. */
const MOST_AT_ONCE = 256 * 1024;
const FALLBACK_TYPE = 'audio/mpeg';

/** One audition at a time: a new one ends the one before. */
export class Audition {
  readonly #random: Random;
  #speech: Speech | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Has words spoken. Resolves with the first byte.
   *
   * @throws ServiceError; the signal's reason where another one was begun meanwhile
   */
  async start(
    client: Pick<StreamingClient, 'stream'>,
    parameters: Parameters<StreamingClient['stream']>[0],
  ): Promise<{ readonly auditionId: string; readonly contentType: string }> {
    const end = this.#begin();
    const stream = await client.stream(parameters, { signal: end.signal });
    const speech = this.#take(end, stream.contentType ?? FALLBACK_TYPE, new Uint8Array(MOST_AT_ONCE));
    void keep(speech, stream);
    return { auditionId: speech.id, contentType: speech.contentType };
  }

  /**
   * Has audio played that comes whole, such as a voice's sample. Resolves when it is there.
   *
   * @throws what `fetch` throws; the signal's reason where another one was begun meanwhile
   */
  async fetch(
    fetch: (signal: AbortSignal) => Promise<Uint8Array>,
  ): Promise<{ readonly auditionId: string; readonly contentType: string }> {
    const end = this.#begin();
    const bytes = await fetch(end.signal);
    const speech = this.#take(end, mediaTypeOf(bytes), bytes);
    speech.length = bytes.byteLength;
    speech.state = 'done';
    return { auditionId: speech.id, contentType: speech.contentType };
  }

  /** Ends the one before. */
  #begin(): AbortController {
    this.stop();
    const end = new AbortController();
    this.#pending = end;
    return end;
  }

  #take(end: AbortController, contentType: string, bytes: Uint8Array): Speech {
    end.signal.throwIfAborted();
    const id = this.#random.id();
    const changed = Promise.withResolvers<void>();
    const speech: Speech = { id, contentType, end, bytes, length: 0, state: 'coming', changed };
    this.#speech = speech;
    return speech;
  }

  #pending: AbortController | null = null;

  /** Ends the audition that is under way, if any; its audio is not to be had any more. */
  stop(): void {
    this.#pending?.abort(new Error('the audition was stopped'));
    this.#pending = null;
    this.#speech = null;
  }

  /** The media type of an audition's audio; null where it is not known. */
  typeOf(auditionId: string): string | null {
    return this.#speech?.id === auditionId ? this.#speech.contentType : null;
  }

  /** Bytes from an offset on, as soon as there are any; null where it was stopped or broke off. */
  async read(
    auditionId: string,
    offset: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null> {
    for (;;) {
      const speech = this.#speech;
      if (speech?.id !== auditionId || speech.state === 'broken') return null;
      if (offset < speech.length || speech.state === 'done') {
        const to = Math.min(speech.length, offset + MOST_AT_ONCE);
        return { bytes: speech.bytes.slice(offset, to), done: speech.state === 'done' && to >= speech.length };
      }
      await speech.changed.promise;
    }
  }
}

async function keep(speech: Speech, stream: AudioStream): Promise<void> {
  try {
    for await (const chunk of stream.audio) {
      append(speech, chunk);
      tell(speech);
    }
    speech.state = 'done';
  } catch {
    // Whoever plays it is told by its reading.
    speech.state = 'broken';
  }
  tell(speech);
}

function append(speech: Speech, chunk: Uint8Array): void {
  const needed = speech.length + chunk.byteLength;
  if (needed > speech.bytes.byteLength) {
    const larger = new Uint8Array(Math.max(needed, speech.bytes.byteLength * 2));
    larger.set(speech.bytes.subarray(0, speech.length));
    speech.bytes = larger;
  }
  speech.bytes.set(chunk, speech.length);
  speech.length = needed;
}

function tell(speech: Speech): void {
  const { resolve } = speech.changed;
  speech.changed = Promise.withResolvers();
  resolve();
}
