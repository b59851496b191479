// From an accepted job to its audio file.
import { FORMATS } from '../../codecs/formats.ts';
import type { InputParameters } from '../../shared/service/input-parameters.ts';
import type { OutputFormat, StreamEngine } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../common/decisions.ts';
import { ENGINE_RULES } from '../common/engines.ts';
import {
  type FinishedFile,
  type OnProgress,
  type SpeechEngine,
  SpeechError,
  type SpeechFile,
  type SpeechRequest,
  type SpeechTurn,
} from '../speech/speech-engine.ts';
import { turnsOf } from '../speech/turns.ts';
import type { EngineVoice } from '../voices/voice.ts';
import { putInPlace } from './durable-file.ts';
import { encodedSpeech, type SpeechFormat } from './encoded-speech.ts';
import type { WorkerPool } from './worker-pool.ts';

/** What is to be spoken, and the file that it becomes. */
export interface RenderOrder extends SpeechFile {
  readonly request: SpeechRequest;
}

/** What is to be spoken, and the sort of file that leaves while it is made. */
export interface StreamOrder extends SpeechFormat {
  readonly request: SpeechRequest;
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

/** What a job or a stream asks for; without an engine it is the usual one's. */
export type SpokenInput = Omit<InputParameters, 'voice_engine'> & { readonly voice_engine?: StreamEngine | undefined };

/** What is asked for with everything that it leaves open filled in. */
export function streamOrder(input: SpokenInput, seed: number): StreamOrder {
  const rules = ENGINE_RULES[input.voice_engine ?? DECISIONS.engine];
  const turns: SpeechTurn[] = turnsOf(input.text, input.turn_prefix, input.turn_prefix_2).map(({ speaker, text }) => ({
    voice: speaker === 2 ? (input.voice_2 ?? input.voice) : input.voice,
    text,
  }));
  return {
    request: {
      turns,
      speed: input.speed ?? DECISIONS.defaults.speed,
      seed,
      temperature: input.temperature ?? DECISIONS.defaults.temperature,
      language: input.language ?? rules.language,
    },
    format: input.output_format ?? DECISIONS.defaults.outputFormat,
    quality: input.quality ?? DECISIONS.defaults.quality,
    sampleRate: input.sample_rate ?? rules.sampleRate,
  };
}

/** The same for a job, whose file has a place. */
export function renderOrder(input: SpokenInput, seed: number, path: string): RenderOrder {
  return { ...streamOrder(input, seed), path };
}

/** The name of a file for a format, without a folder. */
export const fileName = (name: string, format: OutputFormat): string => `${name}.${FORMATS[format].extension}`;

/** Renders with an engine; files are made in the pool's threads. */
export class SpeechRenderer implements Renderer {
  readonly #engine: SpeechEngine;
  readonly #pool: WorkerPool;
  readonly #others: readonly WorkerPool[];

  /** @param others pools that the engine works in besides: they are closed with the first one */
  constructor(engine: SpeechEngine, pool: WorkerPool, ...others: readonly WorkerPool[]) {
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
    const { request, ...file } = order;
    const hasWords = request.turns.length > 0;
    const spoken = hasWords ? this.#engine.speakFile?.(request, file, signal, onProgress) : undefined;
    const finished = await (spoken ?? this.#finish(request, file, signal, onProgress));
    onMade?.();
    await putInPlace(order.path, order.isAwaited);
    return finished;
  }

  stream({ request, ...format }: StreamOrder, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return encodedSpeech(this.#spoken(request, signal), this.#engine.sampleRateOf(request), format);
  }

  /** A thread that dies before anything was heard is no failure yet. */
  async *#spoken(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    let heard = false;
    for (let attempt = 1; !heard && request.turns.length > 0; attempt += 1) {
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
    if (!heard) yield new Int16Array(Math.round(DECISIONS.silenceSeconds * this.#engine.sampleRateOf(request)));
  }

  async #finish(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress: OnProgress | undefined,
  ): Promise<FinishedFile> {
    const parts: Int16Array[] = [];
    if (request.turns.length > 0) {
      for await (const part of this.#engine.synthesize(request, signal, {
        onProgress,
        isLive: file.isAwaited ?? false,
      }))
        parts.push(part);
    }
    const task = { kind: 'finish', parts, spokenRate: this.#engine.sampleRateOf(request), ...file } as const;
    const finished = await this.#pool.run(task, { signal, ...(onProgress && { onProgress }) });
    if (finished === undefined) throw new Error('A finished file was not described.');
    return finished;
  }

  async close(): Promise<void> {
    await this.#engine.close();
    for (const pool of [this.#pool, ...this.#others]) await pool.close();
  }
}
