/**
 * What a button gets that can be pressed only at times. It keeps the keyboard while it can't: one that is `disabled` gives
 * it to nobody when its own press was the last.
 */
export const enabled = (isEnabled: boolean, press: () => unknown) =>
  isEnabled ? { onClick: () => void press() } : { 'data-disabled': true, 'aria-disabled': true };
