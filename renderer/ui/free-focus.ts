/** Whether nothing in particular has the keyboard: the page has it, or the screen as a whole. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.tagName === 'MAIN';
}
