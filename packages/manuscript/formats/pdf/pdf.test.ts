import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openManuscript } from '../../import-script.ts';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { type Place, pdf } from '../testing/pdf.ts';
import { readPdf } from './pdf.ts';

/** Lines below each other; a number leaves that many points free above the next line. */
function column(rows: readonly (string | number)[], { x = 72, top = 640 } = {}): Place[] {
  let y = top;
  return rows.flatMap((row) => {
    if (typeof row === 'number') {
      y -= row;
      return [];
    }
    y -= 12;
    return [{ text: row.trimStart(), x: x + (row.length - row.trimStart().length) * 6, y }];
  });
}

const text = async (...pages: readonly (readonly Place[])[]): Promise<string> =>
  manuscriptText(await readPdf(pdf(pages), 'book.pdf'), 'prose');

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const WIDE = 'This line of words goes on as far as the column goes';

describe('a PDF', () => {
  it('has its lines joined to paragraphs, by the space between them and by indents', async () => {
    expect(await text(column([WIDE, 'and on.', 8, WIDE, 'to its end.']))).toBe(
      `${WIDE} and on.\n\n${WIDE} to its end.\n`,
    );
    expect(
      await text(column([WIDE, 'and on.', `  ${WIDE.slice(2)}`, `${WIDE}.`, `  ${WIDE.slice(2)}`, 'to its end.'])),
    ).toBe(`${WIDE} and on.\n\n${WIDE.slice(2)} ${WIDE}.\n\n${WIDE.slice(2)} to its end.\n`);
  });

  it('undoes the hyphens at the ends of lines, but for those of compounds', async () => {
    const rows = [
      'She went on, remembering a well-known remembrance of re-',
      'membering. In a word as well-',
      'known as that, she was glad to have some remem-',
      'brance of it all, and that is what she was.',
    ];
    expect(await text(column(rows))).toBe(
      'She went on, remembering a well-known remembrance of remembering. In a word as well-known as that, she was glad to have some remembrance of it all, and that is what she was.\n',
    );
  });

  it('says which page has no text', async () => {
    const page = [{ text: 'It rained all day long, and it was cold.', y: 600 }];
    expect((await readPdf(pdf([page, [], page, []]), 'book.pdf')).notices).toEqual([
      { kind: 'pages-without-text', count: 2, at: { page: 2 } },
    ]);
  });

  it('drops running heads and page numbers, and goes on with a sentence on the next page', async () => {
    const pages = [1, 2, 3, 4].map((number) => [
      { text: 'The Book', x: 200, y: 670 },
      ...column([`${WIDE} ${'abcd'[number - 1]}`, number === 4 ? 'to the end.' : `${WIDE} ${'wxyz'[number]}`]),
      { text: String(number + 10), x: 240, y: 30 },
    ]);
    const words = await text(...pages);
    expect((await readPdf(pdf(pages), 'book.pdf')).notices).toEqual([
      { kind: 'page-numbers', count: 4 },
      { kind: 'running-heads', count: 4, words: 8, sample: 'The Book' },
    ]);
    expect(words).not.toMatch(/The Book|\d/);
    expect(words.trim().split('\n\n')).toHaveLength(1);
  });

  it('keeps the number of a chapter at the top of its page', async () => {
    const pages = [1, 2, 3, 4, 5, 6].map((number) => [
      ...(number % 2 === 1 ? [{ text: `Chapter ${(number + 1) / 2}`, y: 640 }] : []),
      ...column([WIDE, 'to the end.'], { top: 600 }),
      { text: String(number), x: 240, y: 30 },
    ]);
    expect((await text(...pages)).match(/^# Chapter \d$/gm)).toEqual(['# Chapter 1', '# Chapter 2', '# Chapter 3']);
  });

  it('reads one column after the other', async () => {
    const left = [
      'Left one goes on here',
      'left two goes on here',
      'left three goes on',
      'left four goes on here',
      'left five goes on',
      'left six goes on here',
      'left seven ends here.',
    ];
    const right = left.map((row) => row.replace(/^left/i, 'right'));
    const words = await text([...column(left), ...column(right, { x: 280 })]);
    expect(words.replace(/\s+/g, ' ').trim()).toBe([...left, ...right].join(' '));
  });

  it('reads columns whose lines stand at different heights', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        at === count - 1 ? 'to its end.' : `line ${'abcdefghijklmnopqrst'[at]} of the column`,
      );
    const right = [...rows(5), 3.5, ...rows(5), 3.5, ...rows(5), 3.5, ...rows(4)];
    const page = [...column(rows(20), { x: 72 }), ...column(right, { x: 300 })];
    expect((await text(page)).trim().split('\n\n')).toEqual([20, 5, 5, 5, 4].map((count) => rows(count).join(' ')));
  });

  it('begins a paragraph with each line that stands out to the left of all others', async () => {
    const speeches = Array.from({ length: 6 }, (_, at) => [
      `${at % 2 === 0 ? 'Ada' : 'Tom'}. The line goes on as far as the column, and`,
      '    then it goes on in one that is set in, as far as',
      '    that, to its end.',
    ]);
    expect((await text(column(speeches.flat()), column(speeches.flat()))).trim().split('\n\n')).toEqual(
      [...speeches, ...speeches].map((rows) => rows.map((row) => row.trim()).join(' ')),
    );
  });

  it('has headings by their size', async () => {
    const page = [
      { text: 'Part One', y: 660, size: 20 },
      { text: 'I', y: 630, size: 14 },
      ...column([WIDE, 'to the end.'], { top: 600 }),
      { text: 'II', y: 540, size: 14 },
      ...column([WIDE, 'once more.'], { top: 520 }),
    ];
    expect(await text(page)).toBe(`# Part One\n\n## I\n\n${WIDE} to the end.\n\n## II\n\n${WIDE} once more.\n`);
  });

  it('leaves out marks of notes, and the notes below the text', async () => {
    const page = [
      ...column([WIDE, 'to the end', 8, `${WIDE}.`]),
      { text: '1', x: 133, y: 619, size: 6 },
      { text: '1 A note.', y: 60, size: 7 },
    ];
    const { sections } = await readPdf(pdf([page]), 'book.pdf');
    expect(sections[0]?.blocks).toEqual([
      { kind: 'paragraph', text: `${WIDE} to the end` },
      { kind: 'paragraph', text: `${WIDE}.` },
      { kind: 'footnote', text: '1 A note.' },
    ]);
  });

  describe('with notes as large as its text', () => {
    const notes = [['1 The first of all notes,', 'which goes on.'], ['2 Another.', '3 And one more.'], ['4 The last.']];
    const lines = [
      ['She went down to the harbour before', 'and looked for the boat that'],
      ['Nobody there had seen him since noon', 'but a letter lay upon the table', 'which she read in the light of'],
      ['Then the storm rose over the islands', 'as it had risen years before'],
    ];
    /** @param sign how references stand: behind the word, or raised above the line */
    const page = (at: number, gap: number, sign: 'behind' | 'raised') => {
      const rows = notes[at] ?? [];
      const numbers = rows.flatMap((row) => /^\d/.exec(row)?.[0] ?? []);
      const [first = '', ...others] = lines[at] ?? [];
      const words = others.map((line, index) => line + (sign === 'behind' ? (numbers[index] ?? '') : ''));
      const places = column([first, ...words, `and so on it goes ${'abc'.charAt(at)}`, gap, ...rows]);
      const marks = numbers.map((text, line) => ({ text, x: 72 + 6 * 35, y: 640 - 12 * (line + 2) + 4, size: 6 }));
      return sign === 'raised' ? [...places, ...marks] : places;
    };

    it.each([
      ['behind words', 30, 'behind'],
      ['above the line', 30, 'raised'],
      ['behind words, close to the text', 0, 'behind'],
    ] as const)('has them apart, and no references in its sentences: %s', async (_, gap, sign) => {
      const { sections } = await readPdf(pdf([0, 1, 2].map((at) => page(at, gap, sign))), 'book.pdf');
      const blocks = sections.flatMap((section) => section.blocks);
      expect(blocks.flatMap((block) => (block.kind === 'footnote' ? [block.text] : []))).toEqual([
        '1 The first of all notes, which goes on.',
        '2 Another.',
        '3 And one more.',
        '4 The last.',
      ]);
      const spoken = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
      expect(spoken.join(' ')).not.toMatch(/\d(?=\s|$)|note|Another|last/);
    });

    it('are none where nothing refers to them: a list at the end of a page', async () => {
      const { sections } = await readPdf(
        pdf([column([WIDE, 'to the end.', 12, '1 Take a boat.', '2 Go out.'])]),
        'book.pdf',
      );
      const blocks = sections.flatMap((section) => section.blocks);
      expect(blocks.some(({ kind }) => kind === 'footnote')).toBe(false);
    });
  });

  it('puts a large first letter before the words that it begins', async () => {
    expect(
      await text([
        { text: 'O', x: 72, y: 616, size: 30 },
        ...column(['nce upon a time, when it', 'rained, she went out.'], { x: 92 }),
      ]),
    ).toBe('Once upon a time, when it rained, she went out.\n');
  });

  it('tells its title, its author and of pages without text', async () => {
    const bytes = pdf([column(['Words.']), []], '/Title(The Book)/Author(A. Writer)');
    expect(await readPdf(bytes, 'book.pdf')).toMatchObject({
      title: 'The Book',
      author: 'A. Writer',
      notices: [{ kind: 'pages-without-text', count: 1 }],
    });
  });

  it('of pictures alone, or that is broken, is refused', async () => {
    await expect(readPdf(pdf([[], []]), 'scan.pdf')).rejects.toMatchObject({ kind: 'no-text' });
    await expect(readPdf(Buffer.from('%PDF-1.7 and no more'), 'x.pdf')).rejects.toMatchObject({ kind: 'damaged' });
  });

  it('that asks for a password is refused', async () => {
    const keys = `/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>`;
    const locked = `trailer<</ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4${keys}>>`;
    const bytes = Buffer.from(latin1(pdf([column(['Words.'])])).replace('trailer<<', locked), 'latin1');
    await expect(readPdf(bytes, 'locked.pdf')).rejects.toMatchObject({ kind: 'protected' });
  });

  it('that a shop protects is refused as copy-protected', async () => {
    for (const handler of ['EBX_HANDLER', 'Adobe.APS', 'FOPN_fLock']) {
      const locked = `trailer<</ID[<00><00>]/Encrypt<</Filter/${handler}/V 4/Length 128>>`;
      const bytes = Buffer.from(latin1(pdf([column(['Words.'])])).replace('trailer<<', locked), 'latin1');
      await expect(readPdf(bytes, 'shop.pdf')).rejects.toMatchObject({ kind: 'drm' });
    }
  });

  it('is read where its table of objects is wrong, and where its end is lost', async () => {
    const whole = latin1(pdf([column(['Words one.']), column(['Words two.'])]));
    const moved = whole.replace('4 0 obj', '% more bytes than there were\n4 0 obj');
    expect(manuscriptText(await readPdf(Buffer.from(moved, 'latin1'), 'book.pdf'), 'prose')).toMatch(/one.*two/s);
    const cut = whole.slice(0, whole.indexOf('xref\n'));
    expect(manuscriptText(await readPdf(Buffer.from(cut, 'latin1'), 'book.pdf'), 'prose')).toMatch(/one.*two/s);
  });

  it('whose pages hold one another, or unpack to more than there is room for, is read without them', async () => {
    const whole = latin1(pdf([column(['Words one.']), column(['Words two.'])]));
    const looped = whole.replace('Kids[5 0 R 7 0 R]', 'Kids[5 0 R 2 0 R]');
    expect(manuscriptText(await readPdf(Buffer.from(looped, 'latin1'), 'book.pdf'), 'prose')).toBe('Words one.\n');
    const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024, ' '), { level: 1 }).toString('latin1');
    const packed = `8 0 obj<</Filter/FlateDecode/Length ${bomb.length}>>stream\n${bomb}\nendstream\nendobj\n`;
    const loaded = whole.replace(/8 0 obj.*?endobj/s, packed);
    const read = await readPdf(Buffer.from(loaded, 'latin1'), 'book.pdf');
    expect(manuscriptText(read, 'prose')).toBe('Words one.\n');
    expect(read.notices).not.toEqual([]);
  });

  it('of a script begins a speech with each name, on the next page too, and takes no name for a running head', async () => {
    const pages = ['a', 'b', 'c', 'd'].map((page) =>
      column([
        `Tom: ${WIDE} ${page}`,
        `and ${page}.`,
        8,
        `Ann: ${WIDE}`,
        'so.',
        8,
        `Tom: ${WIDE} of ${page}`,
        `${WIDE} as ${page}.`,
      ]),
    );
    const said = (await text(...pages)).trim().split('\n\n');
    expect(said.map((paragraph) => paragraph.slice(0, 4))).toEqual(pages.flatMap(() => ['Tom:', 'Ann:', 'Tom:']));
    const above = ['a', 'b', 'c', 'd'].map((page) =>
      column([
        'TOM',
        8,
        `${WIDE} ${page}`,
        'it was.',
        8,
        'ANN',
        8,
        WIDE,
        8,
        'TOM',
        8,
        `${WIDE}.`,
        8,
        'ANN',
        8,
        `${WIDE} ${page}.`,
      ]),
    );
    expect((await text(...above)).match(/^(?:TOM|ANN)$/gm)).toHaveLength(16);
  });

  it('of a screenplay goes on with a speech on the next page, and takes no cue for a running head', async () => {
    const cue = (name: string) => `              ${name}`;
    const speech = (name: string, ...rows: string[]) => [12, cue(name), ...rows.map((row) => `      ${row}`)];
    const ends = ['', 'sit down.', 'have a cup of tea.', 'tell me of the ship.'];
    const page = (number: number) =>
      column([
        ...(number > 1 ? [cue("ADA (CONT'D)"), `      ${ends[number - 1]}`] : []),
        ...speech('TOM (V.O.)', `Number ${number} is here, and it`, 'is cold out.'),
        ...speech('ADA', 'Who is it?'),
        ...speech('TOM', '(softly)', 'Me.'),
        ...speech('ADA', ['Come in and', 'It is late, so', 'Now you can', 'Go'][number - 1] ?? ''),
        cue('(MORE)'),
      ]);
    const source = openManuscript(await readPdf(pdf([1, 2, 3, 4].map(page)), 'scene.pdf'), {
      path: 'scene.pdf',
      name: 'scene',
      sizeBytes: 0,
    });
    const { text: script, leftOut } = source.as(source.detected);
    expect(leftOut).toEqual([]);
    expect(script.match(/^ADA: /gm)).toHaveLength(11);
    expect(script.match(/^TOM: /gm)).toHaveLength(8);
    expect(script).toContain('ADA: sit down.');
    expect(script).not.toMatch(/MORE|CONT/);
  });

  describe('has the roles', () => {
    const said = ['Who is there at this hour of the night, and in', 'such rain?'];
    const names = ['Ada', 'Tom', 'Ada', 'Tom', 'Ada', 'Tom'];
    const scriptOf = async (...pages: readonly (readonly Place[])[]): Promise<string> => {
      const about = { path: 'play.pdf', name: 'play', sizeBytes: 0 };
      const source = openManuscript(await readPdf(pdf(pages), 'play.pdf'), about);
      return source.as(source.detected).text;
    };
    const expected = names.map((name) => `${name.toUpperCase()}: ${said.join(' ')}`);

    it('of names in a column beside their words', async () => {
      const page = names.flatMap((name, at) => [
        { text: name, x: 72, y: 640 - at * 34 },
        ...said.map((text, row) => ({ text, x: 150, y: 640 - at * 34 - row * 12 })),
      ]);
      expect((await scriptOf(page)).trim().split('\n\n')).toEqual(expected);
    });

    it('of names in small letters alone above their words', async () => {
      const page = column(names.flatMap((name) => [10, `                    ${name}`, ...said]));
      expect((await scriptOf(page)).trim().split('\n\n')).toEqual(expected);
    });

    it('of no words that only stand apart', async () => {
      const wide = (first: string, at: number) => [
        { text: first, x: 72, y: 640 - at * 12 },
        { text: 'keeper climbed the stairs to the lamp in the', x: 92 + at, y: 640 - at * 12 },
      ];
      const lines = ['The', 'A', 'The', 'A', 'The', 'A'].flatMap(wide);
      expect(await scriptOf(lines)).not.toMatch(/^\w+:/m);
    });
  });

  it('has the name below the number of a chapter in its heading, whatever size it has', async () => {
    const rows = (number: string, name: string) => [
      { text: number, y: 640, size: 20 },
      { text: name, y: 600, size: 14 },
      ...column([WIDE, 'to the end.'], { top: 560 }),
    ];
    expect(await text(rows('Chapter 1', 'The Lamp'), rows('Chapter 2', 'The Shore'))).toBe(
      `# Chapter 1. The Lamp\n\n${WIDE} to the end.\n\n# Chapter 2. The Shore\n\n${WIDE} to the end.\n`,
    );
  });

  it('parts a large first letter from its line where it is a word, and takes a large quotation mark along', async () => {
    const opening = (letter: string, row: string): Place[] => [
      { text: letter, x: 72, y: 616, size: 30 },
      ...column([row, 'near the entrance of the large garden.'], { x: 92 }),
    ];
    expect(await text(opening('A', 'large rose-tree stood'))).toMatch(/^A large rose-tree stood near/);
    expect(await text(opening('A', 'lice stood with Alice'))).toMatch(/^Alice stood with Alice/);
    expect(await text(opening('"', 'Come," said the Queen'))).toMatch(/^"Come," said the Queen/);
  });

  it('undoes hyphens in words of capitals, and at the end of a page', async () => {
    const first = column(['He remembered a remembrance, and a MAR-', 'MALADE of oranges; a MARMALADE he remem-']);
    expect(await text(first, column(['bered so well that he had two of it.']))).toBe(
      'He remembered a remembrance, and a MARMALADE of oranges; a MARMALADE he remembered so well that he had two of it.\n',
    );
  });

  it('drops heads that change from page to page but stand with its number', async () => {
    const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map((page, at) => [
      at % 2 === 0
        ? { text: `${at + 1} The Book`, x: 72, y: 670 }
        : { text: `Chapter ${page} ${at + 1}`, x: 300, y: 670 },
      ...column([`${WIDE} ${page}`, `and so on, ${page}.`, 8, `${WIDE} ${page}.`]),
    ]);
    expect(await text(...pages)).not.toMatch(/The Book|Chapter/);
  });
});
