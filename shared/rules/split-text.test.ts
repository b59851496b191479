import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import { bracketRanges } from './brackets.ts';
import { countCharacters } from './characters.ts';
import { packBalanced, splitText } from './split-text.ts';
import { hostileText } from './testing/hostile-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const clusters = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

describe('splitText', () => {
  it('leaves what fits', () => {
    expect(splitText('It fits.', 8)).toEqual(['It fits.']);
    expect(splitText('', 8)).toEqual([]);
  });

  it('cuts at sentence ends, into pieces of like length', () => {
    expect(splitText('Aaaa bbb. Cccc ddd. Eeee fff. Gggg.', 30)).toEqual(['Aaaa bbb. Cccc ddd. ', 'Eeee fff. Gggg.']);
  });

  it('does not cut behind an abbreviation', () => {
    expect(splitText('He met Mr. Smith and Dr. Jones. They spoke.', 33)).toEqual([
      'He met Mr. Smith and Dr. Jones. ',
      'They spoke.',
    ]);
  });

  it('cuts a long sentence behind its clauses, else between words', () => {
    expect(splitText('one two three four, five 1,000 six seven', 25)).toEqual([
      'one two three four, ',
      'five 1,000 six seven',
    ]);
    expect(splitText('one two three four', 10)).toEqual(['one two ', 'three four']);
  });

  it('keeps brackets whole where it can', () => {
    const text = 'He came. (It was late. Very late.) He left.';
    expect(splitText(text, 30)).toEqual(['He came. ', '(It was late. Very late.) ', 'He left.']);
    expect(splitText('(It was late. Very late.)', 15)).toEqual(['(It was late. ', 'Very late.)']);
  });

  it('does not count what is silent, and never cuts it', () => {
    const text = 'One. (Goes. Comes. Goes. Comes.) Two. Three.';
    expect(splitText(text, 13, bracketRanges(text))).toEqual(['One. (Goes. Comes. Goes. Comes.) Two. ', 'Three.']);
  });

  it('cuts scripts that write no spaces between their words', () => {
    expect(splitText('我们去吃饭，然后回家。', 6)).toEqual(['我们去吃饭，', '然后回家。']);
    const thai = 'ฉันชอบกินข้าวผัดมาก ฉันชอบดื่มน้ำ';
    expect(splitText(thai, 20)).toEqual(['ฉันชอบกินข้าวผัดมาก ', 'ฉันชอบดื่มน้ำ']);
    expect(splitText('ฉันชอบกินข้าวผัด', 12)).toEqual(['ฉันชอบกิน', 'ข้าวผัด']);
  });

  it('cuts a word only between grapheme clusters', () => {
    expect(splitText('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 7)).toEqual(['👨‍👩‍👧', '👨‍👩‍👧', '👨‍👩‍👧']);
    expect(splitText(`x${'\u0301'.repeat(30)}y`, 10)).toEqual([`x${'\u0301'.repeat(30)}`, 'y']);
  });

  it('keeps a backslash at its bracket', () => {
    expect(splitText('ab\\((', 3)).toEqual(['ab', '\\((']);
  });

  it('loses nothing, keeps the limit, and cuts no grapheme cluster', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 2, max: 30 }), (text, limit) => {
        const pieces = splitText(text, limit);
        expect(pieces.join('')).toBe(text);
        expect(pieces.flatMap(clusters)).toEqual(clusters(text));
        for (const piece of pieces) {
          const tooLong = countCharacters(piece) > limit;
          expect(tooLong && clusters(piece).length > 1 && !piece.includes('\\(')).toBe(false);
        }
      }),
      { numRuns: rounds(500) },
    );
  });
});

const groupsOf = (costs: readonly number[], limit: number) => {
  const ends = packBalanced(costs, limit);
  return ends.map((end, index) => costs.slice(ends[index - 1] ?? 0, end));
};

describe('packBalanced', () => {
  it('prefers groups of like size to a tiny last one', () => {
    expect(groupsOf([30, 30, 30, 10], 90)).toEqual([
      [30, 30],
      [30, 10],
    ]);
  });

  it('gives what is too large a group of its own, and what is nothing none', () => {
    expect(groupsOf([0, 5, 0, 200, 0, 5], 10)).toEqual([[0, 5, 0], [200, 0], [5]]);
    expect(packBalanced([], 10)).toEqual([]);
    expect(packBalanced([0, 0], 10)).toEqual([2]);
  });

  it('keeps order and limit with as few groups as filling up would give', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 40 }), fc.integer({ min: 40, max: 100 }), (costs, limit) => {
        const groups = groupsOf(costs, limit);
        const sums = groups.map((group) => group.reduce((sum, cost) => sum + cost, 0));
        expect(groups.flat()).toEqual(costs);
        expect(sums.every((sum) => sum <= limit)).toBe(true);
        expect(groups.length).toBe(filledUp(costs, limit));
      }),
    );
  });
});

function filledUp(costs: readonly number[], limit: number): number {
  let groups = costs.length === 0 ? 0 : 1;
  let sum = 0;
  for (const cost of costs) {
    if (sum + cost > limit) {
      groups++;
      sum = 0;
    }
    sum += cost;
  }
  return groups;
}
