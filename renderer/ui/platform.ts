// On which system the window runs, as far as keys are concerned.

/** Whether shortcuts are given with the command key. */
export const isMac = (): boolean => /mac/i.test(navigator.userAgent);
