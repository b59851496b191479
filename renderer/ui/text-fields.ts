// Text fields keep the keys of undo for their own words.

/** Inputs that hold no words. */
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
