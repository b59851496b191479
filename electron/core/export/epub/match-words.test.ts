import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepFoundLines, matchWords, textTokens } from './match-words.ts';

const keysOf = (text: string): string[] => textTokens(text).map(({ key }) => key);

/** The words of the lines as they are found in the text. */
function foundIn(written: string, ...lines: readonly string[]): (string | null)[][] {
  const words = keysOf(written);
  const spoken = lines.map(keysOf);
  const found = matchWords(spoken.flat(), words);
  let end = 0;
  const ends = spoken.map(({ length }) => {
    end += length;
    return end;
  });
  keepFoundLines(found, ends);
  return spoken.map((line, index) => {
    const from = (ends[index] ?? 0) - line.length;
    return line.map((_, at) => words[found[from + at] ?? -1] ?? null);
  });
}

describe('the tokens of a text', () => {
  it('ignore case, width and soft hyphens, and are single characters in Japanese', () => {
    expect(keysOf('Don’t “Co\u00adoperate”, ＡＢＣ — 吾輩は3')).toEqual([
      'don',
      't',
      'cooperate',
      'abc',
      '吾',
      '輩',
      'は',
      '3',
    ]);
  });
});

describe('the words of a recording', () => {
  it('are found between words that were not read', () => {
    expect(
      foundIn('Contents. One. Two. ONE It was a dark [1] night. TWO The end.', 'One', 'It was a dark night.'),
    ).toEqual([['one'], ['it', 'was', 'a', 'dark', 'night']]);
  });

  it('are found where a title is closest to its chapter', () => {
    const written = keysOf('Earnest Contents Earnest It was a dark night and so on');
    const spoken = keysOf('Earnest It was a dark night and on');
    expect(matchWords(spoken, written)[0]).toBe(2);
  });

  it('are found where a title is closest to its chapter, even before a stage direction', () => {
    const book = `Scenes: Act I, Act II. ${'Other words of the book. '.repeat(100)}`;
    const written = keysOf(`${book} Act II. Scene: Garden at the Manor House. It was a dark night and so on`);
    const [first, second] = matchWords(keysOf('Act II It was a dark night and so on'), written);
    expect([first, second]).toEqual([505, 506]);
  });

  it('stay where they are if the same words are in text that was not read, a little later', () => {
    const written = keysOf('Oh! He sighs: oh, again. It was a dark night');
    expect(matchWords(keysOf('Oh It was a dark night'), written)[0]).toBe(0);
  });

  it('are not found if only some words of a line are in the text', () => {
    const written = `Tea is ready. ${'Something else is written here for long. '.repeat(3)} All is well with the end.`;
    expect(foundIn(written, 'This is a recording of the public domain.')).toEqual([Array(8).fill(null)]);
  });

  it('are found in a long book, in order, whatever was left out or changed', () => {
    const words = fc.array(
      fc.integer({ min: 0, max: 400 }).map((number) => `w${number}`),
      { minLength: 1, maxLength: 3_000 },
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 50 }), (written, every) => {
        const spoken = written.filter((_, index) => index % every > 0);
        const found = matchWords(spoken, written);
        let last = -1;
        for (const [index, place] of found.entries()) {
          if (place < 0) continue;
          expect(place).toBeGreaterThan(last);
          expect(written[place]).toBe(spoken[index]);
          last = place;
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are found where a line is repeated often', () => {
    const chorus = 'And the band played on. '.repeat(400);
    const written = keysOf(`${chorus} Unique words are here to hold. ${chorus}`);
    const found = matchWords(written, written);
    expect([...found]).toEqual([...written.keys()]);
  });
});
