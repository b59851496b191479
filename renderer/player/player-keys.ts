// J K L and the space bar, wherever they mean nothing else.
import { useEffect } from 'react';
import { usePlayer } from '../ui/player-store.ts';

// A slider types nothing: the player's own has the focus after it was moved.
const TYPES_TEXT = 'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="textbox"]';
const TAKES_SPACE = `${TYPES_TEXT}, button, a, summary, [role="option"], [role="listbox"], [role="tab"], [role="menuitem"]`;

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => usePlayer.getState().back(),
  k: () => usePlayer.getState().halt(),
  l: () => usePlayer.getState().forward(),
};

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const { track, playSelected, playOrPause } = usePlayer.getState();
  if (track === null && !playSelected) return;
  if (event.key === ' ') {
    if (target?.closest(TAKES_SPACE)) return;
    event.preventDefault();
    if (!event.repeat) playOrPause();
    return;
  }
  const run = KEYS[event.key.toLowerCase()];
  if (!run || target?.closest(TYPES_TEXT)) return;
  event.preventDefault();
  run();
}

/** Listens while the player is there. A screen with other uses for these keys prevents their default. */
export function usePlayerKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
