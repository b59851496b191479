// From an order to its audio: a file, or the bytes of one while they are made.

import { setImmediate } from 'node:timers/promises';
import { encode } from '../../codecs/encode.ts';
import { openEncoder } from '../../codecs/open-encoder.ts';
import { fullScale } from '../../codecs/pcm.ts';
import { StreamResampler } from '../../codecs/resample.ts';
import { DECISIONS } from '../common/decisions.ts';
import {
  EMBEDDED_LANE,
  type FinishedFile,
  type OnProgress,
  type SpeechEngine,
  SpeechError,
  type SpeechFile,
  type SpeechRequest,
} from '../speech/speech-engine.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import type { EngineVoice } from '../voices/voice.ts';
import { fileTrouble, PartialFile, putInPlace, removeUnfinished } from './durable-file.ts';
import type { RenderOrder, SpeechFormat, StreamOrder } from './stream-order.ts';
import type { RenderPool } from './worker-pool.ts';

// Speech as the bytes of an audio file, on their way as soon as they are there.

/** Seconds of sound that are encoded before the thread does something else: requests must not wait for an encoder. */
const SLICE_SECONDS = 0.5;

/**
 * Encodes samples of one channel while they come in.
 *
 * @param spokenRate Hz of the samples
 * @throws what `speech` throws
 */
export async function* encodedSpeech(
  speech: AsyncIterable<Int16Array>,
  spokenRate: number,
  { format, quality, sampleRate = spokenRate }: SpeechFormat,
): AsyncGenerator<Uint8Array> {
  const encoder = await openEncoder(format, quality, { sampleRate, channels: 1 });
  try {
    const resampler = new StreamResampler(spokenRate, encoder.sampleRate);
    const slice = Math.round(SLICE_SECONDS * spokenRate);
    for await (const samples of speech) {
      for (let at = 0; at < samples.length; at += slice) {
        const bytes = await encoder.add([resampler.add(fullScale(samples.subarray(at, at + slice)))]);
        if (bytes.length > 0) yield bytes;
        await setImmediate();
      }
    }
    for (const bytes of [await encoder.add([resampler.end()]), await encoder.end()]) {
      if (bytes.length > 0) yield bytes;
    }
  } finally {
    encoder.close();
  }
}

/** Makes audio files. */
export interface Renderer {
  readonly voices: readonly EngineVoice[];
  /** How many orders it can well do at once, by lane. */
  readonly lanes: ReadonlyMap<string, number>;
  /** The lane of an order: that of the engine which speaks with its voices; of several the one that does least at once. */
  laneOf(order: StreamOrder): string;
  /**
   * @param onMade called when only the disk is waited for: another order may then be given in this one's place
   * @throws SpeechError with a reason for the client; the signal's reason; anything else is worth another try
   */
  render(order: RenderOrder, signal: AbortSignal, onProgress?: OnProgress, onMade?: () => void): Promise<FinishedFile>;
  /**
   * The bytes of a file, as they are made; what is not taken holds the making up. Threads that files are made in are not
   * waited for.
   *
   * @throws as `render`; once the first bytes were given, nothing is worth another try
   */
  stream(order: StreamOrder, signal: AbortSignal): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Renders with an engine; files are made in the pool's threads. */
export class SpeechRenderer implements Renderer {
  readonly #engine: SpeechEngine;
  readonly #pool: RenderPool;
  readonly #others: readonly RenderPool[];
  /** Files that were given up while a thread may still have been writing them. */
  readonly #givenUp = new Set<string>();

  /** @param others pools that the engine works in besides: they are closed with the first one */
  constructor(engine: SpeechEngine, pool: RenderPool, ...others: readonly RenderPool[]) {
    this.#engine = engine;
    this.#pool = pool;
    this.#others = others;
  }

  get voices(): readonly EngineVoice[] {
    return this.#engine.voices;
  }

  get lanes(): ReadonlyMap<string, number> {
    return this.#engine.lanes;
  }

  laneOf({ request }: StreamOrder): string {
    return this.#engine.laneOf(request);
  }

