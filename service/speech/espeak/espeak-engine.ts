// The embedded engine behind the port of speech: eSpeak NG in worker threads.
import { LISTED_VOICES } from '../../voices/catalogue.ts';
import type { WorkerPool } from '../../work/worker-pool.ts';
import type { EngineVoice, FinishedFile, SpeechEngine, SpeechFile, SpeechRequest } from '../speech-engine.ts';
import { ESPEAK_SAMPLE_RATE } from './espeak-module.ts';
import { planSpeech } from './plan.ts';

/** The pool is shared with others; whoever made it closes it. */
export class EspeakEngine implements SpeechEngine {
  readonly voices: readonly EngineVoice[] = LISTED_VOICES;
  readonly sampleRate = ESPEAK_SAMPLE_RATE;
  readonly #pool: WorkerPool;

  constructor(pool: WorkerPool) {
    this.#pool = pool;
  }

  async *synthesize(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const stopping = new AbortController();
    const ready: Int16Array[] = [];
    let ended = false;
    let wake: () => void = () => {};
    const listen = (samples: Int16Array): void => {
      ready.push(samples);
      wake();
    };
    const work = this.#pool
      .run(planSpeech(request), { signal: AbortSignal.any([signal, stopping.signal]), listen })
      .finally(() => {
        ended = true;
        wake();
      });
    // It is awaited below; until then its failure is nobody's.
    work.catch(() => {});
    try {
      for (;;) {
        const samples = ready.shift();
        if (samples !== undefined) yield samples;
        else if (ended) break;
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
