// Renders text immediately, without creating a take. Audio over a few megabytes is kept on disk while it arrives.

import { createScratchFile, type IncomingFile } from '../../../node/files/incoming-file.ts';
import type { AudioStream } from '../api/audio-stream.ts';
import type { DownloadSink } from '../api/download.ts';
import type { StreamingClient } from '../api/service-client.ts';
import type { Random } from '../ports.ts';
import { mediaTypeOf } from '../project/takes/take-media.ts';

interface AuditionStream {
  readonly id: string;
  readonly contentType: string;
  readonly end: AbortController;
  readonly audio: IncomingFile;
  state: 'coming' | 'done' | 'broken';
  /** Resolved after each change, and replaced with a new promise. */
  changed: PromiseWithResolvers<void>;
}

export const AUDITION_BYTES_AT_ONCE = 256 * 1024;
export const AUDITION_HEAD_BYTES = 64 * 1024;
const FALLBACK_TYPE = 'audio/mpeg';

/** Only one audition runs at a time; a new one ends the previous one. */
export class Audition {
  readonly #random: Random;
  #speech: AuditionStream | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves when the first byte arrives. @throws ServiceError; the signal's reason if another audition was started */
  async start(
    client: Pick<StreamingClient, 'stream'>,
    parameters: Parameters<StreamingClient['stream']>[0],
  ): Promise<{ readonly auditionId: string; readonly contentType: string }> {
    const end = this.#begin();
    const stream = await client.stream(parameters, { signal: end.signal });
    const speech = this.#openStream(end, stream.contentType ?? FALLBACK_TYPE, createScratchFile());
    void storeStream(speech, stream);
    return { auditionId: speech.id, contentType: speech.contentType };
  }

  /** Resolves once the audio is complete. @throws errors of `fetch`; the signal's reason */
  async fetch(
    fetch: (signal: AbortSignal, to: DownloadSink) => Promise<void>,
  ): Promise<{ readonly auditionId: string; readonly contentType: string }> {
    const end = this.#begin();
    const audio = createScratchFile();
    try {
      await fetch(end.signal, audio);
      const speech = this.#openStream(end, mediaTypeOf(await audio.read(0, AUDITION_HEAD_BYTES)), audio);
      speech.state = 'done';
      return { auditionId: speech.id, contentType: speech.contentType };
    } catch (error) {
      await audio.discard();
      throw error;
    }
  }

  #begin(): AbortController {
    this.stop();
    const end = new AbortController();
    this.#pending = end;
    return end;
  }

  #openStream(end: AbortController, contentType: string, audio: IncomingFile): AuditionStream {
    end.signal.throwIfAborted();
    const id = this.#random.id();
    const changed = Promise.withResolvers<void>();
    const speech: AuditionStream = { id, contentType, end, audio, state: 'coming', changed };
    this.#speech = speech;
    return speech;
  }

  #pending: AbortController | null = null;

  stop(): void {
    this.#pending?.abort(new Error('the audition was stopped'));
    this.#pending = null;
    const speech = this.#speech;
    this.#speech = null;
    if (!speech) return;
    void speech.audio.discard();
    notifyReaders(speech);
  }

  typeOf(auditionId: string): string | null {
    return this.#speech?.id === auditionId ? this.#speech.contentType : null;
  }

  /**
   * Returns the bytes from an offset as soon as any are available, or null if the audition has been stopped or has
   * failed.
   */
  async read(
    auditionId: string,
    offset: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null> {
    for (;;) {
      const speech = this.#speech;
      if (speech?.id !== auditionId || speech.state === 'broken') return null;
      const { audio } = speech;
      if (offset < audio.position || speech.state === 'done') {
        const isWhole = speech.state === 'done' && offset + AUDITION_BYTES_AT_ONCE >= audio.position;
        const bytes = await audio.read(offset, AUDITION_BYTES_AT_ONCE).catch(() => null);
        return bytes && this.#speech === speech ? { bytes, done: isWhole } : null;
      }
      await speech.changed.promise;
    }
  }
}

async function storeStream(speech: AuditionStream, stream: AudioStream): Promise<void> {
  try {
    for await (const chunk of stream.audio) {
      await speech.audio.write(chunk);
      notifyReaders(speech);
    }
    speech.state = 'done';
  } catch {
    speech.state = 'broken';
  }
  notifyReaders(speech);
}

function notifyReaders(speech: AuditionStream): void {
  const { resolve } = speech.changed;
  speech.changed = Promise.withResolvers();
  resolve();
}
