import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readDocx } from './docx.ts';
import { stressed } from './testing/stressed.ts';

const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const STYLES = [
  style('Heading1', 'heading 1'),
  style('berschrift2', 'heading 2'),
  style('Kapitel', 'Kapitel', '<w:basedOn w:val="Heading1"/>'),
  style('Level', 'Own', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style('Title', 'Title', '<w:basedOn w:val="Heading1"/>'),
  style('TOC1', 'toc 1'),
  style('Poem', 'Poetry'),
].join('');

const run = (words: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const p = (content: string, styleId = '', more = ''): string =>
  `<w:p><w:pPr>${styleId === '' ? '' : `<w:pStyle w:val="${styleId}"/>`}${more}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;

function word(body: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles>${STYLES}</w:styles>`,
    ...files,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const read = (body: string, files?: Readonly<Record<string, string>>) => readDocx(word(body, files), 'book.docx');
const text = (body: string, files?: Readonly<Record<string, string>>): string =>
  manuscriptText(read(body, files), 'prose');

describe('a Word document', () => {
  it('says what is emphasised within its words, by itself or by a style', () => {
    const plain = (words: string) => run(words);
    const body = p(
      plain('I ') +
        run('nev', '<w:i/>') +
        run('er', '<w:i w:val="1"/>') +
        run(' said ', '<w:i w:val="0"/>') +
        run('so', '<w:rStyle w:val="Emphasis"/>') +
        plain('.'),
      '',
      '<w:rPr><w:b/></w:rPr>',
    );
    const strong = '<w:style w:type="character" w:styleId="Emphasis"><w:rPr><w:b/></w:rPr></w:style>';
    const files = { 'word/styles.xml': `<w:styles>${STYLES}${strong}</w:styles>` };
    expect(stressed(read(body, files))).toEqual(['I <never> said <so>.']);
    expect(read(p(run('The ') + run('Book', '<w:i/>'), 'Title') + p('One.')).title).toBe('The Book');
  });

  describe('with the styles of a screenplay', () => {
    const screenplay = (names: readonly string[], body: string) => {
      const styles = names.map((name, at) => style(`S${at}`, name)).join('');
      return text(body, {
        'word/styles.xml': `<w:styles>${STYLES}${styles}${style('Own', 'My names', '<w:basedOn w:val="S0"/>')}</w:styles>`,
      });
    };
    const BODY =
      p('Rain on the glass.') +
      p('Ada (V.O.) (cont’d)', 'S0') +
      p('(softly)', 'S2') +
      p('Who is there?', 'S1') +
      p('Tom', 'S0') +
      p('Only me.', 'S1') +
      p('(a beat)', 'S2') +
      p('And the dog.', 'S1') +
      p('He waits.');
    const SPOKEN =
      'Rain on the glass.\n\nADA: (softly) Who is there?\n\nTOM: Only me.\n\n(a beat)\n\nTOM: And the dog.\n\nHe waits.\n';

    it.each([
      ['English', ['Character', 'Dialogue', 'Parenthetical']],
      ['German', ['Figur', 'Dialog', 'Regieanweisung']],
      ['French', ['Personnage', 'Dialogue', 'Didascalie']],
      ['Spanish', ['PERSONAJE', 'DIÁLOGO', 'ACOTACIÓN']],
      ['Russian', ['Персонаж', 'Реплика', 'Ремарка']],
      ['Japanese', ['役名', '台詞', 'ト書き']],
    ])('has its roles, though each speaks once, in %s', (_, names) => {
      expect(screenplay(names, BODY)).toBe(SPOKEN);
    });

    it('has one role, places and transitions, and styles that are made from these', () => {
      const names = ['Character', 'Dialogue', 'Scene Heading', 'Transition'];
      const body = p('INT. HALL', 'S2') + p('Ada', 'Own') + p('Hello?', 'S1') + p('CUT TO:', 'S3') + p('The sea.');
      expect(screenplay(names, body)).toBe('## INT. HALL\n\nADA: Hello?\n\n(CUT TO:)\n\nThe sea.\n');
    });

    it('reads dialogue without names as it is', () => {
      expect(screenplay(['Character', 'Dialogue'], p('It rained.') + p('“Who is there?”', 'S1'))).toBe(
        'It rained.\n\n“Who is there?”\n',
      );
    });
  });

  it('has powers as superscripts, and words that are raised as they are', () => {
    const raised = (words: string) => run(words, '<w:vertAlign w:val="superscript"/>');
    const body = p(run('There are 10') + raised('16') + run(' on the 1') + raised('st') + run('.'));
    expect(text(body)).toBe('There are 10¹⁶ on the 1st.\n');
  });

  it('has the chapters of its heading styles, in any language, and of styles made from them', () => {
    const body =
      p('One', 'Kapitel') + p('First.') + p('Two', 'Level') + p('Second.') + p('Three', 'berschrift2') + p('Third.');
    expect(text(body)).toBe('# One\n\nFirst.\n\n## Two\n\nSecond.\n\n## Three\n\nThird.\n');
    expect(text(p('One', '', '<w:outlineLvl w:val="0"/>') + p('First.') + p('Two', 'Heading1') + p('x'))).toBe(
      '# One\n\nFirst.\n\n# Two\n\nx\n',
    );
  });

  it('without heading styles has the chapters that read as such, with their names', () => {
    const body = p('CHAPTER I') + p('Down the Rabbit-Hole') + p('It began.') + p('CHAPTER II') + p('It ended.');
    expect(text(body)).toBe('# CHAPTER I. Down the Rabbit-Hole\n\nIt began.\n\n# CHAPTER II\n\nIt ended.\n');
  });

  it('counts what was inserted and not what was deleted or moved away', () => {
    const body =
      p('One', 'Heading1') +
      p(
        `${run('She ')}<w:ins>${run('never ')}</w:ins><w:del><w:r><w:delText>always </w:delText></w:r></w:del>${run('left.')}`,
      ) +
      p(`<w:moveFrom w:id="1">${run('Moved.')}</w:moveFrom>`) +
      p(`<w:moveTo w:id="1">${run('Moved.')}</w:moveTo>`) +
      p('Joined', '', '<w:rPr><w:del/></w:rPr>') +
      p(' again.');
    expect(text(body)).toBe('# One\n\nShe never left.\n\nMoved.\n\nJoined again.\n');
    expect(read(body).notices).toEqual([{ kind: 'deletions', count: 2, words: 1, sample: 'always' }]);
  });

  it('keeps notes beside the paragraph that refers to them, and tells of comments, pictures and macros', () => {
    const body =
      p('One', 'Heading1') +
      p(`${run('Words')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' here.')}`) +
      p(`<w:r><w:commentReference w:id="0"/></w:r>${run('More.')}<w:r><w:drawing><a:blip/></w:drawing></w:r>`);
    const manuscript = read(body, {
      'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="0"/><w:footnote w:id="2">${p('A note.')}</w:footnote></w:footnotes>`,
      'word/vbaProject.bin': 'x',
    });
    expect(manuscript.sections[0]?.blocks).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'Words here.' },
      { kind: 'footnote', text: 'A note.' },
      { kind: 'paragraph', text: 'More.' },
    ]);
    expect(manuscript.notices).toEqual([
      { kind: 'pictures', count: 1 },
      { kind: 'macros', count: 1 },
      { kind: 'comments', count: 1 },
    ]);
  });

  it('says on which page something is left out, as Word laid the pages out last', () => {
    const nextPage = '<w:r><w:lastRenderedPageBreak/></w:r>';
    const body =
      p('One.') +
      p(`${nextPage}${run('Two.')}<w:r><w:commentReference w:id="0"/></w:r>`) +
      p(`${nextPage}${run('Secret.', '<w:vanish/>')}${run('Three.')}<w:r><w:commentReference w:id="0"/></w:r>`);
    expect(read(body).notices).toEqual([
      { kind: 'comments', count: 2, at: { page: 2 } },
      { kind: 'hidden', count: 1, words: 1, sample: 'Secret.', at: { page: 3 } },
    ]);
  });

  it('reads no table of contents, hidden words, field codes or fallbacks, and keeps verse in its rows', () => {
    const body =
      p('The Book', 'Title') +
      p('One 3', 'TOC1') +
      p('One', 'Heading1') +
      p(
        `${run('Seen')}${run(' hidden', '<w:vanish/>')}${run(' &amp; heard.')}<w:r><w:instrText>PAGE</w:instrText></w:r>`,
      ) +
      p(`<mc:AlternateContent><mc:Fallback>${run('Twice')}</mc:Fallback></mc:AlternateContent>`) +
      p(`${run('Row one')}<w:r><w:br/></w:r>${run('row two')}`, 'Poem') +
      p('Two', 'Heading1') +
      p('End.');
    expect(text(body)).toBe('# One\n\nSeen &amp; heard.\n\nRow one\nrow two\n\n# Two\n\nEnd.\n'.replace('&amp;', '&'));
    expect(read(body)).toMatchObject({ title: 'The Book', sections: [{ kind: 'title-page' }, {}, {}] });
  });

  it('of a play in two columns has its roles, and its tables of other things are left out', () => {
    const row = (...cells: string[]): string =>
      `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`;
    const play = ['Lane', 'Jack', 'Lane', 'Jack'].map((name, at) => row(name, `Words ${at}.`)).join('');
    expect(text(`<w:tbl>${play}</w:tbl>`)).toBe(
      'LANE: Words 0.\n\nJACK: Words 1.\n\nLANE: Words 2.\n\nJACK: Words 3.\n',
    );
    expect(text(`${p('Words.')}<w:tbl>${row('a', 'b', 'c')}</w:tbl>`)).toBe('Words.\n');
  });

  it('of tables whose titles name speakers and words, or picture and sound, is a script', () => {
    const row = (...cells: string[]): string =>
      `<w:tr>${cells
        .map(
          (cell) =>
            `<w:tc>${cell
              .split('|')
              .map((one) => p(one))
              .join('')}</w:tc>`,
        )
        .join('')}</w:tr>`;
    const table = (...rows: string[][]): string => `<w:tbl>${rows.map((cells) => row(...cells)).join('')}</w:tbl>`;
    const show = table(
      ['Time', 'Speaker', 'Text', 'Notes'],
      ['0:00', 'Host', 'Welcome.', 'warm'],
      ['0:04', 'Guest', 'Hello.', ''],
    );
    expect(text(show)).toBe('HOST: (warm) Welcome.\n\nGUEST: Hello.\n');
    const film = table(
      ['VIDEO', 'AUDIO'],
      ['The harbour at dawn.', 'NARRATOR: It wakes early.'],
      ['Anna, smiling.', 'SFX: Gulls.|ANNA (V.O.): Still here. BEN: So am I.'],
      ['Logo.', ''],
    );
    expect(text(film)).toBe(
      '(The harbour at dawn.)\n\nNARRATOR: It wakes early.\n\n(Anna, smiling.)\n\n(Gulls.)\n\nANNA: (V.O.) Still here.\n\nBEN: So am I.\n\n(Logo.)\n',
    );
  });

  it('has pauses where rules are drawn', () => {
    const rule = p('', '', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>').replace(/<w:r>.*<\/w:r>/, '');
    expect(text(p('A.') + rule + p('B.') + p('<w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r>') + p('C.'))).toBe(
      'A.\n\n[scene break]\n\nB.\n\n[scene break]\n\nC.\n',
    );
  });

  it('without heading styles has the chapters that larger type or new pages begin', () => {
    const big = (words: string) => p(run(words, '<w:b/><w:sz w:val="36"/>'));
    expect(text(big('The Lamp') + p('The first was long.') + big('The Shore') + p('The second was longer.'))).toBe(
      '# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n',
    );
    const styles =
      style('Kap', 'Kap', '<w:pPr><w:pageBreakBefore/></w:pPr>') +
      style('Own', 'Own', '<w:basedOn w:val="Kap"/><w:pPr><w:jc w:val="center"/></w:pPr>');
    const paged = p('The Lamp', 'Own') + p('The first was long.') + p('The Shore', 'Own') + p('The second was longer.');
    const files = { 'word/styles.xml': `<w:styles>${styles}</w:styles>` };
    expect(text(paged, files)).toBe('# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n');
    const centred = (words: string) => p(words, '', '<w:jc w:val="center"/>');
    const page = p('<w:r><w:br w:type="page"/></w:r>');
    expect(
      text(centred('The Lamp') + p('The first was long.') + page + centred('The Shore') + p('The second was longer.')),
    ).toBe('# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n');
  });

  it('has a title page where the first heading has nothing but the author and the rights below it', () => {
    const chapters = p('One', 'Heading1') + p('It rained.') + p('Two', 'Heading1') + p('It poured.');
    const written = '# One\n\nIt rained.\n\n# Two\n\nIt poured.\n';
    expect(text(p('The Lamp', 'Heading1') + p('A. Writer') + chapters)).toBe(written);
    expect(text(p('The Lamp', 'Heading1') + p('by Ann B. Lee') + p('Copyright 2020 Ann B. Lee') + chapters)).toBe(
      written,
    );
    for (const words of ['Tom Ray came home', 'Rain', 'Ann Lee fell asleep. It rained.'])
      expect(text(p('The Lamp', 'Heading1') + p(words) + chapters)).toBe(`# The Lamp\n\n${words}\n\n${written}`);
    expect(text(p('Chapter 1', 'Heading1') + p('Ann Lee') + chapters)).toContain('Ann Lee');
  });

  it('has the chapters in parts, where only the parts have a heading style', () => {
    const part = (name: string, ...numbers: readonly string[]) =>
      p(name, 'Heading1') + numbers.map((number) => p(number) + p('It rained all day.')).join('');
    const chapters = (...numbers: readonly string[]) => numbers.map((number) => `## ${number}\n\nIt rained all day.\n`);
    const written = (first: readonly string[], second: readonly string[]) =>
      ['# Part One\n', ...chapters(...first), '# Part Two\n', ...chapters(...second)].join('\n');
    for (const [first, second] of [
      [
        ['1', '2'],
        ['3', '4'],
      ],
      [
        ['I', 'II'],
        ['I', 'II'],
      ],
      [['Chapter 1', 'Chapter 2'], ['Chapter 3']],
    ] as const) {
      expect(text(part('Part One', ...first) + part('Part Two', ...second))).toBe(written(first, second));
    }
  });

  it('has the numbers that Word gives to headings by itself', () => {
    const level = (at: number, text: string, format = 'decimal') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const list = (id: number, levels: string) =>
      `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
    const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>';
    const files = {
      'word/numbering.xml': `<w:numbering>${list(1, level(0, 'Part %1', 'upperRoman') + level(1, 'Chapter %2'))}${list(2, level(0, '%1.'))}</w:numbering>`,
      'word/styles.xml': `<w:styles>${style('Heading1', 'heading 1', numbered)}${style('Heading2', 'heading 2', numbered.replace('<w:numId', '<w:ilvl w:val="1"/><w:numId'))}</w:styles>`,
    };
    const two = (words: string) => p(words === '' ? '<w:r/>' : words, 'Heading2');
    const body =
      p('<w:r/>', 'Heading1') +
      two('The Lamp') +
      p('A.') +
      two('') +
      p('B.') +
      p('Sea', 'Heading1') +
      two('') +
      p('C.');
    expect(text(body, files)).toBe(
      '# Part I\n\n## Chapter 1. The Lamp\n\nA.\n\n## Chapter 2\n\nB.\n\n# Part II. Sea\n\n## Chapter 1\n\nC.\n',
    );
    const own = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
    expect(
      text(
        p('The Lamp', 'Heading1', own) + p('A.') + p('<w:r/>', 'Heading1', own) + p('B.') + p('Item.', '', own),
        files,
      ),
    ).toBe('# The Lamp\n\nA.\n\n# 2.\n\nB.\n\nItem.\n');
    const chapter = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>';
    expect(text(p('The Lamp', '', chapter) + p('A.') + p('The Sea', '', chapter) + p('B.'), files)).toBe(
      '# Chapter 1 The Lamp\n\nA.\n\n# Chapter 2 The Sea\n\nB.\n',
    );
  });

  it('has the roles that tabs part from their words', () => {
    const line = (name: string, words: string) => p(`${run(name, '<w:b/>')}<w:r><w:tab/></w:r>${run(words)}`);
    expect(text(line('ADA', 'Who?') + line('TOM', 'Me.') + line('ADA', 'Come in.') + line('TOM', 'Thanks.'))).toBe(
      'ADA: Who?\n\nTOM: Me.\n\nADA: Come in.\n\nTOM: Thanks.\n',
    );
  });

  it('loses no words of a table around another one', () => {
    const row = (...cells: string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`;
    const inner = `<w:tbl>${row(p('Ship'), p('Year'))}${row(p('Ada'), p('1850'))}</w:tbl>`;
    const body = `<w:tbl>${row(p('First'), p('Second') + inner + p('Third'))}${row(p('Fourth'), p('Fifth'))}</w:tbl>`;
    const words = read(body).sections.flatMap(({ blocks }) =>
      blocks.map((block) => ('text' in block ? block.text : '')),
    );
    expect(words.join(' ').match(/[A-Z]\w+/g)).toEqual('First Second Ship Year Ada Third Fourth Fifth'.split(' '));
  });

  it('that breaks off is read as far as it goes', () => {
    const whole = `<w:document><w:body>${p('One', 'Heading1')}${p('First.')}`;
    expect(text('', { 'word/document.xml': `${whole}<w:p><w:r><w:t>Half a` })).toBe('# One\n\nFirst.\n\nHalf a\n');
  });

  it.each([
    ['no archive', strToU8('PK\x03\x04 no archive'), 'damaged'],
    ['no text part', zipSync({ '[Content_Types].xml': strToU8('<Types/>') }), 'damaged'],
    ['no words', word(p('')), 'empty'],
    [
      'a password',
      Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected',
    ],
    ['an old Word file in it', Buffer.from('d0cf11e0a1b1', 'hex'), 'damaged'],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readDocx(bytes, 'book.docx')).toThrow(expect.objectContaining({ kind }));
  });
});
