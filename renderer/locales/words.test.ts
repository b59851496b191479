import { afterEach, describe, expect, it } from 'vitest';
import { PSEUDO_ENGLISH } from '../../shared/words/languages.ts';
import { statusHint } from '../ui/wording/status.ts';
import { speakLanguage, words } from './words.ts';

describe('the words of the window', () => {
  const t = words('errors');
  // Other tests of this process look for the English ones.
  afterEach(() => speakLanguage('en'));

  it('are English until another language is asked for, and stay so where it has no catalogue', async () => {
    expect(t('forbidden.title')).toBe('Not allowed');
    await speakLanguage('tlh');
    expect(t('forbidden.title')).toBe('Not allowed');
  });

  it('are all in the pseudo-language where that is asked for, with their parameters', async () => {
    await speakLanguage(PSEUDO_ENGLISH);
    expect(t('keyNeeded.detail', { connection: 'Studio' })).toMatch(
      /^\[Éñţéŕ ţĥé ķéý föŕ “Studio”\. Îţ îšñ’ţ šávéd öñ ţĥîš çömpûţéŕ\. ·+\]$/,
    );
    expect(statusHint('fresh')).toMatch(/^\[\[fŕéšĥ ·+\]: \[Ûp ţö dáţé\. ·+\] ·\]$/);
  });
});
