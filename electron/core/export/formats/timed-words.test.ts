import { describe, expect, it } from 'vitest';
import { timeWords } from './timed-words.ts';

const sure = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds, confidence: 1 });

const lost = { startSeconds: 0, endSeconds: 0, confidence: 0 };

/** A take of three seconds, from 0.5 s on, that is heard from 10 s to 12.5 s of the file. */
const clipOf = (...texts: string[]) => ({
  turns: texts.map((text, index) => ({ role: `ROLE ${index + 1}`, text })),
  startSeconds: 10,
  fromSeconds: 0.5,
  audible: { startSeconds: 10, endSeconds: 12.5 },
});

const timesIn = ({ turns }: ReturnType<typeof timeWords>) =>
  turns.map(({ text, words }) =>
    words.map(({ from, to, startSeconds, endSeconds }) => [text.slice(from, to), startSeconds, endSeconds]),
  );

describe('the times of words', () => {
  it('are shifted to the take’s position in the file', () => {
    const take = { text: 'Good morning, Lane.', words: [sure(0.6, 1), sure(1, 1.5), sure(1.75, 2.5)] };
    const timed = timeWords({ ...clipOf('Good morning, Lane.'), takeWords: take });
    expect(timed.isEstimated).toBe(false);
    expect(timesIn(timed)).toEqual([
      [
        ['Good', 10.1, 10.5],
        ['morning,', 10.5, 11],
        ['Lane.', 11.25, 12],
      ],
    ]);
  });

  it('stay within the audible part of the take, and never decrease', () => {
    const take = { text: 'One two three', words: [sure(0.1, 0.4), sure(0.3, 4), sure(2, 5)] };
    expect(timesIn(timeWords({ ...clipOf('One two three'), takeWords: take }))).toEqual([
      [
        ['One', 10, 10],
        ['two', 10, 12.5],
        ['three', 12.5, 12.5],
      ],
    ]);
  });

  it('are divided among the turns of a dialog line', () => {
    const take = { text: 'Tea?\nThank you.', words: [sure(0.5, 1), sure(1.5, 2), sure(2, 2.5)] };
    expect(timesIn(timeWords({ ...clipOf('Tea?', 'Thank you.'), takeWords: take }))).toEqual([
      [['Tea?', 10, 10.5]],
      [
        ['Thank', 11, 11.5],
        ['you.', 11.5, 12],
      ],
    ]);
  });

  it('are interpolated for words that differ in the take', () => {
    const take = { text: 'At 5 we eat', words: [sure(0.5, 1), sure(1, 2), sure(2, 2.5), sure(2.5, 3)] };
    expect(timesIn(timeWords({ ...clipOf('At five sharp we eat'), takeWords: take }))[0]).toEqual([
      ['At', 10, 10.5],
      ['five', 10.5, expect.closeTo(10.5 + 4 / 9, 9)],
      ['sharp', expect.closeTo(10.5 + 4 / 9, 9), 11.5],
      ['we', 11.5, 12],
      ['eat', 12, 12.5],
    ]);
  });

  it.each([
    ['there are none', null],
    ['the take says something else', { text: 'Not this', words: [sure(0, 1), sure(1, 2)] }],
    ['no word was found in the take', { text: 'Good day', words: [lost, lost] }],
    ['they belong to another number of words', { text: 'Good day', words: [sure(0, 1)] }],
  ])('are spread over the line if %s', (_, take) => {
    const timed = timeWords({ ...clipOf('Good day'), takeWords: take });
    expect(timed.isEstimated).toBe(true);
    const middle = expect.closeTo(10 + (2.5 * 4) / 7, 9);
    expect(timesIn(timed)).toEqual([
      [
        ['Good', 10, middle],
        ['day', middle, 12.5],
      ],
    ]);
  });
});
