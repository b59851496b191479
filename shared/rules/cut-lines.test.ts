import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../model/script.ts';
import { cutParagraph } from './cut-lines.ts';
import { spokenText } from './spoken-text.ts';
import { sentCharacters } from './turn-prefix.ts';

const options = { speakBrackets: false, lineCharacters: 50 };
const texts = (turns: readonly Turn[]) =>
  cutParagraph(turns, options).map((line) => line.turns.map((turn) => turn.text));

describe('cutParagraph', () => {
  it('leaves a paragraph that fits, its silent turns too', () => {
    const turns = [
      { role: 'LANE', text: 'Yes.' },
      { role: 'JACK', text: `(${'Nods. '.repeat(50)})` },
    ];
    expect(cutParagraph(turns, options)).toEqual([{ turns }]);
  });

  it('makes nothing of nothing', () => {
    expect(cutParagraph([{ role: 'LANE', text: '(Nods.)' }], options)).toEqual([]);
    expect(cutParagraph([], options)).toEqual([]);
  });

  it('cuts a turn at its sentence ends, the white space between left out', () => {
    const text = 'The first sentence is here. The second one is too. The third ends it.';
    expect(texts([{ role: null, text }])).toEqual([
      ['The first sentence is here.'],
      ['The second one is too. The third ends it.'],
    ]);
  });

  it('counts a direction as nothing and keeps it whole', () => {
    const text = 'The first sentence is here. (He goes. He comes. He goes again.) And so is this.';
    expect(texts([{ role: 'LANE', text }])).toEqual([[text]]);
  });

  it('counts prefixes where two roles speak, and cuts between turns', () => {
    const turns = [1, 2, 3, 4].map((n) => ({ role: n % 2 ? 'ALGERNON' : 'LANE', text: `This is turn ${n}.` }));
    const turnsOfLines = (lineCharacters: number) =>
      cutParagraph(turns, { ...options, lineCharacters }).map((line) => line.turns.length);
    // "ALGERNON: This is turn 1." and "LANE: This is turn 2." with the row break between them: 47 characters.
    expect(turnsOfLines(50)).toEqual([2, 2]);
    expect(turnsOfLines(46)).toEqual([1, 1, 1, 1]);
  });

  it('gives every line what the limit allows, and speaks every word once', () => {
    const sentence = fc.constantFrom(
      'Yes. ',
      'No (nods. Goes.) way! ',
      '(Aside.) ',
      'And so on, and so forth; ',
      'ab'.repeat(40),
    );
    const turn = fc.record({
      role: fc.constantFrom(null, 'LANE', 'NARRATOR'),
      text: fc.array(sentence, { minLength: 1, maxLength: 12 }).map((sentences) => sentences.join('').trim()),
    });
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 6 }),
        fc.integer({ min: 50, max: 90 }),
        fc.boolean(),
        (turns, limit, heard) => {
          const setting = { speakBrackets: heard, lineCharacters: limit };
          const lines = cutParagraph(turns, setting);
          const spoken = (all: readonly Turn[]) =>
            all
              .map((one) => spokenText(one, setting))
              .join('')
              .replace(/\s/g, '');
          expect(lines.filter((line) => sentCharacters(line.turns, setting) > limit)).toEqual([]);
          expect(spoken(lines.flatMap((line) => line.turns))).toBe(spoken(turns));
        },
      ),
      { numRuns: 500 },
    );
  });
});
