// Worker threads for what takes long, so that the thread that answers requests is never held up.
import { Worker } from 'node:worker_threads';
import { type FinishedFile, SpeechError } from '../speech/speech-engine.ts';
import { TaskFlow } from './task-flow.ts';
import type { Task, TaskMessage, WorkerMessage } from './tasks.ts';

/** A thread ended under its task: the task may be given to another one. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /**
   * Gets the samples of a `speak` task as they are made. `taken` is to be called when they are out of the way: where
   * the task says how far it may be ahead, the thread waits for it.
   */
  readonly listen?: (samples: Int16Array, taken: () => void) => void;
}

interface Order extends TaskOptions {
  readonly task: Task;
  readonly flow: TaskFlow;
  readonly resolve: (finished: FinishedFile | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Slot {
  worker: Worker | undefined;
  order: Order | undefined;
}

/** A fixed number of threads. Each is started when it is first needed, and anew after it was lost or broken. */
export class WorkerPool {
  readonly #script: URL;
  readonly #slots: Slot[];
  readonly #waiting: Order[] = [];
  #closed = false;

  /**
   * @param size threads, 1 or more
   * @param script what they run
   */
  constructor(size: number, script = new URL('./worker.ts', import.meta.url)) {
    this.#script = script;
    this.#slots = Array.from({ length: Math.max(1, size) }, () => ({ worker: undefined, order: undefined }));
  }

  get size(): number {
    return this.#slots.length;
  }

  /**
   * Has a task done.
   *
   * @throws SpeechError with a reason for whoever asked; WorkerLostError; the signal's reason once it is aborted
   */
  run(task: Task, options: TaskOptions): Promise<FinishedFile | undefined> {
    const { signal } = options;
    let forget = (): void => {};
    const done = new Promise<FinishedFile | undefined>((resolve, reject) => {
      if (this.#closed) return reject(new WorkerLostError('The service is stopping.'));
      if (signal.aborted) return reject(signal.reason);
      const order: Order = { ...options, task, flow: new TaskFlow(), resolve, reject };
      const cancel = (): void => this.#cancel(order);
      signal.addEventListener('abort', cancel, { once: true });
      // The signal may live as long as the service does: it must not hold on to every task that ever was.
      forget = () => signal.removeEventListener('abort', cancel);
      // What was spoken waits in memory for its file: that comes first.
      if (task.kind === 'finish') this.#waiting.unshift(order);
      else this.#waiting.push(order);
      this.#dispatch();
    });
    return done.finally(forget);
  }

  /** Ends all threads, whatever they do. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const order of this.#waiting.splice(0)) order.reject(new WorkerLostError('The service is stopping.'));
    await Promise.all(this.#slots.map((slot) => slot.worker?.terminate()));
  }

  #cancel(order: Order): void {
    order.flow.cancel();
    const place = this.#waiting.indexOf(order);
    if (place >= 0) this.#waiting.splice(place, 1);
    // The thread may be busy for a while yet: it is not waited for.
    order.reject(order.signal.reason);
  }

  #dispatch(): void {
    if (this.#closed) return;
    for (const slot of this.#idle()) {
      const order = this.#waiting.shift();
      if (order === undefined) return;
      slot.order = order;
      slot.worker ??= this.#start(slot);
      const message: TaskMessage = { task: order.task, flow: order.flow.cells };
      const transfer = order.task.kind === 'finish' ? order.task.parts.map((part) => part.buffer as ArrayBuffer) : [];
      slot.worker.postMessage(message, transfer);
    }
  }

  /** Threads that run come first: starting one takes time and memory. */
  #idle(): Slot[] {
    const free = this.#slots.filter((slot) => slot.order === undefined);
    return [...free.filter((slot) => slot.worker), ...free.filter((slot) => !slot.worker)];
  }

  #start(slot: Slot): Worker {
    const worker = new Worker(this.#script);
    const lost = (error: Error): void => {
      if (slot.worker !== worker) return;
      slot.worker = undefined;
      const { order } = slot;
      slot.order = undefined;
      order?.reject(error);
      this.#dispatch();
    };
    worker.on('message', (message: WorkerMessage) => this.#receive(slot, worker, message));
    worker.on('error', (error) => lost(new WorkerLostError(`A worker thread failed: ${String(error)}`)));
    worker.on('exit', () => lost(new WorkerLostError('A worker thread ended.')));
    return worker;
  }

  #receive(slot: Slot, worker: Worker, message: WorkerMessage): void {
    const { order } = slot;
    if (slot.worker !== worker || order === undefined) return;
    if (message.kind === 'samples') {
      const { samples } = message;
      const taken = (): void => order.flow.take(samples.length);
      if (order.listen === undefined) taken();
      else if (!order.signal.aborted) order.listen(samples, taken);
      return;
    }
    slot.order = undefined;
    if (message.kind === 'done') order.resolve(message.finished);
    else order.reject(new SpeechError(message.reason));
    if (message.kind === 'failed' && message.broken) {
      slot.worker = undefined;
      void worker.terminate();
    }
    this.#dispatch();
  }
}
