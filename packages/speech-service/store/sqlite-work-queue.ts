import type { ClaimedJob, EndedJob, FinishedJob, WorkQueue } from '../ports/jobs.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import type { OnJobEnded, SqliteJobStore } from './sqlite-job-store.ts';

export interface SqliteWorkQueueOptions {
  readonly store: SqliteJobStore;
  /** Called within the transaction that ends a job. */
  readonly alongside?: OnJobEnded | undefined;
  readonly now: () => number;
}

/** The queue of a single process: no other process takes jobs, so an attempt can't be overtaken. */
export class SqliteWorkQueue implements WorkQueue {
  readonly #store: SqliteJobStore;
  readonly #ends: OutcomeWriter;
  readonly #alongside: OnJobEnded | undefined;
  readonly #now: () => number;

  constructor({ store, alongside, now }: SqliteWorkQueueOptions) {
    this.#store = store;
    this.#ends = new OutcomeWriter(store);
    this.#alongside = alongside;
    this.#now = now;
  }

  claim(lane: string, most: number): ClaimedJob[] {
    const claimed: ClaimedJob[] = [];
    while (claimed.length < most) {
      const job = this.#store.claim(lane);
      if (job === undefined) break;
      claimed.push({ ...job, attempt: 1 });
    }
    return claimed;
  }

  complete({ id }: ClaimedJob, finished: FinishedJob): Promise<EndedJob | undefined> {
    return this.#ends.write(() => this.#store.complete(id, finished, this.#now(), this.#alongside));
  }

  fail({ id }: ClaimedJob, reason: string): Promise<EndedJob | undefined> {
    return this.#ends.write(() => this.#store.fail(id, reason, this.#now(), this.#alongside));
  }

  release({ id }: ClaimedJob, lane: string): void {
    this.#store.release(id, lane);
  }

  lanes(): string[] {
    return this.#store.lanes();
  }
}
