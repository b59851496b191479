// Patterns that were rewritten to take linear time match the same text as before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { hasLiteral } from './source-patterns.ts';

/** A pattern before and after, and the parts of texts that would show a difference. */
interface Rewritten {
  readonly before: RegExp;
  readonly now: RegExp;
  readonly units: readonly string[];
  /** The pattern is only tested: the position of a match does not matter. */
  readonly tested?: boolean;
}

const REWRITTEN: readonly Rewritten[] = [
  {
    before: /\s*[\r\n]+\s*/g,
    now: /(?<!\s)\s*[\r\n]\s*/g,
    units: [' ', '\t', '\n', '\r', '\r\n', '\u2028', '\u00a0', 'a', '\\'],
  },
  {
    before: /^\s*\*{3}\s*(?:START|END) OF TH(?:E|IS) PROJECT GUTENBERG/im,
    now: /^[^\S\r\n\u2028\u2029]*\*{3}\s*(?:START|END) OF TH(?:E|IS) PROJECT GUTENBERG/im,
    units: ['\n', '\r', '\u2028', ' ', '\t', '*', '***', 'START OF THE PROJECT GUTENBERG', 'End of this', 'x'],
    tested: true,
  },
  { before: /^[\s.~-]+|[\s.-]+$/gu, now: /^[\s.~-]+|(?<![\s.-])[\s.-]+$/gu, units: [' ', '.', '-', '~', 'a', '\n'] },
  {
    before: /[\s\p{P}]+$/u,
    now: /(?<![\s\p{P}])[\s\p{P}]+$/u,
    units: [' ', ',', '.', '(', '“', 'a', '-'],
  },
  { before: /\/+$/, now: /(?<!\/)\/+$/, units: ['/', 'a', '//'] },
  { before: /[.\s。]+$/u, now: /(?<![.\s。])[.\s。]+$/u, units: ['.', ' ', '\n', 'a', '。'] },
  { before: /\.?0+$/, now: /\.?(?<!0)0+$/, units: ['0', '.', '1', '00'] },
  { before: /^-+|-+$/g, now: /^-+|(?<!-)-+$/g, units: ['-', 'a', '--'] },
  { before: /^\s*(identity)?\s*$/i, now: /^\s*(identity\s*)?$/i, units: [' ', '\t', 'identity', 'Identity', 'x'] },
  {
    before: /^\s*(?:(?:[IVXLC]+|\d+)[.):\s]|[^\p{Ll}]+$)|(?:\.\s?){3,}|\s\d+$/u,
    now: /^(?:\s*(?:[IVXLC]+|\d+)[.):\s]|[^\p{Ll}]+$)|(?:\.\s?){3,}|\s\d+$/u,
    units: [' ', 'I', 'X', '1', '.', ')', 'A', 'a', '\t'],
  },
];

describe('each rewritten pattern', () => {
  for (const { before, now, units, tested = false } of REWRITTEN) {
    it(`${now} matches what ${before} did`, () => {
      const texts = fc.array(fc.constantFrom(...units), { maxLength: 12 }).map((parts) => parts.join(''));
      fc.assert(
        fc.property(texts, (text) => {
          if (tested) expect(now.test(text)).toBe(before.test(text));
          else expect(text.replace(now, '<$&>')).toBe(text.replace(before, '<$&>'));
        }),
        { numRuns: rounds(2_000) },
      );
      expect(hasLiteral(now)).toBe(true);
    });
  }
});
