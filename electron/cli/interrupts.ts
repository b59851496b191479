/** What Ctrl-C does to a command. */
export interface Interrupts {
  /** Aborted by the first signal: stop cleanly. */
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first Ctrl-C asks a command to stop cleanly, a second one ends it at once (everything is in the journal).
 *
 * @param onFirst called when the first one comes
 */
export function listenForInterrupts(onFirst: () => void): Interrupts {
  const controller = new AbortController();
  const listen = () => {
    if (controller.signal.aborted) process.exit(130);
    onFirst();
    controller.abort(new Error('interrupted'));
  };
  for (const signal of SIGNALS) process.on(signal, listen);
  return {
    signal: controller.signal,
    dispose() {
      // Someone who has asked for the end may ask again until it is there.
      if (controller.signal.aborted) return;
      for (const signal of SIGNALS) process.off(signal, listen);
    },
  };
}
