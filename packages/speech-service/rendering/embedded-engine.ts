import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DECISIONS } from '../common/decisions.ts';
import { newId } from '../common/ids.ts';
import type { MaybePromise } from '../common/maybe-promise.ts';
import { type BufferLimits, EMBEDDED_SAMPLE_RATE, planSpeech, type SpeakTask } from '../speech/embedded/plan.ts';
import { loadFliteModule } from '../speech/flite/flite-module.ts';
import {
  EMBEDDED_LANE,
  type FinishedFile,
  type OnProgress,
  type SpeechEngine,
  type SpeechFile,
  type SpeechRequest,
  type SynthesisOptions,
} from '../speech/speech-engine.ts';
import type { Samples } from '../speech/turn-sound.ts';
import { LISTED_VOICES, type ResolveVoice, resolvePrebuilt } from '../voices/catalogue.ts';
import type { EngineVoice } from '../voices/voice.ts';
import { SAMPLE_BYTES } from './spoken-samples.ts';
import type { SpokenPiece } from './task-order.ts';
import type { RenderPool } from './worker-pool.ts';

class AheadFile {
  readonly path: string;
  /** Undefined if the file can't be created. Speaking starts without waiting for it. */
  readonly #file: Promise<FileHandle | undefined>;
  #read = 0;

  constructor(folder: string) {
    this.path = join(folder, newId('ahead-'));
    this.#file = open(this.path, 'wx+', 0o600).catch(() => undefined);
  }

  async allocate(length: number): Promise<Samples> {
    const file = await this.#file;
    const samples: Samples = new Int16Array(length);
    const bytes = new Uint8Array(samples.buffer);
    for (let at = 0; at < bytes.length; ) {
      const read = await file?.read(bytes, at, bytes.length - at, this.#read * SAMPLE_BYTES + at);
      if (!read?.bytesRead) throw new Error('A file of samples is cut short.');
      at += read.bytesRead;
    }
    this.#read += length;
    return samples;
  }

  async remove(): Promise<void> {
    await (await this.#file)?.close();
    await rm(this.path, { force: true });
  }
}

export class EmbeddedEngine implements SpeechEngine {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly #pool: RenderPool;

  readonly #livePool: RenderPool;
  readonly #resolve: ResolveVoice;
  readonly #prepare: (voices: readonly string[]) => MaybePromise<void>;
  readonly #folder: string;
  #listeners = 0;

  /**
   * @param livePool threads reserved for streams, so that they don't queue behind files
   * @param prepare called before `resolve`, to read voices that aren't in memory
   */
  constructor(
    pool: RenderPool,
    livePool = pool,
    resolve: ResolveVoice = resolvePrebuilt,
    folder = tmpdir(),
    prepare: (voices: readonly string[]) => MaybePromise<void> = () => {},
  ) {
    this.#prepare = prepare;
    this.#folder = folder;
    this.#resolve = resolve;
    this.#pool = pool;
    this.#livePool = livePool;
  }

  /** Allows two more jobs than threads, so that no thread is idle while a job waits for dispatch or the disk. */
  get lanes(): ReadonlyMap<string, number> {
    return new Map([[EMBEDDED_LANE, this.#pool.size + 2]]);
  }

  laneOf(): string {
    return EMBEDDED_LANE;
  }

  sampleRateOf(): number {
    return EMBEDDED_SAMPLE_RATE;
  }

  async *synthesize(
    request: SpeechRequest,
    signal: AbortSignal,
    { isLive = false }: SynthesisOptions = {},
  ): AsyncGenerator<Int16Array> {
    const stopping = new AbortController();
    const ready: { readonly piece: SpokenPiece; readonly taken: () => void }[] = [];
    let ended = false;
    let wake: () => void = () => {};
    const listen = (piece: SpokenPiece, taken: () => void): void => {
      ready.push({ piece, taken });
      wake();
    };
    const speech = await this.#plan(request);
    const file = new AheadFile(this.#folder);
    const task = { ...speech, ahead: { ...this.#bufferLimits(), path: file.path } };
    this.#listeners += 1;
    const work = (isLive ? this.#livePool : this.#pool)
      .run(task, { signal: AbortSignal.any([signal, stopping.signal]), listen })
      .finally(() => {
        ended = true;
        wake();
      });
    // Prevent an unhandled rejection before `work` is awaited below.
    work.catch(() => {});
    try {
      for (;;) {
        signal.throwIfAborted();
        const next = ready.shift();
        if (next !== undefined) {
          yield next.piece.samples ?? (await file.allocate(next.piece.length));
          next.taken();
        } else if (ended) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await work;
    } finally {
      this.#listeners -= 1;
      // Stop speaking if the listener disconnects early.
      stopping.abort(new Error('There is no listener any more.'));
      await file.remove();
    }
  }

  /**
   * Returns how far to speak ahead of a listener, in samples: enough to free threads early, but limited in memory and
   * disk use.
   */
  #bufferLimits(): Omit<BufferLimits, 'path'> {
    const { held, min, shared } = DECISIONS.streamAheadSeconds;
    const most = Math.max(min, shared / (this.#listeners + 1));
    return { held: held * EMBEDDED_SAMPLE_RATE, most: most * EMBEDDED_SAMPLE_RATE };
  }

  async speakFile(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<FinishedFile> {
    const task = { kind: 'speak-file', speech: await this.#plan(request), file } as const;
    const pool = file.isAwaited ? this.#livePool : this.#pool;
    const finished = await pool.run(task, { signal, ...(onProgress && { onProgress }) });
    if (finished === undefined) throw new Error('A finished file was not described.');
    return finished;
  }

  async #plan(request: SpeechRequest): Promise<SpeakTask> {
    await this.#prepare(request.turns.map(({ voice }) => voice));
    const speech = planSpeech(request, this.#resolve);
    return speech.parts.some((part) => 'flite' in part) ? { ...speech, flite: await loadFliteModule() } : speech;
  }

  async close(): Promise<void> {}
}
