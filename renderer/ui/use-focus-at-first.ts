import { type RefObject, useEffect, useRef } from 'react';

/** Gives the keyboard to an element when it appears: where one step of a dialog follows another. */
export function useFocusAtFirst<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
