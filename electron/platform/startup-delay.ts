// Delays other work until the first page is drawn, so that the page has the CPU to itself.

/** Time to wait after the first paint, while the content appears in steps, in milliseconds. */
const CONTENT_MS = 800;
/** Longest wait, in milliseconds. A run can continue without a window. */
const MAX_WAIT_MS = 3_000;

export interface StartupDelay {
  drawn(): void;
  readonly over: Promise<void>;
}

export function createStartupDelay(after: (milliseconds: number, callback: () => void) => void): StartupDelay {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  after(MAX_WAIT_MS, end);
  return { drawn: () => after(CONTENT_MS, end), over };
}
