// Delays other work until the first page is drawn, so that the page gets the CPU.

/** Wait after the first paint, while the content appears step by step. In milliseconds. */
const PIECES_MS = 800;
/** Maximum wait for the page; a run can continue without a window. In milliseconds. */
const LONGEST_MS = 3_000;

export interface HeadStart {
  drawn(): void;
  /** Resolves when delayed work may start. Never rejects. */
  readonly over: Promise<void>;
}

/**
 * Starts the delay.
 *
 * @param after calls back after the given milliseconds
 */
export function createHeadStart(after: (milliseconds: number, callback: () => void) => void): HeadStart {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  after(LONGEST_MS, end);
  return { drawn: () => after(PIECES_MS, end), over };
}
