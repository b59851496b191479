import { describe, expect, it } from 'vitest';
import { spokenOf } from '../layout/testing/spoken-of.ts';
import { isSymbolsOnly, withScenePauses } from './scene-breaks.ts';

/** What separates scenes in print, in manuscripts and in messages. */
const SCENE_BREAKS = [
  ...['* * *', '***', '*', '⁂', '⁎ ⁎ ⁎', '—', '———', '– – –', '---', '- - -', '___', '#', '# # #', '##', '###'],
  ...['~', '~~~', '~ ~ ~', '~*~', '=', '=+=+=', '+ + +', '. . .', '…', '•', '• • •', '·', '§', '◆◇◆', '◇', '☆', '★★★'],
  ...[
    '○',
    '❦',
    '❧',
    '🌙',
    '👩‍🚀',
    '♪',
    '^^^',
    '|',
    '\\*\\*\\*',
    '※',
    '＊　＊　＊',
    '〜〜〜',
    '<>',
    '-*-',
    '/////',
    '%%%',
    '&',
    '@',
  ],
];

describe('isSignsOnly', () => {
  it('finds letters and digits of any writing system', () => {
    expect(['x', '茶', 'ب', 'ก', '٣', '४', 'Ⅳ', '½', '* A *', '', ' '].filter(isSymbolsOnly)).toEqual([]);
    expect(SCENE_BREAKS.filter((row) => !isSymbolsOnly(row))).toEqual([]);
  });
});

describe('a row of signs', () => {
  it.each(SCENE_BREAKS)('alone as a paragraph is a pause: %s', (row) => {
    expect(withScenePauses(`# T\n\nIt was late.\n\n${row}\n\nAnn: Hi.\n`)).toBe(
      '# T\n\nIt was late.\n\n[scene break]\n\nAnn: Hi.\n',
    );
  });

  it('is a pause directly between rows of words', () => {
    expect(withScenePauses('It was late.\n***\nThe sun rose.')).toBe('It was late.\n\n[scene break]\n\nThe sun rose.');
    expect(withScenePauses('It was late.\n◆◇◆\n\nThe sun rose.')).toBe(
      'It was late.\n\n[scene break]\n\nThe sun rose.',
    );
  });

  it('is a pause between rows, be it a dash, where one sentence ends above and one begins below', () => {
    expect(withScenePauses('He left.\n—\nThe end?')).toBe('He left.\n\n[scene break]\n\nThe end?');
    expect(withScenePauses('He left\n—\nthe end.')).toBe('He left\n—\nthe end.');
  });

  it('is left out where it decorates a title or an end', () => {
    expect(withScenePauses('***\n\n## One\n\n~~~\n\nIt was late.\n\n❦\n\n## Two\n\nSo.\n\n⁂\n')).toBe(
      '\n## One\n\n\nIt was late.\n\n\n## Two\n\nSo.\n\n',
    );
  });

  it('is one pause however many follow each other', () => {
    expect(withScenePauses('One.\n\n***\n\n***\n\nTwo.').match(/scene break/g)).toHaveLength(1);
  });

  it('is a part of the words where it ends them, or is what a role says', () => {
    for (const text of [
      'He said, “and then\n…”\n\nSo.',
      'ANN: ?!\n\nBEN: …',
      '(…)\n\nSo.',
      'One | two\n|---|---|\nA | b\n',
    ]) {
      expect(withScenePauses(text)).toBe(text);
    }
  });
});

describe('a scene break among speeches', () => {
  it.each(SCENE_BREAKS.filter((row) => row !== '<>'))('is not spoken in any layout: %s', (row) => {
    const heard = ['ANN: Hi.', 'BEN: Yo.', 'ANN: So.', 'BEN: Bye.'];
    const spoken = (...rows: string[]) => spokenOf(withScenePauses(rows.join('\n')));
    expect(spoken('ANN: Hi.', '', 'BEN: Yo.', '', row, '', 'ANN: So.', '', 'BEN: Bye.')).toEqual(heard);
    expect(spoken('**Ann:** Hi.', '', '**Ben:** Yo.', '', row, '', '**Ann:** So.', '', '**Ben:** Bye.')).toEqual(heard);
    expect(spoken('ANN', 'Hi.', '', 'BEN', 'Yo.', '', row, '', 'ANN', 'So.', '', 'BEN', 'Bye.')).toEqual(heard);
  });
});
