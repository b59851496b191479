import type { EndedJob } from '../ports/jobs.ts';
import type { SqliteJobStore } from './sqlite-job-store.ts';

type End = () => EndedJob | undefined;

interface PendingOutcome {
  readonly end: End;
  readonly resolve: (ended: EndedJob | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes the outcomes of one turn of the event loop in one transaction. */
export class OutcomeWriter {
  readonly #store: Pick<SqliteJobStore, 'inTransaction'>;
  #waiting: PendingOutcome[] = [];

  constructor(store: Pick<SqliteJobStore, 'inTransaction'>) {
    this.#store = store;
  }

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
      const ended = this.#store.inTransaction(() => all.map(({ end }) => end()));
      for (const [index, { resolve }] of all.entries()) resolve(ended[index]);
    } catch (error) {
      // Write outcomes one by one, so that a failing write doesn't block the others.
      if (all.length === 1) all[0]?.reject(error);
      else for (const one of all) this.#writeOne(one);
    }
  }

  #writeOne({ end, resolve, reject }: PendingOutcome): void {
    try {
      resolve(end());
    } catch (error) {
      reject(error);
    }
  }
}
