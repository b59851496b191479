import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkedSpan, markedWords } from './marked-words.ts';

const shown = (stretches: readonly MarkedSpan[]): string =>
  stretches.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

const of = (before: string, after: string): string[] => {
  const words = markedWords(before, after);
  return [shown(words.before), shown(words.after)];
};

describe('words that differ', () => {
  it('are marked on both sides, each for itself', () => {
    expect(of('Lane met Ernest, and Lane left.', 'Layn met Ernest, and Layn left.')).toEqual([
      '[Lane] met Ernest, and [Lane] left.',
      '[Layn] met Ernest, and [Layn] left.',
    ]);
    expect(of('Dr. Who', 'Doctor Who')).toEqual(['[Dr.] Who', '[Doctor] Who']);
  });

  it('are shown as far as they can be compared by eye', () => {
    const [, after] = of('a', 'a 👩'.padEnd(9_000, '👩'));
    expect([...(after ?? '')].length).toBeLessThan(2_100);
    expect(after).toMatch(/👩…\]$/u);
  });

  it('may be missing on one side', () => {
    expect(of('Well, yes.', 'yes.')).toEqual(['[Well, ]yes.', 'yes.']);
    expect(of('Ernest', '')).toEqual(['[Ernest]', '']);
  });

  it('are shown with a little of what stands around them', () => {
    const words = 'word '.repeat(40);
    const [before = '', after = ''] = of(`${words}Lane ${words}`, `${words}Layn ${words}`);
    expect(before).toMatch(/^…[word ]{36}\[Lane\][word ]{36}…$/);
    expect(after.length).toBe(before.length);
  });

  it('are found in texts of any length, and what is not marked is the same in both', () => {
    const text = fc
      .array(fc.constantFrom('Lane', 'Ernest', 'and', ' ', ', '), { maxLength: 20 })
      .map((s) => s.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const words = markedWords(before, after);
        const plain = (all: readonly MarkedSpan[]) => all.map((one) => one.text).join('');
        // Short enough to be shown whole.
        if (before.length <= 36) expect(plain(words.before)).toBe(before);
        const same = (all: readonly MarkedSpan[]) => plain(all.filter((one) => !one.marked));
        if (before.length <= 36 && after.length <= 36) expect(same(words.before)).toBe(same(words.after));
      }),
    );
    const long = markedWords('a b '.repeat(2_000), 'c d '.repeat(2_000));
    expect(long.before.some(({ marked }) => marked)).toBe(true);
  });
});
