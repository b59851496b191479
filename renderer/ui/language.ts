// The language of the page.
import { useSyncExternalStore } from 'react';
import { directionOf } from '../../shared/words/languages.ts';
import { keepPageLanguage } from '../bridge/exposed.ts';
import { onLanguage, speakLanguage, spokenLanguage } from '../locales/words.ts';

/** The language that is spoken. What is drawn in it is drawn again, from nothing, when another one is (`app.tsx`). */
export const useLanguage = (): string => useSyncExternalStore(onLanguage, spokenLanguage);

/** Has the whole page speak another language from now on: its words, figures, fonts and the side where lines begin. */
export async function changeLanguage(language: string): Promise<void> {
  await speakLanguage(language);
  const spoken = spokenLanguage();
  document.documentElement.lang = spoken;
  document.documentElement.dir = directionOf(spoken);
  keepPageLanguage(spoken);
}
