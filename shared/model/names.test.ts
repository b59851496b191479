import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segmenter } from '../rules/segmenter.ts';
import { MAX_NAME_LENGTH, nameSchema, shortenName } from './names.ts';

const graphemes = (text: string) => Array.from(segmenter('grapheme').segment(text), ({ segment }) => segment);
const longText = fc.tuple(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.integer({ min: 1, max: 300 }),
);

it('accepts every shortened name', () => {
  fc.assert(
    fc.property(longText, ([part, times]) => {
      const name = `A${part.repeat(times)}`.trim();
      const short = shortenName(name);
      expect(nameSchema.parse(short)).toBe(short);
      expect(shortenName(short)).toBe(short);
      if (name.length <= MAX_NAME_LENGTH) expect(short).toBe(name);
    }),
  );
});

it('shortens between graphemes', () => {
  fc.assert(
    fc.property(longText, fc.integer({ min: 2, max: 50 }), ([part, times], most) => {
      const name = `A${part.repeat(times)}`;
      const short = shortenName(name, most);
      expect(short.length).toBeLessThanOrEqual(most);
      if (short === name) return;
      const kept = graphemes(short.slice(0, -1));
      expect(graphemes(name).slice(0, kept.length)).toEqual(kept);
    }),
  );
});
