import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptOptions } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from './prose-text.ts';

const OPTIONS: ScriptOptions = {
  roleMarks: 'confirmed',
  confirmedRoles: [],
  speakBrackets: false,
  speakHeadings: true,
  lineCharacters: 100_000,
};

/** The paragraphs of a book's script text. */
function paragraphs(...rows: string[]): string[] {
  return proseToScript(rows.join('\r\n')).text.trimEnd().split('\n\n');
}

const ALICE = [
  'Project Gutenberg’s Alice’s Adventures in Wonderland, by Lewis Carroll',
  '',
  'Title: Alice’s Adventures in Wonderland',
  '',
  'Author: Lewis Carroll',
  '',
  '*** START OF THIS PROJECT GUTENBERG EBOOK ALICE’S ADVENTURES IN WONDERLAND ***',
  '',
  '',
  'ALICE’S ADVENTURES IN WONDERLAND',
  '',
  'Lewis Carroll',
  '',
  'THE MILLENNIUM FULCRUM EDITION 3.0',
  '',
  '',
  'CHAPTER I. Down the Rabbit-Hole',
  '',
  'Alice was beginning to get very tired of sitting by her sister on the',
  'bank, and of having nothing to do: once or twice she had peeped into the',
  'book her sister was reading.',
  '',
  'CHAPTER II. The Pool of Tears',
  '',
  'Lastly, she pictured to herself how this same little sister of hers',
  'remembering her own child-life, and the happy summer days.',
  '',
  '              THE END',
  '',
  '',
  'End of Project Gutenberg’s Alice’s Adventures in Wonderland, by Lewis Carroll',
  '',
  '*** END OF THIS PROJECT GUTENBERG EBOOK ALICE’S ADVENTURES IN WONDERLAND ***',
  '',
  'Updated editions will replace the previous one--the old editions will be renamed.',
];

