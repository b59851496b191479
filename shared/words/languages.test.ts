import { describe, expect, it } from 'vitest';
import { directionOf, firstSupportedLanguage, LANGUAGE_TAG, languageName, localeOf } from './languages.ts';

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
    expect(firstSupportedLanguage(wanted, ['en', 'de', 'ja'])).toBe(language);
  });

  it.each([
    ['pl_PL.UTF-8', 'pl'],
    ['pt_PT', 'pt-BR'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['zh_TW', 'zh-Hant'],
    // Simplified characters are another script.
    ['zh_CN', 'en'],
    ['sr_RS', 'sr-Cyrl'],
  ])('is for %s the one of the same script: %s', (wanted, language) => {
    expect(firstSupportedLanguage([wanted], ['en', 'pl', 'pt-BR', 'sr-Cyrl', 'zh-Hant'])).toBe(language);
  });

  it('has a locale of its own, and a side where its lines begin', () => {
    expect(['en', 'en-XA', 'de', 'ja'].map(localeOf)).toEqual(['en-GB', 'en-GB', 'de', 'ja']);
    expect(['en', 'ja', 'ar-XB', 'he'].map(directionOf)).toEqual(['ltr', 'ltr', 'rtl', 'rtl']);
    // Figures as in the pictures of the other languages.
    expect(new Intl.NumberFormat(localeOf('ar-XB')).format(12_345.6)).toBe('12,345.6');
  });

  it('has a name in its own words', () => {
    expect(['en', 'de', 'ja', 'pl', 'pt-BR', 'en-XA', 'ar-XB'].map(languageName)).toEqual([
      'English',
      'Deutsch',
      '日本語',
      'Polski',
      'Português (Brasil)',
      'Pseudo-English',
      'Pseudo-Arabic',
    ]);
  });

  it.each([
    ['pl', true],
    ['pt-BR', true],
    ['zh-Hant-TW', true],
    ['es-419', true],
    ['PL', false],
    ['pl_PL', false],
    ['../de', false],
    ['system', false],
  ])('has a tag: %s? %s', (tag, isTag) => {
    expect(LANGUAGE_TAG.test(tag)).toBe(isTag);
  });
});
