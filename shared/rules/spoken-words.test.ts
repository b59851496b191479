import { expect, test } from 'vitest';
import { spokenWords } from './spoken-words.ts';

const textsOf = (text: string) => spokenWords(text).map((word) => word.text);

test('words keep their punctuation, and lone punctuation joins the previous word', () => {
  expect(textsOf('“Well,” said he — slowly … no.')).toEqual(['“Well,”', 'said', 'he —', 'slowly …', 'no.']);
  expect(textsOf('— And then?')).toEqual(['— And', 'then?']);
  expect(textsOf(' … ')).toEqual([]);
});

test('positions point into the text', () => {
  const text = 'One\n two  three.';
  for (const { text: word, from, to } of spokenWords(text)) expect(text.slice(from, to)).toBe(word);
  expect(spokenWords(text)).toHaveLength(3);
});

test('scripts without spaces are split by a dictionary', () => {
  expect(textsOf('東京と京都。')).toEqual(['東京', 'と', '京都。']);
});