describe('proseToScript', () => {
  it('leaves out licence, title page and "THE END" of a novel, with notices, and joins its rows', () => {
    const { text, title, notices } = proseToScript(ALICE.join('\r\n'));
    expect(text).toBe(
      [
        '## CHAPTER I. Down the Rabbit-Hole',
        'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading.',
        '## CHAPTER II. The Pool of Tears',
        'Lastly, she pictured to herself how this same little sister of hers remembering her own child-life, and the happy summer days.\n',
      ].join('\n\n'),
    );
    expect(title).toBe('Alice’s Adventures in Wonderland');
    expect(notices).toEqual([
      { kind: 'licence', before: 4, after: 3, characters: 442 },
      { kind: 'title-page', rows: 3, words: 10, sample: expect.stringMatching(/^ALICE’S ADVENTURES IN WONDERLAND/) },
      { kind: 'closing', words: 'THE END' },
    ]);
  });

  it('leaves out contents and credits, and joins a book’s heading with its first chapter’s', () => {
    const book = [
      '*** START OF THE PROJECT GUTENBERG EBOOK WAR',
      'AND PEACE ***',
      ...['', 'An Anonymous Volunteer, and David Widger', '', 'WAR AND PEACE', '', 'By Leo Tolstoy/Tolstoi', ''],
      ...['    CONTENTS', '', '    BOOK ONE: 1805', '', '    CHAPTER I', '', '    CHAPTER II', ''],
      ...['    FIRST EPILOGUE: 1813 - 20', '', '    CHAPTER I', '', '    CHAPTER II', '', ''],
      ...[
        'BOOK ONE: 1805',
        '',
        '',
        'CHAPTER I',
        '',
        '“Well, Prince, so Genoa and Lucca are now just family estates of the',
        'Buonapartes.”',
        '',
      ],
      ...['CHAPTER II', '', 'MONSIEUR LE PRINCE KOUTOUZOV: I send one of my adjutants.', ''],
      ...['FIRST EPILOGUE: 1813 - 20', '', 'CHAPTER I', '', 'Seven years had passed.', ''],
    ];
    expect(paragraphs(...book)).toEqual([
      '## BOOK ONE: 1805 — CHAPTER I',
      '“Well, Prince, so Genoa and Lucca are now just family estates of the Buonapartes.”',
      '## CHAPTER II',
      'MONSIEUR LE PRINCE KOUTOUZOV: I send one of my adjutants.',
      '## FIRST EPILOGUE: 1813 - 20 — CHAPTER I',
      'Seven years had passed.',
    ]);
    expect(proseToScript(book.join('\n')).notices).toContainEqual(
      expect.objectContaining({ kind: 'contents', rows: 7, words: 13 }),
    );
    const lines = parseScript(proseToScript(book.join('\n')).text, OPTIONS).flatMap((paragraph) => paragraph.lines);
    expect(lines.flatMap((line) => line.turns.map((turn) => turn.role))).toEqual([null, null, null, null, null, null]);
  });

  it.each([
    ['Chapter 12'],
    ['CHAPTER XLIV.'],
    ['Chapter Twenty-One: The Storm'],
    ['CHAPTER THE FIRST. Of a birth'],
    ['Erstes Kapitel'],
    ['Das zweite Kapitel'],
    ['Chapitre premier'],
    ['PART TWO'],
    ['VOLUME I'],
    ['Prologue'],
    ['SECOND EPILOGUE'],
    ['The Third Part'],
    ['Kapitel 3'],
    ['ГЛАВА IV'],
    ['第十二章　雪の夜'],
    ['제3장 눈'],
  ])('knows the heading “%s”', (heading) => {
    expect(paragraphs('It was late, and the house was quiet for a while.', '', heading, '', 'Then it rained.')).toEqual(
      ['It was late, and the house was quiet for a while.', `## ${heading}`, 'Then it rained.'],
    );
  });

  it.each([
    ['Part one of the plan was simple.'],
    ['Chapter and verse were quoted.'],
    ['Book me a table.'],
    ['Chapter 3, as he well knew,\r\nwas the worst of them all.'],
    ['I will not.'],
    ['1812.'],
    ['Act V, said he.'],
  ])('does not take “%s” for a heading', (words) => {
    expect(
      paragraphs('It was late, and the house was quiet for a while.', '', words, '', 'Then it rained.'),
    ).not.toContainEqual(expect.stringMatching(/^#/));
  });

  it('takes a chapter’s name from the row behind its number', () => {
    expect(
      paragraphs(
        'CHAPTER I.',
        '',
        'DOWN THE RABBIT-HOLE',
        '',
        'Alice was tired.',
        '',
        'CHAPTER II',
        'The Pool of Tears',
        '',
        'Oh!',
      ),
    ).toEqual(['## CHAPTER I. DOWN THE RABBIT-HOLE', 'Alice was tired.', '## CHAPTER II The Pool of Tears', 'Oh!']);
    expect(paragraphs('CHAPTER I', '', '“Run!”', '', 'She ran.')[1]).toBe('“Run!”');
  });

  it('takes bare numbers for headings where they count up and there are no others', () => {
    expect(paragraphs('I', '', 'It began.', '', 'II', '', 'It ended.')).toEqual([
      '## I',
      'It began.',
      '## II',
      'It ended.',
    ]);
    expect(paragraphs('1812', '', 'It began.')).toEqual(['1812', 'It began.']);
  });

  it('takes numbers in words, and numbers before names, for headings likewise', () => {
    expect(paragraphs('One', '', 'It rained.', '', 'Two', '', 'It snowed.')).toEqual([
      '## One',
      'It rained.',
      '## Two',
      'It snowed.',
    ]);
    expect(paragraphs('1. The House', '', 'It rained.', '', '2. The River', '', 'It snowed.')).toEqual([
      '## 1. The House',
      'It rained.',
      '## 2. The River',
      'It snowed.',
    ]);
  });

  it('leaves out who has the rights with the title page, and has headings of what stands behind a book', () => {
    expect(
      paragraphs(
        'THE NIGHT',
        '',
        'by Ann Author',
        '',
        'Copyright 2020 Ann Author. All rights reserved.',
        '',
        'I',
        '',
        'It rained.',
        '',
        'II',
        '',
        'It snowed.',
      ),
    ).toEqual(['## I', 'It rained.', '## II', 'It snowed.']);
    expect(paragraphs('Chapter 1', '', 'It rained.', '', 'Author’s Note', '', 'I made it up.')).toEqual([
      '## Chapter 1',
      'It rained.',
      '## Author’s Note',
      'I made it up.',
    ]);
  });

  it('takes contents without a name for contents', () => {
    expect(
      paragraphs(
        'Chapter 1',
        '',
        'Chapter 2',
        '',
        'Chapter 3',
        '',
        'Chapter 1',
        '',
        'It began.',
        '',
        'Chapter 2',
        '',
        'It ended.',
      ),
    ).toEqual(['## Chapter 1', 'It began.', '## Chapter 2', 'It ended.']);
  });

  it('leaves out all of a title page within a licence', () => {
    const page = ['THE LAMP', '', 'By A. WRITER', '', 'Author of “The Sea,” etc.', '', 'LONDON', 'SMITH & CO.', ''];
    const book = ['*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***', '', ...page, 'CHAPTER I', '', 'It rained.'];
    expect(proseToScript(book.join('\n')).text).toBe('## CHAPTER I\n\nIt rained.\n');
  });

  it('reads a novel that carries no licence', () => {
    const { text, title, notices } = proseToScript(
      'The Storm\n\nby Kate Chopin\n\nThe leaves were so still that even\nBibi thought it was going to rain.\n',
    );
    expect(text).toBe('The leaves were so still that even Bibi thought it was going to rain.\n');
    expect(title).toBe('The Storm');
    expect(notices).toEqual([{ kind: 'title-page', rows: 2, words: 5, sample: expect.stringMatching(/^The Storm/) }]);
    expect(proseToScript('Just one row.').text).toBe('Just one row.\n');
    expect(proseToScript('Just one row.').notices).toEqual([]);
  });

  it('keeps the rows of verse, and makes one pause of a scene break', () => {
    expect(
      paragraphs(
        ...[
          'She said:',
          '',
          '     How doth the little crocodile',
          '      Improve his shining tail,',
          '',
          'And on it went.',
          '',
        ],
        ...['  *    *    *', '', '    *    *', '', '  *    *    *', '', 'She was ten inches high.', '', '***'],
      ),
    ).toEqual([
      'She said:',
      'How doth the little crocodile\nImprove his shining tail,',
      'And on it went.',
      '[scene break]',
      'She was ten inches high.',
    ]);
  });

  it('takes marks of emphasis away, and leaves dashes and lone underscores', () => {
    expect(paragraphs('_I_ shan’t--not _for all', 'the world_! A file_name_here and _ too.')).toEqual([
      'I shan’t--not for all the world! A file_name_here and _ too.',
    ]);
  });

  it('escapes what would be a heading, a direction, a pause or the narrator', () => {
    const rows = [
      '(We know it to be true):',
      '[‘I only wish it was.)',
      '# 5 is alive',
      'NARRATOR: he said',
      '[pause 3s]',
      'A [pause 3s] here',
      '(All of it.)',
    ];
    const script = proseToScript(rows.join('\n\n')).text;
    const read = parseScript(script, OPTIONS);
    expect(read.map((paragraph) => paragraph.kind)).toEqual(rows.map(() => 'speech'));
    expect(read.flatMap((paragraph) => paragraph.lines.map((line) => line.turns))).toEqual(
      rows.map((text) => [{ role: null, text }]),
    );
  });

  it('joins rows as the language does', () => {
    expect(paragraphs('the well-', 'known Anna and Mr. Smith-', 'Jones')).toEqual([
      'the well-known Anna and Mr. Smith- Jones',
    ]);
    expect(paragraphs('吾輩は猫である。名前は', 'まだ無い。')).toEqual(['吾輩は猫である。名前はまだ無い。']);
  });

  it('begins a paragraph at each indented row where no blank rows part them, and keeps verse', () => {
    const rows = [
      '  It rained all day, and in the',
      'evening it rained more.',
      '  “Who is there?” he asked. She',
      'said nothing.',
      '  “Well?”',
      '  “No.”',
    ];
    const joined = [
      'It rained all day, and in the evening it rained more.',
      '“Who is there?” he asked. She said nothing.',
      '“Well?”',
      '“No.”',
    ];
    expect(paragraphs(...rows)).toEqual(joined);
    expect(
      paragraphs('  The sea is wide,', 'the sea is deep,', '  and I must go', 'where none may sleep.'),
    ).toHaveLength(1);
    const address = ['  ALICE’S RIGHT FOOT, ESQ.', '  HEARTHRUG.', '', '  “What?” she', 'said.', ''];
    const book = [
      'It rained all day, and in',
      'the evening it rained more.',
      '',
      'It rained all day, and in',
      'the morning it was dry.',
    ];
    expect(paragraphs(...address, ...book)[0]).toBe('ALICE’S RIGHT FOOT, ESQ.\nHEARTHRUG.');
  });

  it('takes each row for a paragraph where nearly all end with a sentence', () => {
    expect(paragraphs('　老人は登った。', '「誰だ」と言った。', '「私です」', '　風が吹いた。')).toEqual([
      '老人は登った。',
      '「誰だ」と言った。',
      '「私です」',
      '風が吹いた。',
    ]);
    expect(paragraphs('He went in.', '“Who is there?”', '“Me.”', 'She laughed.')).toHaveLength(4);
  });

  it('takes each row for a paragraph where rows are not cut at a width', () => {
    const long = 'A long row that goes on and on. '.repeat(6).trim();
    expect(paragraphs(long, long, long)).toEqual([long, long, long]);
  });

  it('speaks every word of a book, and nothing else, whatever the words are', () => {
    const word = fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        '[',
        '#',
        '##',
        '\\',
        '\\(',
        '[scene break]',
        'NARRATOR:',
        'BOOK:',
        'a',
        'word',
        '“Oh!”',
        '--',
        '(all)',
      ),
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
        .filter((text) => /^[^\s_*•·⁂~=\p{Cc}\u2028\u2029\ufeff]+$/u.test(text)),
    );
    const row = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `x${words.join(' ')} y.`);
    const plain = fc.array(row, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(plain, (rows) => {
        // A word before and behind keeps the rows from being headings, scene breaks and title pages.
        const book = ['It was a dark night and nobody at all went out into it.', ...rows];
        const read = parseScript(proseToScript(book.join('\n\n')).text, OPTIONS);
        expect(
          read.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.turns.map((turn) => turn.text))),
        ).toEqual(book);
      }),
    );
  });

  it('never fails, and gives no licence words, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...ALICE, 'CONTENTS', '* * *', 'I', 'II', '[Illustration]'), fc.string())),
        (rows) => {
          const { text } = proseToScript(rows.join('\n'));
          expect(text === '' || text.endsWith('\n')).toBe(true);
          expect(text).not.toMatch(/\r/);
        },
      ),
    );
  });
});

