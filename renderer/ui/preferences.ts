// How the producer likes the window, as far as the page itself goes by it.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { assignShortcuts } from '../../shared/ipc/shortcuts.ts';
import { INITIAL_VIEW, type ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { useShortcuts } from './shortcuts.tsx';
import { notifyFailure } from './toast.tsx';

/** The preferences, those of the beginning until they are known. */
export const useViewPreferences = (): ViewPreferences => useAsk('preferences.get', {}).data ?? INITIAL_VIEW;

/** How many changes were sent: what answers an earlier one does not know of those that came after it. */
let changesSent = 0;

/** @returns what changes preferences, at once for the whole window */
export function useChangePreferences(): (change: Partial<ViewPreferences>) => void {
  const client = useQueryClient();
  return useCallback(
    (change) => {
      const key = askKey('preferences.get', {});
      client.setQueryData<ViewPreferences>(key, (before) => ({ ...(before ?? INITIAL_VIEW), ...change }));
      changesSent += 1;
      const mine = changesSent;
      ask('preferences.change', change)
        .then((now) => {
          if (mine === changesSent) client.setQueryData(key, now);
        })
        .catch((failure: unknown) => {
          void client.invalidateQueries({ queryKey: key });
          notifyFailure(failure);
        });
    },
    [client],
  );
}

/** Has the page go by the preferences; draws nothing. */
export function FollowPreferences() {
  const { data } = useAsk('preferences.get', {});
  const { textSize, reducedMotion, sideWidth, shortcuts } = data ?? INITIAL_VIEW;
  useEffect(() => {
    useShortcuts.setState(assignShortcuts(shortcuts));
  }, [shortcuts]);
  useEffect(() => {
    document.documentElement.style.setProperty('--script-scale', String(textSize / 100));
  }, [textSize]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-still', reducedMotion);
  }, [reducedMotion]);
  useEffect(() => showSideWidth(sideWidth), [sideWidth]);
  return null;
}

/** Draws the list of chapters and roles in a width, which leaves the screen room. @param pixels null: the usual width */
export function showSideWidth(pixels: number | null): void {
  const { style } = document.documentElement;
  if (pixels === null) style.removeProperty('--side-width');
  else style.setProperty('--side-width', `min(${pixels}px, 36vw)`);
}
