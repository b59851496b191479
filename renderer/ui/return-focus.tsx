import { useLayoutEffect } from 'react';

/** When a dialog closes, what had the keyboard before has it again. It stands before the dialog, which takes the keyboard. */
export function ReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // Once the dialog has gone; where it led elsewhere, there is nothing to come back to.
      queueMicrotask(() => before instanceof HTMLElement && before.isConnected && before.focus());
    };
  }, []);
  return null;
}
