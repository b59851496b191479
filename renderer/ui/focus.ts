// What has the keyboard, and what gets it.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

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

/** Inputs that hold no words: the others keep the keys of undo for their own. */
const NO_WORDS = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Whether the keyboard is in a text: a field, or the script. What can't be edited has nothing to take back. */
export function isInText(element: Element | null = document.activeElement): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  if (element instanceof HTMLInputElement) return !NO_WORDS.has(element.type) && !element.readOnly && !element.disabled;
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Takes back the latest edit of the text with the keyboard, or does it again. */
export function stepInText(way: 'undo' | 'redo'): void {
  const element = document.activeElement;
  if (element instanceof HTMLElement && element.isContentEditable) {
    // The script's editor keeps a history of its own, and goes by this event.
    const inputType = way === 'undo' ? 'historyUndo' : 'historyRedo';
    element.dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }));
  } else document.execCommand(way);
}

/** Gives the keyboard to an element when it appears: where one step of a dialog follows another. */
export function useFocusAtFirst<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Whether nothing in particular has the keyboard: the page has it, or the screen as a whole. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.tagName === 'MAIN';
}
