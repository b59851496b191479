// Something that may fail, with what came of it in place.
import { useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { BridgeFailure } from '../bridge/ask.ts';

export interface Attempt {
  readonly busy: boolean;
  /** Why the last one failed; null while it goes on and where it did not. */
  readonly error: BridgeError | null;
  /** Does the work; an error that it answers, or a failure of the bridge, is kept. Anything else is thrown on. */
  readonly run: (work: () => Promise<BridgeError | null>) => Promise<void>;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const run: Attempt['run'] = async (work) => {
    setBusy(true);
    setError(null);
    try {
      setError(await work());
    } catch (failure) {
      if (!(failure instanceof BridgeFailure)) throw failure;
      if (failure.error.kind !== 'cancelled') setError(failure.error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}
