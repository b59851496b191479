import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { type DialogChange, dialogEdits, groupDialogs, ungroupDialogs } from './dialogs.ts';
import { formatScript, parseScript } from './script-text.ts';

const settings = { ...DEFAULT_PROJECT_SETTINGS, lineCharacters: 60 };
const edits = (text: string, action: 'group' | 'ungroup', range?: { from: number; to: number }) =>
  dialogEdits(text, settings, action, range);

function apply(text: string, changes: readonly DialogChange[]): string {
  return changes.reduceRight((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

const SCENE = '# One\n\nA: One.\n\nB: Two.\n\n(He goes.)\n\nA: Three.\n\n\nB: Four.\n\nWords.\n';

describe('the edits that group turns', () => {
  it('change nothing but the turns that they join', () => {
    const { changes, linesBefore, linesAfter } = edits(SCENE, 'group');
    expect(apply(SCENE, changes)).toBe('# One\n\nA: One.\nB: Two.\n\n(He goes.)\n\nA: Three.\nB: Four.\n\nWords.\n');
    expect(changes.map(({ from, to }) => SCENE.slice(from, to))).toEqual([
      'A: One.\n\nB: Two.',
      'A: Three.\n\n\nB: Four.',
    ]);
    expect([linesBefore, linesAfter]).toEqual([6, 4]);
  });

  it('stay within a range', () => {
    const from = SCENE.indexOf('A: Three');
    const { changes, linesBefore, linesAfter } = edits(SCENE, 'group', { from, to: from + 15 });
    expect(apply(SCENE, changes)).toBe(SCENE.replace('A: Three.\n\n\nB: Four.', 'A: Three.\nB: Four.'));
    expect([linesBefore, linesAfter]).toEqual([2, 1]);
  });

  it('are none where there is nothing to join', () => {
    expect(edits('A: One.\n\nA: Two.\n', 'group').changes).toEqual([]);
    expect(edits('', 'group')).toEqual({ changes: [], linesBefore: 0, linesAfter: 0 });
  });
});

describe('the edits that take dialogs apart', () => {
  it('make a paragraph of each turn', () => {
    const text = 'A: One.\nB: Two.\n\n\nC: Alone.\n\nA: Three.\r\nB: Four.';
    const { changes, linesBefore, linesAfter } = edits(text, 'ungroup');
    expect(apply(text, changes)).toBe('A: One.\n\nB: Two.\n\n\nC: Alone.\n\nA: Three.\r\n\r\nB: Four.');
    expect([linesBefore, linesAfter]).toEqual([3, 5]);
  });
});

describe('the edits of any text', () => {
  const paragraph = fc.constantFrom(
    'A: One.',
    'B: Two.',
    'C: Three.',
    'A: x\nB: y',
    '(Goes.)',
    'Words.',
    '# One',
    'B: (Nods.)',
  );
  const text = fc
    .array(fc.tuple(paragraph, fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n')), { maxLength: 12 })
    .map((parts) => parts.flat().join(''));

  it('make the same text as grouping or taking apart the whole, without overlaps', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('group' as const, 'ungroup' as const), (script, action) => {
        const { changes } = edits(script, action);
        const whole = action === 'group' ? groupDialogs : ungroupDialogs;
        expect(apply(script, changes)).toBe(formatScript(whole(parseScript(script, settings), settings)));
        let position = 0;
        for (const { from, to } of changes) {
          expect(from).toBeGreaterThanOrEqual(position);
          position = to;
        }
      }),
    );
  });

  it('touch nothing outside of their range', () => {
    fc.assert(
      fc.property(text, fc.nat(200), fc.nat(60), (script, start, length) => {
        const range = { from: Math.min(start, script.length), to: Math.min(start + length, script.length) };
        const paragraphs = parseScript(script, settings);
        let position = 0;
        const concerned = paragraphs.flatMap(({ source, gap }) => {
          const from = position;
          position += source.length + gap.length;
          return from <= range.to && from + source.length >= range.from ? [{ from, to: from + source.length }] : [];
        });
        for (const { from, to } of edits(script, 'group', range).changes) {
          expect(concerned.some((one) => one.from === from)).toBe(true);
          expect(concerned.some((one) => one.to === to)).toBe(true);
        }
      }),
    );
  });
});
