import { type RefObject, useEffect, useRef } from 'react';
import { isFocusFree } from '../ui/focus.ts';

/** The next step takes the focus as soon as it can be done, unless something else has it: the folder's button is gone by then. */
export function useKeptFocus(canBegin: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canBegin && isFocusFree()) button.current?.focus();
  }, [canBegin]);
  return button;
}
