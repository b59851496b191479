// How long to wait for a voice server or a program.
import { SourceError, type Timeouts } from './speech-source.ts';

/** Waits for one answer after the other, with a bound for each and one for all together. Time between them is free. */
export class Patience {
  readonly #title: string;
  readonly #timeouts: Timeouts;
  #left: number;

  constructor(title: string, timeouts: Timeouts) {
    this.#title = title;
    this.#timeouts = timeouts;
    this.#left = timeouts.totalSeconds;
  }

  /**
   * Waits.
   *
   * @param giveUp called when it takes too long or is aborted; whatever comes later is ignored
   * @throws SourceError `final` after too long; the signal's reason; what is waited for
   */
  async wait<T>(awaited: Promise<T>, signal: AbortSignal, giveUp: () => void): Promise<T> {
    const begun = performance.now();
    const { idleSeconds, totalSeconds } = this.#timeouts;
    const isTotal = this.#left < idleSeconds;
    let timer: NodeJS.Timeout | undefined;
    let leave = (): void => {};
    const bound = new Promise<never>((_resolve, reject) => {
      const late = isTotal
        ? `${this.#title} did not finish within ${totalSeconds} s.`
        : `${this.#title} gave nothing for ${idleSeconds} s.`;
      leave = () => reject(signal.reason);
      timer = setTimeout(() => reject(new SourceError('final', late)), Math.min(idleSeconds, this.#left) * 1000);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
    let isOver = false;
    try {
      const value = await Promise.race([awaited, bound]);
      isOver = true;
      return value;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#left -= (performance.now() - begun) / 1000;
      if (!isOver) {
        awaited.catch(() => {});
        giveUp();
      }
    }
  }

  /** The same for each of the items of a stream. */
  async *each<T>(items: AsyncIterable<T>, signal: AbortSignal, giveUp: () => void): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.wait(iterator.next(), signal, giveUp);
      if (next.done === true) return;
      yield next.value;
    }
  }
}
