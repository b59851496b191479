// Whether the script is saved, for the parts of the window that show it.
import { create } from 'zustand';
import type { SaveState } from './document/script-session.ts';

/** “Saved” is shown once nothing was typed for this long: the word does not flicker during typing. Milliseconds. */
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