describe('scriptWithoutLicence', () => {
  it('takes the licence from around a play, and leaves its rows', () => {
    const play =
      'A licence.\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\n# Act I\n\nLANE: Yes,\n  sir.\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nMore of it.\n';
    expect(hasLicence(play)).toBe(true);
    expect(scriptWithoutLicence(play).text).toBe('# Act I\n\nLANE: Yes,\n  sir.\n');
    expect(hasLicence('# Act I')).toBe(false);
  });
});

describe('the parts around a book in languages without capitals', () => {
  const leftOut = (...rows: string[]) =>
    proseToScript(rows.join('\n\n')).notices.map((notice) => [notice.kind, 'rows' in notice ? notice.rows : 0]);
  const japanese = [
    ...['灯台', '山田花子', '目次', '第一章　光\n第二章　海', '第一章　光', '灯台は暗かった。彼は階段を上った。'],
    ...[
      '第二章　海',
      '海は静かだった。',
      'あとがき',
      '読んでくださってありがとう。',
      '奥付',
      '発行日　2024年1月1日\n発行所　灯台社',
    ],
  ];
  const hindi = [
    ...['प्रकाशस्तंभ', 'आदा रोपर', 'विषय सूची', 'पहला अध्याय\nदूसरा अध्याय', 'पहला अध्याय', 'दीपक बुझ गया था। टॉम चढ़ा।'],
    ...['दूसरा अध्याय', 'घंटी दो बार बजी।', 'उपसंहार', 'नाव जा चुकी थी।'],
  ];

  it('are left out and reported in Japanese', () => {
    expect(paragraphs(japanese.join('\n\n'))).toEqual([
      ...['## 第一章　光', '灯台は暗かった。彼は階段を上った。', '## 第二章　海', '海は静かだった。'],
      ...['## あとがき', '読んでくださってありがとう。'],
    ]);
    expect(leftOut(...japanese)).toEqual([
      ['title-page', 2],
      ['contents', 3],
      ['colophon', 3],
    ]);
  });

  it('are left out and reported in Hindi', () => {
    expect(paragraphs(hindi.join('\n\n'))).toEqual([
      ...['## पहला अध्याय', 'दीपक बुझ गया था। टॉम चढ़ा।', '## दूसरा अध्याय', 'घंटी दो बार बजी।'],
      ...['## उपसंहार', 'नाव जा चुकी थी।'],
    ]);
    expect(leftOut(...hindi)).toEqual([
      ['title-page', 2],
      ['contents', 3],
    ]);
  });

  it('keeps a last chapter that is called like a colophon', () => {
    const story = 'She came home late. Nothing was said about it at the table that evening. Then they went to bed.';
    expect(paragraphs('CHAPTER I', '', story, '', 'Credits', '', story).at(-1)).toContain('She came home late.');
    expect(paragraphs('CHAPTER I', '', story, '', 'Colophon', '', 'Published by A Press.').at(-1)).toBe(story);
  });
});
