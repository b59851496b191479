import { expect, test } from 'vitest';
import { languageNamed } from './language-named.ts';

test.each([
  ['english', 'english'],
  ['en-GB', 'english'],
  ['pt-BR', 'portuguese'],
  ['fi', null],
  ['English!', null],
  [null, null],
])('%j is %j', (name, language) => {
  expect(languageNamed(name)).toBe(language);
});
