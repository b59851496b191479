import type { KeyStroke, MenuKey } from './messages.ts';
import type { PageEvent, PageWindow } from './page-globals.ts';

declare const window: PageWindow;

const isSame = (stroke: KeyStroke, event: PageEvent): boolean => {
  if (stroke.ctrl !== event.ctrlKey || stroke.alt !== event.altKey || stroke.meta !== event.metaKey) return false;
  const key = event.key.toLowerCase();
  // Ignore Shift for symbols: on some keyboards, + can only be typed with Shift, so Ctrl+Plus needs it, too.
  if (stroke.shift !== event.shiftKey && !(event.shiftKey && key.length === 1 && !/[a-z0-9 ]/.test(key))) return false;
  return stroke.key === key || (stroke.key.length === 1 && event.code === `Key${stroke.key.toUpperCase()}`);
};

/**
 * Like Electron, lets the page handle each key first, and triggers an accelerator unless the page prevents the default
 * action.
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
      // Let the main process decide, because this page's state may be slightly outdated.
      press(index);
    };
    // Added during capture, this listener runs after the page's own.
    window.addEventListener('keydown', last, { once: true });
    // Handles events whose propagation the page has stopped.
    setTimeout(last, 0);
  };
  window.addEventListener('keydown', onKey, true);
}
