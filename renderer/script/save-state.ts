// How the script stands against the disk, for whoever shows it.
import { create } from 'zustand';
import type { SaveState } from './document/script-session.ts';

/** So long nothing is typed before it says “saved”, in milliseconds: the word does not flicker while somebody writes. */
const QUIET_MS = 300;

const useStore = create<{ readonly state: SaveState }>()(() => ({ state: { kind: 'saved' } }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** What is not saved is told at once; that it is, a moment later. */
export function publishSaveState(state: SaveState): void {
  clearTimeout(timer);
  if (state.kind === 'saving' && useStore.getState().state.kind === 'saving') return;
  if (state.kind !== 'saved') useStore.setState({ state });
  else timer = setTimeout(() => useStore.setState({ state }), QUIET_MS);
}

/** Whether something can't be saved. What shows only that is not drawn again at each keystroke. */
export const useIsUnsaved = (): boolean => useStore(({ state }) => state.kind === 'unsaved');

export const useSaveState = (): SaveState => useStore(({ state }) => state);
