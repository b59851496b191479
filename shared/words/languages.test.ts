import { describe, expect, it } from 'vitest';
import { directionOf, firstSupportedLanguage, localeOf } from './languages.ts';

describe('the language that is spoken', () => {
  it.each([
    [['de_AT.UTF-8'], 'de'],
    [['ja-JP'], 'ja'],
    [['en_US'], 'en'],
    [['de@euro'], 'de'],
    [['C.UTF-8', 'de_DE'], 'en'],
    [['POSIX'], 'en'],
    [['fr-FR', 'de-CH', 'en'], 'de'],
    [['fr-FR'], 'en'],
    [[], 'en'],
    [['en-XA'], 'en-XA'],
    [['ar-XB'], 'ar-XB'],
    // No language of the system is taken for a pseudo-language.
    [['ar-EG'], 'en'],
    [['../../etc/passwd', ''], 'en'],
  ])('is the first of %j that there are words in: %s', (wanted, language) => {
    expect(firstSupportedLanguage(wanted)).toBe(language);
  });

  it('has a locale of its own, and a side where its lines begin', () => {
    expect(['en', 'en-XA', 'de', 'ja'].map(localeOf)).toEqual(['en-GB', 'en-GB', 'de', 'ja']);
    expect(['en', 'ja', 'ar-XB'].map(directionOf)).toEqual(['ltr', 'ltr', 'rtl']);
    // Figures as in the pictures of the other languages.
    expect(new Intl.NumberFormat(localeOf('ar-XB')).format(12_345.6)).toBe('12,345.6');
  });
});
