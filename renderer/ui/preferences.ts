import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { assignShortcuts } from '../../shared/ipc/shortcuts.ts';
import { INITIAL_VIEW, type ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { notifyFailure } from './overlays/toast.tsx';
import { useShortcuts } from './shortcuts.tsx';

export const useViewPreferences = (): ViewPreferences => useAsk('preferences.get', {}).data ?? INITIAL_VIEW;

/**
 * The number of changes that have been sent. A reply to an earlier change doesn't include later changes, so it is
 * ignored.
 */
let changesSent = 0;

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

/** The width is limited, so that the main area has enough space. Null restores the default width. */
export function showSideWidth(pixels: number | null): void {
  const { style } = document.documentElement;
  if (pixels === null) style.removeProperty('--side-width');
  else style.setProperty('--side-width', `min(${pixels}px, 36vw)`);
}
