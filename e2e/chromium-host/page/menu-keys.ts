import type { KeyStroke, MenuKey } from './messages.ts';
import type { PageEvent, PageWindow } from './page-globals.ts';

declare const window: PageWindow;

const isSame = (stroke: KeyStroke, event: PageEvent): boolean => {
  if (stroke.ctrl !== event.ctrlKey || stroke.alt !== event.altKey || stroke.meta !== event.metaKey) return false;
  const key = event.key.toLowerCase();
  // With Shift, a sign such as + is its own key: Ctrl+Plus is typed with Shift on some keyboards.
  if (stroke.shift !== event.shiftKey && !(event.shiftKey && key.length === 1 && !/[a-z0-9 ]/.test(key))) return false;
  return stroke.key === key || (stroke.key.length === 1 && event.code === `Key${stroke.key.toUpperCase()}`);
};

/**
 * Delivers the keys of the application menu that the page itself does not use (does not prevent), after it has seen
 * them, as Electron does.
 */
export function watchMenuKeys(keys: () => readonly MenuKey[], press: (index: number) => void): void {
  const onKey = (event: PageEvent): void => {
    const index = event.isTrusted ? keys().findIndex((key) => isSame(key, event)) : -1;
    if (index < 0) return;
    let isDone = false;
    const last = (): void => {
      if (isDone) return;
      isDone = true;
      if (event.defaultPrevented) return;
      if (keys()[index]?.isEnabled) event.preventDefault();
      // The main process decides: what it enabled a moment ago may not be known here yet.
      press(index);
    };
    // Added during capture, it stands behind the page's own listeners.
    window.addEventListener('keydown', last, { once: true });
    // Where the page stopped the event on its way.
    setTimeout(last, 0);
  };
  window.addEventListener('keydown', onKey, true);
}
