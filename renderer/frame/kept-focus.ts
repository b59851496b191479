// The keyboard is never nowhere: where what had it is gone, the screen has it, and Tab goes on from its beginning.
import { type RefObject, useEffect, useRef } from 'react';
import type { Screen } from '../ui/view-store.ts';

const QUIETLY = { preventScroll: true } as const;

/** Watches over the keyboard, for an element that can be focused and holds the screen in view. */
export function useKeptFocus<E extends HTMLElement>(screen: Screen): RefObject<E | null> {
  const holder = useRef<E>(null);
  useEffect(() => watchFocus(() => (topDialog() ?? holder.current)?.focus(QUIETLY)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, and parts of the one before may be hidden
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) holder.current?.focus(QUIETLY);
  }, [screen]);
  return holder;
}

/** What lies over the screen keeps the keyboard to itself. */
const topDialog = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ?? null;

/**
 * Calls when the focused element was removed from the page. One that is disabled for a while, such as a button whose
 * work is under way, gets the focus back once it is enabled. A press beside everything may leave the focus nowhere.
 *
 * @returns ends the watch
 */
export function watchFocus(onLost: () => void): () => void {
  let last: Element | null = null;
  let wasDisabled = false;
  const look = () => {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      if (focused !== last) wasDisabled = false;
      last = focused;
    }
    if (!last) return;
    if (!last.isConnected) {
      last = null;
      onLost();
    } else if (last.matches(':disabled')) wasDisabled = true;
    else if (wasDisabled && focused === document.body && last instanceof HTMLElement) last.focus(QUIETLY);
  };
  const onPointerDown = () => {
    last = null;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', look);
  document.addEventListener('pointerdown', onPointerDown, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', look);
    document.removeEventListener('pointerdown', onPointerDown, true);
  };
}
