// Questions of which only the latest matters: one is being answered, one waits, and those between are not asked at all.
import { RequestError } from '../bridge/request-error.ts';

interface Waiting<T> {
  readonly ask: () => Promise<T>;
  readonly answered: PromiseWithResolvers<T>;
}

export class LatestQuestion<T> {
  #isAsking = false;
  #waiting: Waiting<T> | null = null;

  /**
   * Asks as soon as the question before it is answered.
   *
   * @throws RequestError `cancelled` if a later question took its place; what `how` throws
   */
  ask(how: () => Promise<T>): Promise<T> {
    const answered = Promise.withResolvers<T>();
    this.#waiting?.answered.reject(new RequestError({ kind: 'cancelled' }));
    this.#waiting = { ask: how, answered };
    if (!this.#isAsking) void this.#next();
    return answered.promise;
  }

  async #next(): Promise<void> {
    this.#isAsking = true;
    for (let next = this.#waiting; next; next = this.#waiting) {
      this.#waiting = null;
      const { ask, answered } = next;
      // In a turn of its own: a question that throws at once must not end the asking.
      await Promise.resolve().then(ask).then(answered.resolve, answered.reject);
    }
    this.#isAsking = false;
  }
}
