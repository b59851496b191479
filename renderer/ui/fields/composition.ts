/** Ignores key events during IME composition, so that Enter confirms the text instead of submitting a form. */
export function ignoreCompositionKeys(): void {
  const onKey = (event: KeyboardEvent) => {
    // Some systems send keyCode 229 before `isComposing` is set.
    if (!event.isComposing && event.keyCode !== 229) return;
    if (event.target instanceof Element && event.target.closest('.cm-content')) return;
    event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keyup'] as const) globalThis.addEventListener(type, onKey, { capture: true });
}
