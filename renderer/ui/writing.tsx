// Whether the open project may be written. Where it may not, what would change it is disabled, with the reason.
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ReadOnlyReason } from '../../shared/ipc/project-requests.ts';
import { words } from '../locales/words.ts';
import styles from './screen-parts.module.css';
import { notify } from './toast.tsx';

const t = words('common');

interface ReadOnlyWords {
  /** Beside a control that can't be used. */
  readonly short: string;
  /** What holds, and the way out. */
  readonly long: string;
}

export const readOnlyWords = (reason: ReadOnlyReason): ReadOnlyWords => ({
  short: t(`readOnly.${reason}.short`),
  long: t(`readOnly.${reason}.long`),
});

interface Writing {
  /** Why the project can only be read; null where it can be written, and where none is open. */
  readonly because: ReadOnlyReason | null;
}

export const useWriting = create<Writing>()(() => ({ because: null }));

/** Another project is open, or the same in another way. */
export const setReadOnly = (because: ReadOnlyReason | null): void => useWriting.setState({ because });

/** Why nothing can be changed, in a sentence; null where it can. */
export const whyReadOnly = (): string | null => wordsOf(useWriting.getState().because);

const wordsOf = (because: ReadOnlyReason | null) => (because === null ? null : readOnlyWords(because).short);

/** The same, for what is in view. */
export const useWhyReadOnly = (): string | null => wordsOf(useWriting(({ because }) => because));

/** For keys that would change the project: where it can only be read, says so. @returns whether nothing may be done */
export function isHeldBack(): boolean {
  const why = whyReadOnly();
  if (why !== null) notify(why, { id: 'read-only' });
  return why !== null;
}

/** What changes the project: its fields and buttons can't be used while it can only be read, and say why. */
export function Editable({ children }: { readonly children: ReactNode }) {
  const why = useWhyReadOnly();
  return (
    <fieldset className={styles.editable} disabled={why !== null} {...(why === null ? {} : { title: why })}>
      {children}
    </fieldset>
  );
}
