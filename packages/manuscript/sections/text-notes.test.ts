import { describe, expect, it } from 'vitest';
import { withoutNotes } from './text-notes.ts';

/** Without the words of what is left out and their rows, which have a test of their own. */
function read(...rows: string[]) {
  const { text, notices } = withoutNotes(rows.join('\n'));
  return {
    text,
    notices: notices.map((notice) => ({ ...notice, words: undefined, sample: undefined, row: undefined })),
  };
}

describe('a note mark in plain text', () => {
  it.each([
    ['An old man[1] rose.[12] He sat.[*] So [3] it was [†].', 'An old man rose. He sat. So it was.', 5],
    ['See Lee [1, 2], Fox [3-5] and [1984].[1984]', 'See Lee, Fox and [1984].', 3],
    ['雨が降っていた。[1]「はい」[2]', '雨が降っていた。「はい」', 2],
    ['“Come in,”[1] he said[2]; “now.”[3]', '“Come in,” he said; “now.”', 3],
  ])('is left out: %s', (row, words, marks) => {
    expect(read(row)).toEqual({ text: words, notices: [{ kind: 'notes', notes: 0, marks }] });
  });

  it.each([
    '[1] Hello.\n[2] Hi.',
    'in [1984] he came',
    '[A] Hi. [B] Yo.',
    'ANN: [1] Hello.',
    '[pause 2s] He [sic] went.',
    'He sat in [room 12] and [laughs].',
    'a[i] = b[j]',
  ])('is not found in other brackets: %s', (text) => {
    expect(read(text)).toEqual({ text, notices: [] });
  });
});

describe('a note in plain text', () => {
  it('is told with the number of its words, and how they begin', () => {
    const rows = ['A man[1] rose.', '[Sidenote: Of men.]', '[Illustration]', '', '[1] Born in 1850,', '   and died.'];
    expect(withoutNotes(rows.join('\n')).notices).toEqual([
      { kind: 'notes', notes: 1, marks: 1, words: 4, sample: '[1] Born in 1850, and died.', row: 5 },
      { kind: 'sidenotes', notes: 1, words: 2, sample: 'Of men.' },
      { kind: 'illustrations', marks: 1 },
    ]);
  });

  it('that begins with its mark is left out, with its rows and its title', () => {
    expect(
      read(
        ...[
          'A man[1] rose.[A] He sat.',
          '',
          'NOTES:',
          '',
          '[1] Born in 1850,',
          'in Rome.',
          '[A] Late.',
          '',
          '   In fact.',
          '',
        ],
        ...['The end came.'],
      ),
    ).toEqual({
      text: 'A man rose. He sat.\n\n\n\nThe end came.',
      notices: [{ kind: 'notes', notes: 2, marks: 2 }],
    });
  });

  it('is not taken for a row amid a paragraph that begins with a mark', () => {
    expect(
      read('He was tired of the long', '[1] voyage.[2] He slept.', '', '[1] In 1850.', '', '[2] So he said.'),
    ).toEqual({
      text: 'He was tired of the long\nvoyage. He slept.\n\n',
      notices: [{ kind: 'notes', notes: 2, marks: 2 }],
    });
  });

  it('may have a sign or a raised number', () => {
    expect(read('A man* rose¹ and† sat.', '', '* Born in 1850.', '', '¹ Late.', '', '† At home.')).toMatchObject({
      text: 'A man rose and sat.\n\n\n',
      notices: [{ kind: 'notes', notes: 3, marks: 3 }],
    });
    for (const emphasised of ['*The clock strikes.*', '*The clock\nstrikes four.*\n\nHe went.']) {
      expect(read(emphasised).text).toBe(emphasised);
    }
    const list = 'Bring:\n\n* Bread\n\n* Milk\n\nA *whole* lot.';
    expect(read(list)).toEqual({ text: list, notices: [] });
  });

  it('may stand directly below another one', () => {
    const text = 'The man¹ rose. He sat.² It rained.\n\nNotes\n\n¹ Born in 1850.\n² In a chair.\n   An old one.\n';
    const { text: words, notices } = read(text);
    expect(words.trim()).toBe('The man rose. He sat. It rained.');
    expect(notices).toMatchObject([{ kind: 'notes', notes: 2, marks: 2 }]);
  });

  it('in brackets is left out by its label', () => {
    expect(
      read(
        ...['[Illustration: The keeper', 'at his door.]', '', 'He rose.[3] [Sidenote: He rises.] So.[A]', ''],
        ...[
          '[Footnote A: By his [old] watch.',
          '',
          'And more.]',
          '',
          '[Viite 3: Kello.]',
          '',
          '[Blank Page]',
          '',
          'End.',
        ],
      ),
    ).toEqual({
      text: '\n\nHe rose. So.\n\n\n\n\n\n\n\nEnd.',
      notices: [
        { kind: 'notes', notes: 2, marks: 2 },
        { kind: 'sidenotes', notes: 1 },
        { kind: 'illustrations', marks: 2 },
      ],
    });
  });

  it.each([
    '[SFX 12: door]',
    '[Music: theme]',
    '[Note: louder]',
    '[He noted it]',
    '[Illustrated by no one',
    '[spell: BBC]',
  ])('is not a direction: %s', (text) => {
    expect(read(text)).toEqual({ text, notices: [] });
  });
});

