import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import type { Paragraph } from '../model/script.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { groupDialogs, ungroupDialogs } from './dialogs.ts';
import { formatScript, parseScript } from './script-text.ts';
import { hostileText } from './testing/hostile-text.ts';
import { sentCharacters } from './turn-prefix.ts';

const settings = { ...DEFAULT_PROJECT_SETTINGS, lineCharacters: 60 };
const parse = (text: string) => parseScript(text, settings);
const grouped = (text: string) => formatScript(groupDialogs(parse(text), settings));
const ungrouped = (text: string) => formatScript(ungroupDialogs(parse(text), settings));
const turns = (paragraphs: readonly Paragraph[]) =>
  paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.turns));

describe('groupDialogs', () => {
  it('joins the turns of two roles', () => {
    expect(grouped('A: One.\n\n\nB: Two (nods).\n\nA: Three,\nfour.\n')).toBe(
      'A: One.\nB: Two (nods).\nA: Three, four.\n',
    );
    expect(grouped('A: One.\r\n\r\nB: Two.\r\n\r\n')).toBe('A: One.\r\nB: Two.\r\n\r\n');
  });

  it('ends a stretch at anything else', () => {
    for (const between of [
      '(He goes.)',
      '# Act II',
      '[pause 1s]',
      'He goes.',
      'B: (Nods.)',
      'A: x\nB: y',
      'B: x [pause 1s]',
    ]) {
      const text = `A: One.\n\n${between}\n\nB: Two.`;
      expect(grouped(text)).toBe(text);
    }
  });

  it('starts a new dialog at a third role', () => {
    expect(grouped('A: 1\n\nB: 2\n\nC: 3\n\nB: 4')).toBe('A: 1\nB: 2\n\nC: 3\nB: 4');
  });

  it('leaves one role alone as it is', () => {
    expect(grouped('A: 1\n\nA: 2\n\n')).toBe('A: 1\n\nA: 2\n\n');
  });

  it('fills each dialog up to the limit', () => {
    const text = Array.from({ length: 6 }, (_, n) => `${n % 2 ? 'A' : 'B'}: ${'x'.repeat(25)}`).join('\n\n');
    expect(groupDialogs(parse(text), settings).map((paragraph) => paragraph.lines[0]?.turns.length)).toEqual([2, 2, 2]);
  });
});

describe('ungroupDialogs', () => {
  it('makes a paragraph of each turn', () => {
    expect(ungrouped('A: 1\nB: 2\n\nC: 3\nC: 4\n')).toBe('A: 1\n\nB: 2\n\nC: 3\nC: 4\n');
    expect(ungrouped('# 1\nHe said:\nA: 2 [pause 1s] 3')).toBe('# 1\nHe said:\n\nA: 2\n\n[pause 1s]\n\nA: 3');
  });

  it('leaves what has three roles to its author', () => {
    expect(ungrouped('A: 1\nB: 2\nC: 3')).toBe('A: 1\nB: 2\nC: 3');
  });
});

describe('grouping and ungrouping', () => {
  const one = fc.constantFrom(
    'A: yes',
    'A: (nods)',
    'B: no (goes) way',
    'C: \\(oh) well',
    '(exit)',
    'He left.',
    '# Act',
    'A: [pause 1s] so',
  );
  const play = fc.array(one, { maxLength: 20 }).map((paragraphs) => paragraphs.join('\n\n'));

  it('give the same paragraphs back', () => {
    fc.assert(
      fc.property(play, (text) => {
        expect(formatScript(ungroupDialogs(groupDialogs(parse(text), settings), settings))).toBe(text);
      }),
    );
  });

  it('keep every turn, in order, within the limit, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, play), (text) => {
        const before = parse(text);
        const after = groupDialogs(before, settings);
        expect(turns(after)).toEqual(turns(before));
        expect(parse(formatScript(after)).map((paragraph) => paragraph.lines)).toEqual(
          after.map((paragraph) => paragraph.lines),
        );
        expect(groupDialogs(after, settings)).toEqual(after);
        const joined = after.filter((paragraph) => !before.includes(paragraph)).flatMap((paragraph) => paragraph.lines);
        expect(joined.filter((line) => sentCharacters(line.turns, settings) > 60)).toEqual([]);
      }),
      { numRuns: rounds(500) },
    );
  });
});
