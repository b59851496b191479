/**
 * Props of a button that can be pressed only at times. It keeps the focus while it can't be pressed: one that its own
 * press makes `disabled` would lose the focus, and nothing else would get it.
 */
export const enabled = (isEnabled: boolean, press: () => unknown) =>
  isEnabled ? { onClick: () => void press() } : { 'data-disabled': true, 'aria-disabled': true };
