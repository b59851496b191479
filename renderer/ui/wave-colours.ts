import { useMemo, useSyncExternalStore } from 'react';

/** A canvas needs colours by their values. */
export interface WaveColours {
  readonly wave: string;
  readonly accent: string;
}

const scheme = () => matchMedia('(prefers-color-scheme: dark)');

function watch(changed: () => void): () => void {
  const query = scheme();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** The colours of waveforms in the theme of now: the same object until it changes. */
export function useWaveColours(): WaveColours {
  const isDark = useSyncExternalStore(watch, () => scheme().matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens follow the theme
  return useMemo(() => {
    const tokens = getComputedStyle(document.documentElement);
    return { wave: tokens.getPropertyValue('--wave').trim(), accent: tokens.getPropertyValue('--accent').trim() };
  }, [isDark]);
}
