// The ends of jobs that come at the same time, written down at once.
import type { EndedJob, JobStore } from '../store/job-store.ts';

/** Ends a job in the store. */
type End = () => EndedJob | undefined;

interface Waiting {
  readonly end: End;
  readonly resolve: (ended: EndedJob | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes all ends of one turn of the event loop in one transaction. */
export class JobEnds {
  readonly #store: Pick<JobStore, 'together'>;
  #waiting: Waiting[] = [];

  constructor(store: Pick<JobStore, 'together'>) {
    this.#store = store;
  }

  /** @throws what `end` throws, or what the database says */
  write(end: End): Promise<EndedJob | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#writeAll());
      this.#waiting.push({ end, resolve, reject });
    });
  }

  #writeAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    try {
      const ended = this.#store.together(() => all.map(({ end }) => end()));
      for (const [index, { resolve }] of all.entries()) resolve(ended[index]);
    } catch (error) {
      // One that can't be written is to hold up no other.
      if (all.length === 1) all[0]?.reject(error);
      else for (const one of all) this.#writeOne(one);
    }
  }

  #writeOne({ end, resolve, reject }: Waiting): void {
    try {
      resolve(end());
    } catch (error) {
      reject(error);
    }
  }
}
