import { type RefObject, useEffect, useRef } from 'react';
import { isFocusFree } from '../ui/focus.ts';

/** Focuses the export button once it is enabled, unless another element has the focus. */
export function useKeptFocus(canBegin: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canBegin && isFocusFree()) button.current?.focus();
  }, [canBegin]);
  return button;
}