describe('a page number in brackets', () => {
  it('may be a range', () => {
    expect(read('The sea.', '', '[Page 3-4]', '', '“I will,” he said. [pp. 5–6]')).toMatchObject({
      notices: [{ kind: 'page-marks', marks: 2 }],
    });
  });

  it('is left out, and parts no sentence', () => {
    expect(
      read('Of tin. [Pg 2] He {3} rose [Page 14a].', '[p. xii]', 'So he', '', '- 15 -', '', 'went.', '', '[Pg 16]'),
    ).toEqual({
      text: 'Of tin. He rose.\nSo he\nwent.\n\n',
      notices: [{ kind: 'page-marks', marks: 6 }],
    });
  });
});

describe('a transcriber’s note', () => {
  const BOOK = Array.from({ length: 12 }, (_, at) => [`Paragraph ${at} of the book.`, '']).flat();

  it('is left out at the end of a book', () => {
    expect(read(...BOOK, 'Transcriber’s Notes', '', 'One comma was added.', '', 'No more.')).toEqual({
      text: [...BOOK, ''].join('\n'),
      notices: [{ kind: 'transcriber-notes', rows: 3 }],
    });
    expect(read(...BOOK, "[Transcriber's Note: One comma", 'was added.]')).toEqual({
      text: `${BOOK.join('\n')}\n`,
      notices: [{ kind: 'transcriber-notes', rows: 2 }],
    });
  });

  it('is left out before a book, in a box too', () => {
    const box = ['+------+', '| Transcriber’s Note:  |', '|  |', '| One comma was added. |', '+-----+', '', ''];
    expect(read(...box, 'THE BOOK', '', ...BOOK)).toEqual({
      text: ['', '', '', 'THE BOOK', '', ...BOOK].join('\n'),
      notices: [{ kind: 'transcriber-notes', rows: 2 }],
    });
    expect(read('Transcriber’s Note: One comma', 'was added.', '', 'CHAPTER I', '', ...BOOK)).toMatchObject({
      text: ['', 'CHAPTER I', '', ...BOOK].join('\n'),
    });
  });

  it('never takes the book with it', () => {
    const text = ['Transcriber’s Note', '', 'One comma was added.', '', ...BOOK].join('\n');
    expect(read(text)).toEqual({
      text: ['', '', ...BOOK].join('\n'),
      notices: [{ kind: 'transcriber-notes', rows: 2 }],
    });
    const words = 'Transcriber’s notes are dull, she said.';
    expect(read(words).text).toBe(words);
  });
});
