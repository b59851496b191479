import type { Worker } from 'node:worker_threads';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { DECISIONS } from '../common/decisions.ts';
import { startSpeechThread } from '../speech/espeak/espeak-data.ts';
import { type FinishedFile, SpeechError } from '../speech/speech-engine.ts';
import type { RenderTask, WorkerMessage } from './task-flow.ts';
import { type SpokenPiece, type TaskOptions, TaskOrder } from './task-order.ts';

const POLL_MS = 50;

/** Counted in checks rather than time, because time also passes while the computer sleeps. */
const MAX_STALLED_CHECKS = (DECISIONS.threadStallSeconds * 1000) / POLL_MS;

interface Slot {
  worker: Worker | undefined;
  order: TaskOrder | undefined;
  beats: number;
  still: number;
  idleTimer: NodeJS.Timeout | undefined;
}

const createSlot = (): Slot => ({ worker: undefined, order: undefined, beats: 0, still: 0, idleTimer: undefined });

/** Idle time in milliseconds after which a thread is stopped, because each uses about fifty megabytes. */
const IDLE_MS = 60_000;

/**
 * A fixed-size pool. Threads start on demand; crashed, stuck and idle threads are stopped, and replaced when needed.
 */
export class RenderPool {
  readonly #script: URL;
  readonly #slots: Slot[];
  readonly #waiting: TaskOrder[] = [];
  readonly #idleMs: number;
  #polling: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(size: number, script = new URL('./worker.ts', import.meta.url), idleMs = IDLE_MS) {
    this.#script = script;
    this.#idleMs = idleMs;
    this.#slots = Array.from({ length: Math.max(1, size) }, createSlot);
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Runs a task. @throws SpeechError with a reason for the client; WorkerLostError if the task can be retried */
  run(task: RenderTask, options: TaskOptions): Promise<FinishedFile | undefined> {
    const { signal } = options;
    let forget = (): void => {};
    const done = new Promise<FinishedFile | undefined>((resolve, reject) => {
      if (this.#closed) return reject(new WorkerLostError('The service is stopping.'));
      if (signal.aborted) return reject(signal.reason);
      const order = new TaskOrder(task, options, { resolve, reject });
      const cancel = (): void => this.#cancel(order);
      signal.addEventListener('abort', cancel, { once: true });
      // Remove the listener, because the signal may far outlive the task.
      forget = () => signal.removeEventListener('abort', cancel);
      // Prefer tasks that finish audio, because they free the samples in memory.
      if (task.kind === 'finish') this.#waiting.unshift(order);
      else this.#waiting.push(order);
      this.#dispatch();
    });
    return done.finally(forget);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#polling);
    for (const slot of this.#slots) clearTimeout(slot.idleTimer);
    for (const order of this.#waiting.splice(0)) order.reject(new WorkerLostError('The service is stopping.'));
    await Promise.all(this.#slots.map((slot) => slot.worker?.terminate()));
  }

  #cancel(order: TaskOrder): void {
    order.flow.cancel();
    const index = this.#waiting.indexOf(order);
    if (index >= 0) this.#waiting.splice(index, 1);
    // Don't wait for the thread, which may be busy for a while.
    order.reject(order.options.signal.reason);
  }

  #dispatch(): void {
    if (this.#closed) return;
    for (const slot of this.#idleSlots()) {
      let isGiven = false;
      while (!isGiven) {
        const order = this.#waiting.shift();
        if (order === undefined) return;
        isGiven = this.#assign(slot, order);
      }
    }
  }

  #assign(slot: Slot, order: TaskOrder): boolean {
    try {
      const { message, transfer } = order.message();
      slot.worker ??= this.#start(slot);
      slot.worker.postMessage(message, transfer);
    } catch (error) {
      // The thread couldn't be started, or a buffer was already transferred.
      order.reject(error);
      return false;
    }
    clearTimeout(slot.idleTimer);
    Object.assign(slot, { order, beats: 0, still: 0 });
    this.#polling ??= setInterval(() => this.#poll(), POLL_MS).unref();
    order.begin();
    return true;
  }

  /** Prefer running threads, because starting one takes time and memory. */
  #idleSlots(): Slot[] {
    const free = this.#slots.filter((slot) => slot.order === undefined);
    return [...free.filter((slot) => slot.worker), ...free.filter((slot) => !slot.worker)];
  }

  #start(slot: Slot): Worker {
    const worker = startSpeechThread(this.#script);
    const lost = (error: Error): void => {
      if (slot.worker === worker) this.#handleCrash(slot, error);
    };
    worker.on('message', (message: WorkerMessage) => this.#receive(slot, worker, message));
    worker.on('error', (error) => lost(new WorkerLostError(`A worker thread failed: ${String(error)}`)));
    worker.on('exit', () => lost(new WorkerLostError('A worker thread ended.')));
    return worker;
  }

  #handleCrash(slot: Slot, error: Error): void {
    const { order } = slot;
    slot.worker = undefined;
    slot.order = undefined;
    order?.reject(error);
    this.#dispatch();
  }

  #poll(): void {
    const busy = this.#slots.filter((slot) => slot.order !== undefined);
    if (busy.length === 0) {
      clearInterval(this.#polling);
      this.#polling = undefined;
    }
    for (const slot of busy) {
      slot.order?.poll();
      const beats = slot.order?.flow.beats ?? 0;
      slot.still = beats === slot.beats ? slot.still + 1 : 0;
      slot.beats = beats;
      if (slot.still < MAX_STALLED_CHECKS) continue;
      void slot.worker?.terminate();
      this.#handleCrash(slot, new WorkerLostError('A worker thread was stuck.'));
    }
  }

  #receive(slot: Slot, worker: Worker, message: WorkerMessage): void {
    const { order } = slot;
    if (slot.worker !== worker || order === undefined) return;
    if (message.kind === 'samples') {
      this.#deliverPiece(order, { length: message.samples.length, samples: message.samples });
      return;
    }
    if (message.kind === 'stored') {
      this.#deliverPiece(order, message);
      return;
    }
    slot.order = undefined;
    if (message.kind === 'done') order.end(message.finished);
    else order.reject(new SpeechError(message.reason));
    if (message.kind === 'failed' && message.broken) {
      slot.worker = undefined;
      void worker.terminate();
    }
    this.#dispatch();
    if (slot.order === undefined) this.#startIdleTimer(slot, worker);
  }

  #deliverPiece({ flow, options: { listen, signal } }: TaskOrder, piece: SpokenPiece): void {
    const taken = (): void => flow.take(piece.length);
    if (listen === undefined) taken();
    else if (!signal.aborted) listen(piece, taken);
  }

  #startIdleTimer(slot: Slot, worker: Worker): void {
    clearTimeout(slot.idleTimer);
    slot.idleTimer = setTimeout(() => {
      if (slot.worker !== worker || slot.order !== undefined) return;
      slot.worker = undefined;
      void worker.terminate();
    }, this.#idleMs).unref();
  }
}
