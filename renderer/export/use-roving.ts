// Roving tab index: a group of controls is a single tab stop. Arrow keys, Home and End move between the controls.
import { type KeyboardEvent, useState } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface Roving {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly control: (at: number) => { readonly tabIndex: number; readonly onFocus: () => void; 'data-rove': number };
}

export function useRoving(count: number, first = 0): Roving {
  const [chosen, setChosen] = useState(first);
  const at = Math.min(chosen, Math.max(0, count - 1));
  return {
    onKeyDown(event) {
      // Ignores keys pressed in menus or fields inside the group, even if they are rendered in a portal.
      if (!(event.target instanceof Element && event.target.hasAttribute('data-rove'))) return;
      const target = targetIndex(event.key, at, count);
      if (target === null) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-rove="${target}"]`)?.focus();
    },
    control: (place) => ({ tabIndex: place === at ? 0 : -1, onFocus: () => setChosen(place), 'data-rove': place }),
  };
}

function targetIndex(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}
