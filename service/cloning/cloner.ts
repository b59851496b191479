// Makes clones in a thread of its own, so that an hour of sound does not block the service.
import type { Worker } from 'node:worker_threads';
import { startSpeechThread } from '../speech/espeak/espeak-data.ts';
import type { EmbeddedVoice } from '../voices/voice.ts';
import type { Tuned } from './tune.ts';

// Why a recording is no sample to make a clone from.

/** The message says it of `sample_file`, as one clause: "is silent". */
export class SampleRejectedError extends Error {
  override readonly name = 'SampleProblem';
}

/** What the thread is sent. */
export interface CloneTask {
  /** Of the sample's file. */
  readonly path: string;
  /** Undefined if it was not given. */
  readonly gender: EmbeddedVoice['gender'] | undefined;
}

/** A voice that speaks like a sample. */
export interface MadeVoice extends Tuned {
  /** What is to be kept of the sample: a WAV file. */
  readonly sample: Uint8Array;
}

/** What it sends back. */
export type CloneAnswer =
  | { readonly kind: 'made'; readonly made: MadeVoice }
  /** What is wrong with the sample. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** An unforeseen failure. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Milliseconds after which a thread that has nothing to do is given up: it holds some hundred megabytes. */
const IDLE_MS = 60_000;

/** One thread, which is started when it is needed: samples wait for each other, so that memory stays bounded. */
export class Cloner {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * Measures a sample and makes a voice that speaks like it.
   *
   * @param signal cancels an order that still waits; one that has begun is finished, and its result is dropped
   * @throws SampleProblem; the signal's reason
   */
  make(order: CloneTask, signal: AbortSignal): Promise<MadeVoice> {
    const turn = this.#queue.then(() => {
      signal.throwIfAborted();
      return this.#ask(order);
    });
    this.#queue = turn.catch(() => {});
    return turn.then((made) => {
      signal.throwIfAborted();
      return made;
    });
  }

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #ask(order: CloneTask): Promise<MadeVoice> {
    clearTimeout(this.#idle);
    const thread = this.#thread ?? this.#start();
    return new Promise<MadeVoice>((resolve, reject) => {
      const lost = (): void => {
        if (this.#thread === thread) this.#thread = undefined;
        reject(new Error('The thread that makes clones ended.'));
      };
      thread.once('error', lost);
      thread.once('exit', lost);
      thread.once('message', (answer: CloneAnswer) => {
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
    // No order is lost when the thread breaks while it is idle.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }

  #startIdleTimer(thread: Worker): void {
    clearTimeout(this.#idle);
    // What waits in line begins before this fires, and clears it.
    this.#idle = setTimeout(() => {
      if (this.#thread === thread) this.#thread = undefined;
      void thread.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }
}
