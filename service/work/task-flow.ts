// What a thread and whoever listens to it tell each other while the thread is in the midst of a task and reads no messages.

const CANCELLED = 0;
const TAKEN = 1;

/** More than any task has: whoever waits for less goes on. */
const EVERYTHING = 2 ** 31 - 1;

/** Shared between two threads. */
export class TaskFlow {
  readonly cells: Int32Array<SharedArrayBuffer>;

  /** @param cells those of another thread's flow */
  constructor(cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(8))) {
    this.cells = cells;
  }

  get isCancelled(): boolean {
    return Atomics.load(this.cells, CANCELLED) === 1;
  }

  /** The task is no longer wanted. Who waits is woken. */
  cancel(): void {
    Atomics.store(this.cells, CANCELLED, 1);
    // A changed cell, so that a wait that is just about to begin does not.
    Atomics.store(this.cells, TAKEN, EVERYTHING);
    Atomics.notify(this.cells, TAKEN);
  }

  /** So many more samples have found their listener. */
  take(samples: number): void {
    if (this.isCancelled) return;
    Atomics.add(this.cells, TAKEN, samples);
    Atomics.notify(this.cells, TAKEN);
  }

  /** Holds this thread until so many samples have been taken, or the task is cancelled. Not for the main thread. */
  waitUntilTaken(samples: number): void {
    for (;;) {
      const taken = Atomics.load(this.cells, TAKEN);
      if (taken >= samples || this.isCancelled) return;
      Atomics.wait(this.cells, TAKEN, taken);
    }
  }
}
