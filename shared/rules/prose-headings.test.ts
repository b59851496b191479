import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinRows, type ProseBlock } from './prose-headings.ts';

/** The plain way: the joined text is looked at as a whole before each row is added. */
function joinedPlainly({ rows }: ProseBlock): string {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
  let joined = '';
  for (const row of rows.map((one) => one.trim())) {
    const hyphen = /[\p{L}\p{N}]-$/u.test(joined) && /^\p{Ll}/u.test(row);
    const touch = hyphen || (wide.test(joined.slice(-1)) && wide.test(row.slice(0, 1)));
    joined += joined === '' || touch ? row : ` ${row}`;
  }
  return joined;
}

describe('joinRows', () => {
  it('joins rows by what stands at their ends, however short they are', () => {
    const row = fc.array(fc.constantFrom('a', 'B', '-', ' ', '漢', '。', '\u{1d400}', '\ud835', '1', 'é'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const block = { rows: rows.map((units) => units.join('')) };
        expect(joinRows(block)).toBe(joinedPlainly(block));
      }),
      { numRuns: 2_000 },
    );
  });
});
