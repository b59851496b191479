import { expect, it } from 'vitest';
import { languages, readLocale } from './locales.ts';

it('lists English and the languages that have a file', () => {
  expect(languages()).toEqual(expect.arrayContaining(['en', 'de', 'ja']));
  expect(languages()[0]).toBe('en');
});

it('reads the messages of a language; those of English are built in', async () => {
  expect(await readLocale('en')).toEqual({});
  expect(await readLocale('de')).toMatchObject({ desktop: { menu: {} }, shared: { commands: {} } });
});

it('names a file that can’t be read', async () => {
  await expect(readLocale('tlh')).rejects.toThrow("locales/tlh.json can't be read");
});
