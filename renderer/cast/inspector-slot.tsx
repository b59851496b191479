import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

const useSlot = create<{ readonly element: HTMLElement | null }>()(() => ({ element: null }));

const setSlot = (element: HTMLElement | null): void => useSlot.setState({ element });

export function InspectorSlot({ className }: { readonly className: string | undefined }) {
  return <div ref={setSlot} className={className} />;
}

/** Renders its children in the inspector. While the inspector is closed, renders them in place. */
export function InspectorPortal({ children }: { readonly children: ReactNode }) {
  const slot = useSlot(({ element }) => element);
  return slot === null ? children : createPortal(children, slot);
}
