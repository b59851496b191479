import { create } from 'zustand';
import type { SaveState } from './document/script-session.ts';

/** How long typing must pause before "saved" is shown, in milliseconds, so that the state doesn't flicker. */
const QUIET_MS = 300;

const useStore = create<{ readonly state: SaveState }>()(() => ({ state: { kind: 'saved' } }));

let timer: ReturnType<typeof setTimeout> | undefined;

export function publishSaveState(state: SaveState): void {
  clearTimeout(timer);
  if (state.kind === 'saving' && useStore.getState().state.kind === 'saving') return;
  if (state.kind !== 'saved') useStore.setState({ state });
  else timer = setTimeout(() => useStore.setState({ state }), QUIET_MS);
}

/** Components that need only this value don't re-render on each keystroke. */
export const useIsUnsaved = (): boolean => useStore(({ state }) => state.kind === 'unsaved');

export const useSaveState = (): SaveState => useStore(({ state }) => state);
