// The first page is given the processor to itself: what can wait does, until it is drawn.

/** A page is left alone for this long after its first paint: its content appears bit by bit. Milliseconds. */
const PIECES_MS = 800;
/** The longest wait for a page: a run may go on without a window. Milliseconds. */
const LONGEST_MS = 3_000;

export interface HeadStart {
  /** A page shows its first picture. */
  drawn(): void;
  /** Resolves when nothing has to wait any more. Never fails. */
  readonly over: Promise<void>;
}

/** Begins now. @param after calls back after the given milliseconds */
export function createHeadStart(after: (milliseconds: number, callback: () => void) => void): HeadStart {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  after(LONGEST_MS, end);
  return { drawn: () => after(PIECES_MS, end), over };
}
