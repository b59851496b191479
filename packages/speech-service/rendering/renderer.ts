import { setImmediate } from 'node:timers/promises';
import { encode, openEncoder, StreamResampler, toFloatSamples } from '@lectern/audio';
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
import { commitFile, PartialFile, removeTemporaryFiles, writeErrorMessage } from './durable-file.ts';
import type { RenderOrder, SpeechFormat, StreamOrder } from './stream-order.ts';
import type { RenderPool } from './worker-pool.ts';

const SLICE_SECONDS = 0.5;

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
        const bytes = await encoder.add([resampler.add(toFloatSamples(samples.subarray(at, at + slice)))]);
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

export interface Renderer {
  readonly voices: readonly EngineVoice[];
  readonly lanes: ReadonlyMap<string, number>;
  /**
   * Returns the lane for a request. If its voices belong to several engines, the engine with the lowest concurrency
   * decides.
   */
  laneOf(order: StreamOrder): string;
  /**
   * Renders a file.
   * @param onMade called when only the disk write remains
   * @throws SpeechError; other errors are worth a retry
   */
  render(order: RenderOrder, signal: AbortSignal, onProgress?: OnProgress, onMade?: () => void): Promise<FinishedFile>;
  /**
   * Streams audio without queueing behind files.
   * @throws the same as `render`, but errors after the first bytes aren't worth a retry
   */
  stream(order: StreamOrder, signal: AbortSignal): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export class SpeechRenderer implements Renderer {
  readonly #engine: SpeechEngine;
  readonly #pool: RenderPool;
  readonly #others: readonly RenderPool[];
  /** Cancelled files that a thread may still be writing. */
  readonly #givenUp = new Set<string>();

  constructor(engine: SpeechEngine, pool: RenderPool, ...otherPools: readonly RenderPool[]) {
    this.#engine = engine;
    this.#pool = pool;
    this.#others = otherPools;
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
      const finished = await this.#renderFile(order, signal, onProgress);
      onMade?.();
      await commitFile(order.path, order.isAwaited);
      return finished;
    } catch (error) {
      await removeTemporaryFiles(order.path);
      if (signal.aborted) this.#givenUp.add(order.path);
      throw error;
    }
  }

  #renderFile(
    { request, source: _, ...file }: RenderOrder,
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

  async *#spoken(request: SpeechRequest, rate: number, signal: AbortSignal): AsyncGenerator<Int16Array> {
    let heard = false;
    for (let attempt = 1; !heard && request.turns.length > 0; attempt += 1) {
      // The engine may have changed because a clone was deleted or a pack was added or removed.
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
    // Render a short silence if the text has nothing to speak.
    if (!heard) yield new Int16Array(Math.round(DECISIONS.silenceSeconds * rate));
  }

  async #finish(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress: OnProgress | undefined,
  ): Promise<FinishedFile> {
    const parts: Int16Array[] = [];
    // Get the rate before speaking, because another engine might speak these voices afterwards.
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
    for (const path of this.#givenUp) await removeTemporaryFiles(path);
  }
}

const SILENT_RATE = 22_050;
const SILENT_SECONDS = 0.1;

/** Renders 0.1 s of silence for every request, to measure everything but synthesis (`--speech silent`). */
export class SilentRenderer implements Renderer {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly lanes = new Map([[EMBEDDED_LANE, 16]]);
  readonly laneOf = (): string => EMBEDDED_LANE;
  readonly #files = new Map<string, Promise<Uint8Array>>();

  async render(order: RenderOrder): Promise<FinishedFile> {
    const bytes = await this.#encodeSilence(order);
    const file = new PartialFile(order.path);
    try {
      file.write([bytes]);
      file.renameUnflushed();
    } catch (error) {
      file.remove();
      throw new SpeechError(writeErrorMessage(error) ?? String(error));
    }
    return { duration: SILENT_SECONDS, size: bytes.length };
  }

  async *stream(order: StreamOrder): AsyncGenerator<Uint8Array> {
    yield await this.#encodeSilence(order);
  }

  #encodeSilence(order: StreamOrder): Promise<Uint8Array> {
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