  async render(
    order: RenderOrder,
    signal: AbortSignal,
    onProgress?: OnProgress,
    onMade?: () => void,
  ): Promise<FinishedFile> {
    try {
      const finished = await this.#make(order, signal, onProgress);
      onMade?.();
      await putInPlace(order.path, order.isAwaited);
      return finished;
    } catch (error) {
      await removeUnfinished(order.path);
      if (signal.aborted) this.#givenUp.add(order.path);
      throw error;
    }
  }

  #make(
    { request, ...file }: RenderOrder,
    signal: AbortSignal,
    onProgress: OnProgress | undefined,
  ): Promise<FinishedFile> {
    const hasWords = request.turns.length > 0;
    const spoken = hasWords ? this.#engine.speakFile?.(request, file, signal, onProgress) : undefined;
    return spoken ?? this.#finish(request, file, signal, onProgress);
  }

  stream({ request, ...format }: StreamOrder, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const rate = this.#engine.sampleRateOf(request);
    return encodedSpeech(this.#spoken(request, rate, signal), rate, format);
  }

  /** A thread that dies before anything was heard is no failure yet. */
  async *#spoken(request: SpeechRequest, rate: number, signal: AbortSignal): AsyncGenerator<Int16Array> {
    let heard = false;
    for (let attempt = 1; !heard && request.turns.length > 0; attempt += 1) {
      // A clone that is deleted, or a pack that comes or goes, has another engine speak.
      if (this.#engine.sampleRateOf(request) !== rate)
        throw new SpeechError('The voice changed before anything was spoken.');
      try {
        for await (const samples of this.#engine.synthesize(request, signal, { isLive: true })) {
          heard = true;
          yield samples;
        }
        break;
      } catch (error) {
        const isFinal = error instanceof SpeechError || signal.aborted || attempt >= DECISIONS.attempts;
        if (heard || isFinal) throw error;
      }
    }
    // A text with nothing to speak in it becomes a short silence.
    if (!heard) yield new Int16Array(Math.round(DECISIONS.silenceSeconds * rate));
  }

  async #finish(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress: OnProgress | undefined,
  ): Promise<FinishedFile> {
    const parts: Int16Array[] = [];
    // Before it is spoken: later another engine may be the one that would.
    const spokenRate = this.#engine.sampleRateOf(request);
    if (request.turns.length > 0) {
      for await (const part of this.#engine.synthesize(request, signal, {
        onProgress,
        isLive: file.isAwaited ?? false,
      }))
        parts.push(part);
    }
    const task = { kind: 'finish', parts, spokenRate, ...file } as const;
    const finished = await this.#pool.run(task, { signal, ...(onProgress && { onProgress }) });
    if (finished === undefined) throw new Error('A finished file was not described.');
    return finished;
  }

  async close(): Promise<void> {
    await this.#engine.close();
    for (const pool of [this.#pool, ...this.#others]) await pool.close();
    for (const path of this.#givenUp) await removeUnfinished(path);
  }
}

// Audio that costs nothing, so that what is around it can be measured (`--speech silent`).

const SILENT_RATE = 22_050;
const SILENT_SECONDS = 0.1;

/** Every file is a tenth of a second of silence, made once for each format; files are not flushed. */
export class SilentRenderer implements Renderer {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly lanes = new Map([[EMBEDDED_LANE, 16]]);
  readonly laneOf = (): string => EMBEDDED_LANE;
  readonly #files = new Map<string, Promise<Uint8Array>>();

  async render(order: RenderOrder): Promise<FinishedFile> {
    const bytes = await this.#bytes(order);
    const file = new PartialFile(order.path);
    try {
      file.write([bytes]);
      file.placeUnflushed();
    } catch (error) {
      file.remove();
      throw new SpeechError(fileTrouble(error) ?? String(error));
    }
    return { duration: SILENT_SECONDS, size: bytes.length };
  }

  async *stream(order: StreamOrder): AsyncGenerator<Uint8Array> {
    yield await this.#bytes(order);
  }

  #bytes(order: StreamOrder): Promise<Uint8Array> {
    const sampleRate = order.sampleRate ?? SILENT_RATE;
    const key = `${order.format} ${order.quality} ${sampleRate}`;
    const samples = new Float32Array(Math.round(SILENT_SECONDS * sampleRate));
    const made =
      this.#files.get(key) ?? encode({ sampleRate, channels: [samples] }, order.format, { quality: order.quality });
    this.#files.set(key, made);
    return made;
  }

  async close(): Promise<void> {}
}
