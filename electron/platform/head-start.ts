// The first page is given the processor to itself: what can wait does, until it is drawn.

/** So long a page is left alone from its first picture on: what it shows comes piece by piece. Milliseconds. */
const PIECES_MS = 800;
/** A page is waited for so long at most: a run may go on without a window. Milliseconds. */
const LONGEST_MS = 3_000;

export interface HeadStart {
  /** A page shows its first picture. */
  drawn(): void;
  /** Resolves when nothing has to wait any more. Never fails. */
  readonly over: Promise<void>;
}

/** Begins now. @param after calls back after so many milliseconds */
export function createHeadStart(after: (milliseconds: number, callback: () => void) => void): HeadStart {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  after(LONGEST_MS, end);
  return { drawn: () => after(PIECES_MS, end), over };
}
