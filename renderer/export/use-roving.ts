// A row of controls that is one stop of the Tab key: arrow keys, Home and End go from one to the next.
import { type KeyboardEvent, useState } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface Roving {
  /** Goes on the element around the controls. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Props of the control at this place, 0-based. */
  readonly control: (at: number) => { readonly tabIndex: number; readonly onFocus: () => void; 'data-rove': number };
}

/**
 * @param count how many controls there are
 * @param first the one that Tab leads to at first, 0-based
 */
export function useRoving(count: number, first = 0): Roving {
  const [chosen, setChosen] = useState(first);
  const at = Math.min(chosen, Math.max(0, count - 1));
  return {
    onKeyDown(event) {
      // Keys of a menu or a field among them are their own, wherever those are drawn.
      if (!(event.target instanceof Element && event.target.hasAttribute('data-rove'))) return;
      const target = targetOf(event.key, at, count);
      if (target === null) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-rove="${target}"]`)?.focus();
    },
    control: (place) => ({ tabIndex: place === at ? 0 : -1, onFocus: () => setChosen(place), 'data-rove': place }),
  };
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}
