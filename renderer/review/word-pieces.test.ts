import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinePiece, wordPieces } from './word-pieces.ts';

const same = (text: string) => ({ kind: 'same' as const, text });
const shown = ({ kind, text, word }: LinePiece) => (kind === 'same' ? [text, word] : [text, word, kind]);

describe('the pieces of a line', () => {
  it('are its words, counted through all turns, and the spaces between them', () => {
    const { turns, words } = wordPieces([
      { role: 'GWENDOLEN', stretches: [same('Is he gone?')] },
      { role: 'LANE', stretches: [same('(bows) Yes.')] },
    ]);
    expect(turns.map(({ pieces }) => pieces.map(shown))).toEqual([
      [
        ['Is', 0],
        [' ', null],
        ['he', 1],
        [' ', null],
        ['gone?', 2],
      ],
      [
        ['(bows)', 3],
        [' ', null],
        ['Yes.', 4],
      ],
    ]);
    expect(words.map(({ mayBeSilent }) => mayBeSilent)).toEqual([false, false, false, true, false]);
  });

  it('count the words that only the take has, but not those added since', () => {
    const { turns } = wordPieces([
      {
        role: 'LANE',
        stretches: [{ kind: 'removed', text: 'No, ' }, { kind: 'added', text: 'Not yet, ' }, same('sir.')],
      },
    ]);
    expect(turns[0]?.pieces.map(shown)).toEqual([
      ['No,', 0, 'removed'],
      [' ', null, 'removed'],
      ['Not yet, ', null, 'added'],
      ['sir.', 1],
    ]);
  });

  it('join the parts of a word that a change separates', () => {
    const { turns, words } = wordPieces([
      { role: 'LANE', stretches: [same('Well '), { kind: 'removed', text: '— no' }] },
    ]);
    expect(turns[0]?.pieces.map(shown)).toEqual([
      ['Well ', 0],
      ['—', 0, 'removed'],
      [' ', null, 'removed'],
      ['no', 1, 'removed'],
    ]);
    expect(words.map(({ text }) => text)).toEqual(['Well —', 'no']);
  });

  it('are the whole text, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '—', '(', ')', '\n', '東京'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const { turns, words } = wordPieces(texts.map((one) => ({ role: '', stretches: [same(one)] })));
        expect(turns.map(({ pieces }) => pieces.map((piece) => piece.text).join(''))).toEqual(texts);
        const met = new Set(turns.flatMap(({ pieces }) => pieces.flatMap(({ word }) => word ?? [])));
        expect([...met]).toEqual(words.map((_, index) => index));
      }),
    );
  });
});
