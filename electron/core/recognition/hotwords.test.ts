import { expect, test } from 'vitest';
import { hotwordsOf } from './hotwords.ts';

test('the hotwords of a line are the names in it and its longer words, each once', () => {
  const text = '“Hermione,” said Hermione Granger, “would you brew the Polyjuice potion?”';
  expect(hotwordsOf(text, 'en-GB', ['Hermione Granger', 'Ron', ''])).toEqual([
    ...['Hermione Granger', 'Hermione', 'said', 'Granger', 'brew', 'Polyjuice', 'potion'],
  ]);
  expect(hotwordsOf('', 'en', ['Ron'])).toEqual([]);
});

test('a long line has a limited number of hotwords', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const words = Array.from({ length: 500 }, (_, at) => `word${letters[at % 26]}${letters[Math.floor(at / 26)]}`);
  expect(hotwordsOf(words.join(' '), 'en', [])).toHaveLength(100);
});
