// The embedded engine behind the port of speech: eSpeak NG in worker threads.
import { DECISIONS } from '../../decisions.ts';
import { LISTED_VOICES } from '../../voices/catalogue.ts';
import type { WorkerPool } from '../../work/worker-pool.ts';
import type { EngineVoice, FinishedFile, SpeechEngine, SpeechFile, SpeechRequest } from '../speech-engine.ts';
import { ESPEAK_SAMPLE_RATE } from './espeak-module.ts';
import { planSpeech } from './plan.ts';

/** Speaks in threads of pools that are shared with others; whoever made them closes them. */
export class EspeakEngine implements SpeechEngine {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly sampleRate = ESPEAK_SAMPLE_RATE;
  readonly #pool: WorkerPool;

  readonly #listenedTo: WorkerPool;

  /**
   * @param pool for files
   * @param listenedTo for `synthesize`, behind which someone sits and waits: threads of its own keep it from standing
   *   in line behind files
   */
  constructor(pool: WorkerPool, listenedTo = pool) {
    this.#pool = pool;
    this.#listenedTo = listenedTo;
  }

  async *synthesize(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const stopping = new AbortController();
    const ready: { readonly samples: Int16Array; readonly taken: () => void }[] = [];
    let ended = false;
    let wake: () => void = () => {};
    const listen = (samples: Int16Array, taken: () => void): void => {
      ready.push({ samples, taken });
      wake();
    };
    const task = { ...planSpeech(request), ahead: DECISIONS.streamAheadSeconds * ESPEAK_SAMPLE_RATE };
    const work = this.#listenedTo
      .run(task, { signal: AbortSignal.any([signal, stopping.signal]), listen })
      .finally(() => {
        ended = true;
        wake();
      });
    // It is awaited below; until then its failure is nobody's.
    work.catch(() => {});
    try {
      for (;;) {
        signal.throwIfAborted();
        const next = ready.shift();
        if (next !== undefined) {
          yield next.samples;
          next.taken();
        } else if (ended) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await work;
    } finally {
      // A listener that leaves early ends the speaking.
      stopping.abort(new Error('Nobody listens any more.'));
    }
  }

  async speakFile(request: SpeechRequest, file: SpeechFile, signal: AbortSignal): Promise<FinishedFile> {
    const finished = await this.#pool.run({ kind: 'speak-file', speech: planSpeech(request), file }, { signal });
    if (finished === undefined) throw new Error('A finished file was not described.');
    return finished;
  }

  async close(): Promise<void> {}
}
