import { describe, expect, it } from 'vitest';
import { collapseNestedMarks, removeStressMarkers } from './stress-markers.ts';

describe('signs of stress', () => {
  it.each([
    ['He ate =bread= and +salt+, and ~never~ +spoke+.', 'He ate bread and salt, and never spoke.', 4],
    ['I ~~hate~~ love you. ==Now!==', 'I hate love you. Now!', 2],
    ['“=Never again!=” he said. (^Why^?)', '“Never again!” he said. (Why?)', 2],
    ['She ran `so\nfast` that day.', 'She ran so\nfast that day.', 1],
    ['=Привет=, +母さん+.', 'Привет, 母さん.', 2],
  ])('are left out around words: %s', (text, words, passages) => {
    expect(removeStressMarkers(text)).toEqual({ text: words, passages });
  });

  it.each([
    '1+2+3 = 6, a=b=c, x =y',
    'C++ and D++ and +1 or +2',
    '~5 to ~10 people, 5 ~ 6 ~ 7',
    '3 < 4 and 5 > 2 | a | b',
    '*never* and _never_ and *** and ~ ~ ~ and ~~~',
    'One =two\n\nthree= four',
    'ANN: <3 ^_^ =)',
  ])('are kept where they are words: %s', (text) => {
    expect(removeStressMarkers(text)).toEqual({ text, passages: 0 });
  });

  it('become one mark where they stand inside each other', () => {
    expect(collapseNestedMarks('I **_never_** and _*ever*_ said __that__ **here**.')).toBe(
      'I *never* and *ever* said __that__ **here**.',
    );
  });
});
