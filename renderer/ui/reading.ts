// Files that are being read, until what they would become is shown.
import { create } from 'zustand';

interface ReadingState {
  /** How many requests wait for a file. */
  readonly pending: number;
  /** Counts up when reading is called off. */
  readonly cancellations: number;
}

const useReadingState = create<ReadingState>()(() => ({ pending: 0, cancellations: 0 }));

/** Whether a file is being read. */
export const useIsReading = (): boolean => useReadingState(({ pending }) => pending > 0);

/**
 * Marks the time in which files are read.
 *
 * @throws what `read` throws, unless it was called off
 */
export async function whileReading<T>(read: () => Promise<T>): Promise<T | null> {
  const { cancellations } = useReadingState.getState();
  const isWanted = () => useReadingState.getState().cancellations === cancellations;
  useReadingState.setState(({ pending }) => ({ pending: pending + 1 }));
  try {
    const found = await read();
    return isWanted() ? found : null;
  } catch (failure) {
    if (isWanted()) throw failure;
    return null;
  } finally {
    if (isWanted()) useReadingState.setState(({ pending }) => ({ pending: pending - 1 }));
  }
}

/** Nothing that is being read is waited for any more. */
export const forgetReading = (): void =>
  useReadingState.setState(({ cancellations }) => ({ pending: 0, cancellations: cancellations + 1 }));
