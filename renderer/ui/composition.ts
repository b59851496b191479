// Letters that are put together of several keys, as in Japanese: until they are chosen, keys belong to the input method.

/**
 * Keeps keys that an input method takes from everything else on the page: Enter chooses letters then, and submits nothing.
 * The editor follows compositions itself.
 */
export function leaveKeysToInputMethods(): void {
  const onKey = (event: KeyboardEvent) => {
    // Some systems report the key as 229 before they say that a composition is on.
    if (!event.isComposing && event.keyCode !== 229) return;
    if (event.target instanceof Element && event.target.closest('.cm-content')) return;
    event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keyup'] as const) globalThis.addEventListener(type, onKey, { capture: true });
}
