import { expect, test } from 'vitest';
import { readAloud } from './read-aloud.ts';

const LOCAL = { normalises: true, language_code: 'en-GB' };

test('numbers and abbreviations are shown as the voice reads them', () => {
  expect(readAloud({ text: 'No. 5 weighs 12 kg.' }, LOCAL)).toBe('Number 5 weighs 12 kilograms.');
});

test('the language of the request comes before that of the voice', () => {
  expect(readAloud({ text: 'Nr. 5', language: 'german' }, LOCAL)).toBe('Nummer 5');
});

test('words that are spelled out stay as they are', () => {
  const text = '<say-as interpret-as="characters">1984</say-as> has 3 km &amp; more.';
  expect(readAloud({ text, markup: 'ssml' }, LOCAL)).toBe('1984 has 3 kilometers and more.');
});

test('nothing is shown for plain words, or for voices that read numbers themselves', () => {
  expect(readAloud({ text: 'Yes, sir.' }, LOCAL)).toBeNull();
  expect(readAloud({ text: 'No. 5' }, { language_code: 'en-GB' })).toBeNull();
  expect(readAloud({ text: 'No. 5' }, undefined)).toBeNull();
});
