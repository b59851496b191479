import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Restores the previous focus when a dialog closes. Must be rendered before the dialog, because the dialog takes the
 * focus.
 */
export function ReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // Runs after the dialog has been removed. If the previous element has been removed as well, it can't be focused.
      queueMicrotask(() => before instanceof HTMLElement && before.isConnected && before.focus());
    };
  }, []);
  return null;
}

/** Input types without text. In these inputs, the shortcuts for undo and redo apply to the project. */
const NON_TEXT_TYPES = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

export function isInText(element: Element | null = document.activeElement): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  if (element instanceof HTMLInputElement)
    return !NON_TEXT_TYPES.has(element.type) && !element.readOnly && !element.disabled;
  return element instanceof HTMLElement && element.isContentEditable;
}

export function undoInText(direction: 'undo' | 'redo'): void {
  const element = document.activeElement;
  if (element instanceof HTMLElement && element.isContentEditable) {
    // CodeMirror has its own history, and it listens to this event.
    const inputType = direction === 'undo' ? 'historyUndo' : 'historyRedo';
    element.dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }));
  } else document.execCommand(direction);
}

export function useInitialFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Returns whether the focus is on the page or the screen as a whole, rather than on a control. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.tagName === 'MAIN';
}
