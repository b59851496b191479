import { create } from 'zustand';

interface ReadingState {
  readonly pending: number;
  readonly cancellations: number;
}

const useReadingState = create<ReadingState>()(() => ({ pending: 0, cancellations: 0 }));

export const useIsReading = (): boolean => useReadingState(({ pending }) => pending > 0);

/** Counts `read` as pending while it runs. Returns null if it has been cancelled. */
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

export const cancelReading = (): void =>
  useReadingState.setState(({ cancellations }) => ({ pending: 0, cancellations: cancellations + 1 }));
