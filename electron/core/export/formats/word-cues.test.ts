import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { WordTimedLine } from './timed-words.ts';
import { MAX_ROW_WIDTH, rowText, wordCues } from './word-cues.ts';

/** Each word takes a third of a second; `gaps` are the silences after words, by their number. */
function lineOf(
  text: string,
  startSeconds = 0,
  gaps: Readonly<Record<number, number>> = {},
  seconds = 1 / 3,
): WordTimedLine {
  let now = startSeconds;
  const words = spokenWords(text).map(({ from, to }, index) => {
    const word = { from, to, startSeconds: now, endSeconds: now + seconds };
    now += seconds + (gaps[index] ?? 0);
    return word;
  });
  return { turns: [{ role: 'ADA', text, words }], isEstimated: false };
}

const textsOf = (lines: readonly WordTimedLine[], prefix = ''): string[] =>
  wordCues(lines, () => prefix).map(({ rows }) => rows.map(rowText).join(' / '));

describe('cues by words', () => {
  it('keep a short line whole, from its first word to its last', () => {
    const line = lineOf('Good morning, Lane.', 2);
    expect(wordCues([line])).toMatchObject([{ startMs: 2_000, endMs: 3_000, role: 'ADA', goesOn: false }]);
    expect(textsOf([line])).toEqual(['Good morning, Lane.']);
  });

  it('end with sentences and clauses, in rows of similar width', () => {
    const text =
      'I hope tomorrow will be a fine day, Lane. It never is, sir, whatever one has been led to expect by the papers; ' +
      'and besides, I have never seen one.';
    expect(textsOf([lineOf(text)])).toEqual([
      'I hope tomorrow will be a fine day, Lane.',
      'It never is, sir, whatever one has / been led to expect by the papers;',
      'and besides, I have never seen one.',
    ]);
  });

  it('count Japanese characters twice, and break between words', () => {
    const text =
      '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。';
    const cues = wordCues([lineOf(text)]);
    expect(cues.map(({ rows }) => rows.map(rowText).join('')).join('')).toBe(text);
    expect(cues.map(({ rows }) => rows.map(rowText))[0]).toEqual([
      '吾輩は猫である。名前はまだ無い。',
      'どこで生れたかとんと見当がつかぬ。',
    ]);
  });

  it('are not shown across a long silence', () => {
    expect(textsOf([lineOf('Wait here for me', 0, { 1: 2 })])).toEqual(['Wait here', 'for me']);
  });

  it('stay for a second if there is silence after them, and at most until the next one', () => {
    const lines = [lineOf('No.', 0), lineOf('Yes.', 0.8), lineOf('Why?', 5)];
    expect(wordCues(lines).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 800],
      [800, 1_800],
      [5_000, 6_000],
    ]);
  });

  it('leave room for the name of the speaker in the first row', () => {
    const prefix = 'LADY BRACKNELL: ';
    const [first, ...others] = wordCues([lineOf('To lose one parent may be regarded as a misfortune.')], () => prefix);
    expect(others).toEqual([]);
    expect(prefix.length + rowText(first?.rows[0] ?? []).length).toBeLessThanOrEqual(MAX_ROW_WIDTH);
  });

  it('give a word that is too wide a row of its own', () => {
    const wide = 'x'.repeat(60);
    expect(textsOf([lineOf(`a ${wide} b`)])).toEqual(['a', wide, 'b']);
  });

  it('contain every word once, in order, within the limits and without overlaps', () => {
    const word = fc.stringMatching(/^[a-zäß日本]{1,12}[.,;!?…]?$/u);
    const line = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 40 }),
      seconds: fc.double({ min: 0, max: 1.2, noNaN: true }),
      pause: fc.double({ min: 0, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (given) => {
        let now = 0;
        const lines = given.map(({ words, seconds, pause }) => {
          const timed = lineOf(words.join(' '), now, {}, seconds);
          now = (timed.turns[0]?.words.at(-1)?.endSeconds ?? now) + pause;
          return timed;
        });
        const cues = wordCues(lines);
        const shown = cues.flatMap(({ rows }) => rows.flat().map(({ text }) => text));
        expect(shown).toEqual(
          lines.flatMap(({ turns }) => turns.flatMap(({ text }) => spokenWords(text).map((one) => one.text))),
        );
        for (const [index, { startMs, endMs, rows }] of cues.entries()) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0);
          expect(rows.length).toBeLessThanOrEqual(2);
          for (const row of rows)
            if (row.length > 1) expect(stringWidth(rowText(row))).toBeLessThanOrEqual(MAX_ROW_WIDTH);
        }
      }),
      { numRuns: 30 },
    );
  });
});
