// A place in the inspector for what belongs to the tab of the cast that is shown: a rule's effect, the details of a clone.
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

const useSlot = create<{ readonly element: HTMLElement | null }>()(() => ({ element: null }));

const setSlot = (element: HTMLElement | null): void => useSlot.setState({ element });

/** The inspector's side of it. */
export function InspectorSlot({ className }: { readonly className: string | undefined }) {
  return <div ref={setSlot} className={className} />;
}

/** What is shown in the inspector, or where it stands while the inspector is closed. */
export function InInspector({ children }: { readonly children: ReactNode }) {
  const slot = useSlot(({ element }) => element);
  return slot === null ? children : createPortal(children, slot);
}
