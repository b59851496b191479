// Takes items as fast as they come, and lets the consumer take them later.

/** How much may wait. */
export interface Ahead<T> {
  /** The size of an item, and the most that wait together. */
  readonly sizeOf: (item: T) => number;
  readonly most: number;
}

/**
 * Runs a source ahead of its consumer, to its end if that is not too far, so that the source is free again as early as
 * possible. A consumer that leaves early aborts it.
 */
export async function* readAhead<T>(
  start: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  { sizeOf, most }: Ahead<T>,
): AsyncGenerator<T> {
  const leaving = new AbortController();
  const ready: T[] = [];
  let waiting = 0;
  let hasEnded = false;
  let wake = (): void => {};
  let goOn = (): void => {};
  leaving.signal.addEventListener('abort', () => goOn());
  const run = async (): Promise<void> => {
    for await (const item of start(AbortSignal.any([signal, leaving.signal]))) {
      ready.push(item);
      waiting += sizeOf(item);
      wake();
      while (waiting > most && !leaving.signal.aborted) await new Promise<void>((resolve) => (goOn = resolve));
    }
  };
  const running = run().finally(() => {
    hasEnded = true;
    wake();
  });
  // It is awaited below; until then, a failure must not count as unhandled.
  running.catch(() => {});
  signal.addEventListener('abort', () => wake(), { once: true, signal: leaving.signal });
  try {
    for (;;) {
      signal.throwIfAborted();
      const item = ready.shift();
      if (item !== undefined) {
        waiting -= sizeOf(item);
        goOn();
        yield item;
      } else if (hasEnded) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await running;
  } finally {
    leaving.abort(new Error('There is no listener any more.'));
  }
}
