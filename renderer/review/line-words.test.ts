import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedTurns } from './line-words.tsx';

const turns = (...texts: readonly string[]) => texts.map((text, at) => ({ role: at % 2 ? 'LANE' : 'ALGERNON', text }));

describe('the words of a line beside an older take', () => {
  it('are marked in the turn in which they changed', () => {
    expect(markedTurns('Did you hear?\nNo, sir.', turns('Did you hear?', 'Not at all, sir.'))).toEqual([
      { role: 'ALGERNON', stretches: [{ kind: 'same', text: 'Did you hear?' }] },
      {
        role: 'LANE',
        stretches: [
          { kind: 'removed', text: 'No, ' },
          { kind: 'added', text: 'Not at all, ' },
          { kind: 'same', text: 'sir.' },
        ],
      },
    ]);
  });

  it('are all there, each in its turn', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 })
      .map((words) => words.join(' '));
    const texts = fc.array(text, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, texts, (was, is) => {
        const found = markedTurns(was.join('\n'), turns(...is)).map(({ stretches }) =>
          stretches.flatMap(({ kind, text: words }) => (kind === 'removed' ? [] : [words])).join(''),
        );
        expect(found).toEqual(is);
      }),
    );
  });
});
