import { useSyncExternalStore } from 'react';
import { directionOf } from '../../shared/words/languages.ts';
import { keepPageLanguage } from '../bridge/page-options.ts';
import { onLanguage, speakLanguage, spokenLanguage } from '../locales/words.ts';

/** Returns the current language. `app.tsx` remounts the window when it changes. */
export const useLanguage = (): string => useSyncExternalStore(onLanguage, spokenLanguage);

export async function changeLanguage(language: string): Promise<void> {
  await speakLanguage(language);
  const spoken = spokenLanguage();
  document.documentElement.lang = spoken;
  document.documentElement.dir = directionOf(spoken);
  keepPageLanguage(spoken);
}
