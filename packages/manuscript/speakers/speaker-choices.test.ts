import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speakerChoicesSchema } from '../../../shared/model/speaker-choices.ts';
import { createRenamer, locateQuotations, quotationId } from './speaker-choices.ts';

const idsOf = (...words: string[]): string[] => words.map((one, at) => quotationId(at + 1, one));

describe('quotations known by place and words', () => {
  it('are found where the text is the same', () => {
    const ids = idsOf('“Yes.”', '“No.”', '“Yes.”');
    expect(locateQuotations(ids, ids)).toEqual({ places: new Map(ids.map((id, at) => [id, at])), lost: [] });
  });

  it('are found where others were put in or went before them, and told by number where they are gone', () => {
    const before = idsOf('“One.”', '“Yes.”', '“Two.”', '“Yes.”', '“Three.”');
    const after = idsOf('“New.”', '“Yes.”', '“One.”', '“Yes.”', '“Two.”', '“Yes.”');
    const { places, lost } = locateQuotations(after, before);
    expect(before.map((id) => places.get(id))).toEqual([2, 3, 4, 5, undefined]);
    expect(lost).toEqual([5]);
  });

  it('are lost where their words changed, and where an id is none', () => {
    const { places, lost } = locateQuotations(idsOf('“One!”'), [...idsOf('“One.”'), 'rubbish', '__proto__']);
    expect(places.size).toBe(0);
    expect(lost).toEqual([0, 0, 1]);
  });

  it('don’t mind other white space', () => {
    expect(quotationId(1, '“Come\n in.”')).toBe(quotationId(1, '“Come in.” '));
  });
});

describe('names', () => {
  it('lead to the last one', () => {
    const nameOf = createRenamer({
      names: [
        { from: 'Lizzy', into: 'Miss Bennet' },
        { from: 'Miss Bennet', into: 'Elizabeth' },
      ],
    });
    expect(['Lizzy', 'Miss Bennet', 'Elizabeth', 'Jane'].map(nameOf)).toEqual([
      'Elizabeth',
      'Elizabeth',
      'Elizabeth',
      'Jane',
    ]);
  });

  it('end somewhere, whatever leads where', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D');
    fc.assert(
      fc.property(fc.array(fc.record({ from: name, into: name })), name, (names, one) => {
        expect(typeof createRenamer({ names })(one)).toBe('string');
      }),
    );
  });
});

it('choices from outside are parsed', () => {
  expect(speakerChoicesSchema.safeParse({ said: { '1-00000000': 7 }, names: [] }).success).toBe(false);
  expect(speakerChoicesSchema.safeParse({ said: { '1-00000000': null }, names: [] }).success).toBe(true);
});
