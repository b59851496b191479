// If a project is read-only, the controls that would change it are disabled and show the reason.
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ReadOnlyReason } from '../../shared/ipc/project-requests.ts';
import { words } from '../locales/words.ts';
import { notify } from './overlays/toast.tsx';
import styles from './screen-parts.module.css';

const t = words('common');

interface ReadOnlyText {
  readonly short: string;
  readonly long: string;
}

export const readOnlyText = (reason: ReadOnlyReason): ReadOnlyText => ({
  short: t(`readOnly.${reason}.short`),
  long: t(`readOnly.${reason}.long`),
});

interface WritingState {
  /** Null if the project is writable, or if no project is open. */
  readonly because: ReadOnlyReason | null;
}

export const useWriting = create<WritingState>()(() => ({ because: null }));

export const setReadOnly = (because: ReadOnlyReason | null): void => useWriting.setState({ because });

export const whyReadOnly = (): string | null => shortReason(useWriting.getState().because);

const shortReason = (because: ReadOnlyReason | null) => (because === null ? null : readOnlyText(because).short);

export const useWhyReadOnly = (): string | null => shortReason(useWriting(({ because }) => because));

/** Shows a notice if the project is read-only, and returns whether it is. */
export function notifyIfReadOnly(): boolean {
  const why = whyReadOnly();
  if (why !== null) notify(why, { id: 'read-only' });
  return why !== null;
}

export function Editable({ children }: { readonly children: ReactNode }) {
  const why = useWhyReadOnly();
  return (
    <fieldset className={styles.editable} disabled={why !== null} {...(why === null ? {} : { title: why })}>
      {children}
    </fieldset>
  );
}
