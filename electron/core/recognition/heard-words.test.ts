import { describe, expect, test } from 'vitest';
import { heardWordsOf } from './heard-words.ts';
import type { RecognisedTokens } from './recogniser-messages.ts';

const result = (text: string, tokens: string[], more: Partial<RecognisedTokens> = {}): RecognisedTokens => ({
  text,
  tokens,
  timestamps: tokens.map((_token, index) => index / 2),
  durations: [],
  logProbabilities: [],
  ...more,
});

describe('the words that a recogniser heard', () => {
  test('are put together from its tokens', () => {
    const tokens = [' THE', ' O', 'LD', ' MAN'];
    expect(heardWordsOf(result('THE OLD MAN', tokens), 3, 10)).toEqual([
      { text: 'THE', startSeconds: 10, endSeconds: 10.25 },
      { text: 'OLD', startSeconds: 10.5, endSeconds: 11.25 },
      { text: 'MAN', startSeconds: 11.5, endSeconds: 11.75 },
    ]);
  });

  test('are put together from tokens with other marks or case, and from single characters', () => {
    const starts = (text: string, tokens: string[]) =>
      heardWordsOf(result(text, tokens), 9, 0).map((word) => [word.text, word.startSeconds]);
    expect(starts('the old man.', ['▁The', '▁old', '▁m', 'an', '.'])).toEqual([
      ['the', 0],
      ['old', 0.5],
      ['man.', 1],
    ]);
    expect(starts('東京です', ['東', '京', 'で', 'す'])).toEqual([
      ['東京', 0],
      ['です', 1],
    ]);
    // Some models split rare characters into bytes.
    expect(starts('a 東 b', ['▁a', '▁', '<0xE6>', '<0x9D>', '<0xB1>', '▁b'])).toEqual([
      ['a', 0],
      ['東', 2],
      ['b', 2.5],
    ]);
  });

  test('end when their last token does', () => {
    const [first] = heardWordsOf(result('old man', ['▁old', '▁man'], { durations: [0.4, 0.3] }), 3, 0);
    expect(first).toMatchObject({ startSeconds: 0, endSeconds: 0.4 });
  });

  test('have the mean confidence of their tokens', () => {
    const logProbabilities = [Math.log(0.9), Math.log(0.4), Math.log(0.4)];
    const words = heardWordsOf(result('old man', ['▁old', '▁m', 'an'], { logProbabilities }), 3, 0);
    expect(words.map(({ confidence }) => confidence?.toFixed(2))).toEqual(['0.90', '0.40']);
  });

  test('are spread in proportion to their lengths if the model reports no times', () => {
    expect(heardWordsOf(result('an old man', [], {}), 8, 1)).toEqual([
      { text: 'an', startSeconds: 1, endSeconds: 3 },
      { text: 'old', startSeconds: 3, endSeconds: 6 },
      { text: 'man', startSeconds: 6, endSeconds: 9 },
    ]);
    const misspelled = heardWordsOf(result('an old man', ['▁something', '▁else']), 8, 1);
    expect(misspelled.map(({ startSeconds }) => startSeconds)).toEqual([1, 3, 6]);
  });

  test('are empty if there is no text', () => {
    expect(heardWordsOf(result('', []), 8, 0)).toEqual([]);
    expect(heardWordsOf(result(' … ', ['…']), 8, 0)).toEqual([]);
  });
});
