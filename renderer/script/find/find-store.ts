// What is looked for, and where. View state only.
import { create } from 'zustand';
import type { FindQuery } from '../../../shared/ipc/script-requests.ts';

interface FindState extends FindQuery {
  readonly isOpen: boolean;
  readonly scope: 'chapter' | 'script';
  readonly replacement: string;
  /** Counts up when the field should take the keyboard. */
  readonly focusCount: number;
  open(scope: FindState['scope'], words?: string): void;
  close(): void;
  set(change: Partial<FindQuery & Pick<FindState, 'scope' | 'replacement'>>): void;
}

export const useFind = create<FindState>()((set) => ({
  isOpen: false,
  scope: 'chapter',
  query: '',
  replacement: '',
  matchCase: false,
  wholeWord: false,
  regexp: false,
  focusCount: 0,
  open: (scope, words) =>
    set((state) => ({ isOpen: true, scope, query: words || state.query, focusCount: state.focusCount + 1 })),
  close: () => set({ isOpen: false }),
  set: (change) => set(change),
}));
