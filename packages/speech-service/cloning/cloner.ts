// Clones voices in a worker thread, so that an hour of audio doesn't block the service.
import type { Worker } from 'node:worker_threads';
import { startSpeechThread } from '../speech/espeak/espeak-data.ts';
import type { EmbeddedVoice } from '../voices/voice.ts';
import type { TunedVoice } from './tune.ts';

/** The message completes a sentence about `sample_file`, for example "is silent". */
export class SampleRejectedError extends Error {
  override readonly name = 'SampleProblem';
}

export interface CloneTask {
  readonly path: string;
  readonly gender: EmbeddedVoice['gender'] | undefined;
}

export interface CloneResult extends TunedVoice {
  readonly sample: Uint8Array;
}

export type CloneReply =
  | { readonly kind: 'made'; readonly made: CloneResult }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Idle time in milliseconds after which the thread is stopped, because it uses a few hundred megabytes. */
const IDLE_MS = 60_000;

/** Starts a worker thread when needed, and processes one sample at a time to limit memory use. */
export class Cloner {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param signal cancels a queued task, or drops the result of a started one @throws SampleRejectedError */
  clone(task: CloneTask, signal: AbortSignal): Promise<CloneResult> {
    const turn = this.#queue.then(() => {
      signal.throwIfAborted();
      return this.#ask(task);
    });
    this.#queue = turn.catch(() => {});
    return turn.then((made) => {
      signal.throwIfAborted();
      return made;
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #ask(order: CloneTask): Promise<CloneResult> {
    clearTimeout(this.#idle);
    const thread = this.#thread ?? this.#start();
    return new Promise<CloneResult>((resolve, reject) => {
      const lost = (): void => {
        if (this.#thread === thread) this.#thread = undefined;
        reject(new Error('The thread that makes clones ended.'));
      };
      thread.once('error', lost);
      thread.once('exit', lost);
      thread.once('message', (answer: CloneReply) => {
        thread.off('error', lost);
        thread.off('exit', lost);
        if (answer.kind === 'made') resolve(answer.made);
        else if (answer.kind === 'refused') reject(new SampleRejectedError(answer.problem));
        else reject(new Error(`A clone could not be made (${answer.reason}).`));
      });
      thread.postMessage(order);
    }).finally(() => this.#startIdleTimer(thread));
  }

  #start(): Worker {
    const thread = startSpeechThread(new URL('./clone-thread.ts', import.meta.url));
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }

  #startIdleTimer(thread: Worker): void {
    clearTimeout(this.#idle);
    // A queued task clears this timer when it starts.
    this.#idle = setTimeout(() => {
      if (this.#thread === thread) this.#thread = undefined;
      void thread.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }
}
