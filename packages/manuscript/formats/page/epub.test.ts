import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { book, CONTAINER, item, page, point, type Shape } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';

const read = (shape: Shape) => readEpub(book(shape), 'book.epub');
const text = (shape: Shape): string => manuscriptText(read(shape), 'prose');

describe('an EPUB', () => {
  it('has the chapters of its table of contents, whatever headings its pages have', () => {
    const shape: Shape = {
      pages: {
        'a.xhtml': page('<h1>Chapter One</h1><h2>In which it rains</h2><p>It rained.</p>'),
        'b.xhtml': page('<h1>Chapter Two</h1><p>It poured.</p>'),
      },
      nav: item('Chapter One: In which it rains', 'text/a.xhtml') + item('Two', 'text/b.xhtml'),
    };
    expect(text(shape)).toBe('## Chapter One: In which it rains\n\nIt rained.\n\n## Two\n\nIt poured.\n');
  });

  it('has a title page where the first page says what the book is called, by whatever name the contents list it', () => {
    const pages = {
      'title_page.xhtml': page('<h1>The Book</h1><p>A. Writer</p>'),
      'a.xhtml': page('<h1>One</h1><p>It rained.</p>'),
    };
    const nav = item('The Book', 'text/title_page.xhtml') + item('One', 'text/a.xhtml');
    expect(read({ pages, nav }).sections.map(({ kind }) => kind)).toEqual(['title-page', 'chapter']);
    expect(text({ pages, nav })).toBe('## One\n\nIt rained.\n');
  });

  it('has a title page where the title and the author stand above who has the rights', () => {
    const pages = {
      'title.xhtml': page('<p>THE BOOK</p><p>by A. Writer</p><p>Copyright © 2019 A. Writer. All rights reserved.</p>'),
      'a.xhtml': page('<h1>One</h1><p>It rained.</p>'),
    };
    const nav = item('Start', 'text/title.xhtml') + item('One', 'text/a.xhtml');
    expect(read({ pages, nav }).sections.map(({ kind }) => kind)).toEqual(['title-page', 'chapter']);
  });

  it('joins a sentence that two pages of a chapter part', () => {
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>It rained and</p>'),
      'b.xhtml': page('<p>rained.</p><p>It stopped.</p>'),
      'c.xhtml': page('<h1>Two</h1><p>It poured.</p>'),
    };
    const nav = item('One', 'text/a.xhtml') + item('Two', 'text/c.xhtml');
    expect(text({ pages, nav })).toBe('## One\n\nIt rained and rained.\n\nIt stopped.\n\n## Two\n\nIt poured.\n');
  });

  it('has notes that are hidden until they pop up, with the heading above them', () => {
    const note = '<p>A brig<a epub:type="noteref" href="#n1">1</a> came.</p>';
    const hidden = `${note}<aside epub:type="footnote" id="n1" hidden=""><p>The Ada.</p></aside>`;
    const titled = `${note}<h3>NOTES:</h3><aside epub:type="footnote" id="n1"><p>The Ada.</p></aside>`;
    for (const [body, words] of [
      [hidden, ['The Ada.']],
      [titled, ['NOTES:', 'The Ada.']],
    ] as const) {
      const nav = item('One', 'text/a.xhtml') + item('Two', 'text/b.xhtml');
      const pages = { 'a.xhtml': page(`<h1>One</h1>${body}`), 'b.xhtml': page('<h1>Two</h1><p>It rained.</p>') };
      const [blocks] = read({ pages, nav }).sections.map((section) => section.blocks);
      expect(blocks?.flatMap((block) => (block.kind === 'footnote' ? [block.text] : []))).toEqual(words);
      expect(text({ pages, nav })).toBe('## One\n\nA brig came.\n\n## Two\n\nIt rained.\n');
    }
  });

  it('says a heading once, though its maker styled a paragraph as one', () => {
    const pages = { 'a.xhtml': page('<p class="calibre1"><span class="bold">Chapter 1</span></p><p>It rained.</p>') };
    expect(text({ pages, ncx: point('Chapter 1', 'text/a.xhtml') })).toBe('## Chapter 1\n\nIt rained.\n');
  });

  it('has a chapter whose title only contains the name of another section', () => {
    const story = '<p>She read it twice. Then she put it away, since it was late and the lamp was low.</p>';
    const pages = {
      'a.xhtml': page(`<h1>Copyright considerations</h1>${story}`),
      'b.xhtml': page(`<h1>The Index</h1>${story}`),
      'c.xhtml': page('<h1>Copyright</h1><p>© 2020 A. Writer. All rights reserved. First printed in Hull.</p>'),
    };
    const entries: readonly (readonly [string, string])[] = [
      ['Copyright considerations', 'chapter'],
      ['The Index', 'chapter'],
      ['Copyright', 'copyright'],
    ];
    const nav = ['a', 'b', 'c'].map((name, at) => item(entries[at]?.[0] ?? '', `text/${name}.xhtml`)).join('');
    expect(read({ pages, nav }).sections.map(({ title, kind }) => [title, kind])).toEqual(entries);
    expect(read({ pages }).sections.map(({ title, kind }) => [title, kind])).toEqual(entries);
  });

  it('has the section that a title names, though its maker calls the page an appendix', () => {
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>It rained.</p>'),
      'b.xhtml': page('<h1>About the Author</h1><p>A.</p>', 'appendix'),
    };
    const nav = item('One', 'text/a.xhtml') + item('About the Author', 'text/b.xhtml');
    expect(read({ pages, nav }).sections.map(({ kind }) => kind)).toEqual(['chapter', 'about-author']);
  });

  it('without contents is cut at its headings', () => {
    const pages = { 'a.xhtml': page('<h2>I</h2><p>First.</p><h2>II</h2><p>Second.</p>') };
    expect(read({ pages }).sections.map(({ title, kind }) => [title, kind])).toEqual([
      ['I', 'chapter'],
      ['II', 'chapter'],
    ]);
  });

  it('is cut within a page where the table of contents leads to, by EPUB 2 as by EPUB 3', () => {
    const pages = {
      'all one.xhtml': page(
        '<h1 id="p">Part I</h1><h2 id="c1">1</h2><p>First.</p><p>More.</p><div id="c2"><h2>2</h2><p>Second.</p></div>',
      ),
    };
    const inside = (make: typeof item) => make('1', 'text/all%20one.xhtml#c1') + make('2', 'text/all%20one.xhtml#c2');
    const expected = '# Part I\n\n## 1\n\nFirst.\n\nMore.\n\n## 2\n\nSecond.\n';
    expect(text({ pages, nav: item('Part I', 'text/all%20one.xhtml#p', inside(item)) })).toBe(expected);
    expect(text({ pages, ncx: point('Part I', 'text/all%20one.xhtml#p', inside(point)) })).toBe(expected);
  });

  it('goes on with a chapter over pages that the table of contents does not name', () => {
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>Begun.</p>'),
      'b.xhtml': page('<p>And gone on with.</p>'),
      'c.xhtml': page('<h1>Two</h1><p>Next.</p>'),
    };
    const nav = item('One', 'text/a.xhtml') + item('Two', 'text/c.xhtml');
    expect(read({ pages, nav }).sections.map(({ title, blocks }) => [title, blocks.length])).toEqual([
      ['One', 3],
      ['Two', 2],
    ]);
  });

  it('follows the spine, not the order of files, and leaves out what is not in it', () => {
    const pages = {
      'z.xhtml': page('<p>First.</p>'),
      'a.xhtml': page('<p>Second.</p>'),
      'x.xhtml': page('<p>Never.</p>'),
    };
    expect(text({ pages, spine: ['z.xhtml', 'a.xhtml'] })).toBe('First.\n\nSecond.\n');
  });

  it('knows title page, copyright, contents, notes and index by their types and titles, and leaves them out', () => {
    const pages = {
      'title.xhtml': page('<h1>The Book</h1>', 'titlepage'),
      'rights.xhtml': page('<p>All rights reserved.</p>', 'copyright-page'),
      'dedication.xhtml': page('<p>To M.</p>', 'dedication'),
      'one.xhtml': page(
        '<h1>One</h1><p>Words<a epub:type="noteref" href="#n">1</a> here.</p><aside epub:type="footnote" id="n">A note.</aside>',
        'chapter',
      ),
      'notes.xhtml': page('<h1>Notes</h1><p>1. A note.</p>'),
      'index.xhtml': page('<h1>Index</h1><p>Rain, 12</p>'),
      'author.xhtml': page('<h1>About the Author</h1><p>She writes.</p>'),
    };
    const { sections } = read({ pages });
    expect(sections.map(({ kind }) => kind)).toEqual([
      'title-page',
      'copyright',
      'dedication',
      'chapter',
      'notes',
      'index',
      'about-author',
    ]);
    expect(text({ pages })).toBe('# One\n\nWords here.\n');
  });

  it('keeps scene breaks as pauses and verse in its rows, and no hidden words, scripts or pictures', () => {
    const pages = {
      'a.xhtml': page(
        '<h2>One</h2><p>Before.</p><hr/><p>After.</p><p>* * *</p><p class="poem">Row one<br/>row two</p><p style="display:none">Hidden</p><script>no()</script><p>One<br/>row.</p><img src="http://far.example/x.png" alt="No"/>',
      ),
    };
    expect(text({ pages })).toBe(
      '## One\n\nBefore.\n\n[scene break]\n\nAfter.\n\n[scene break]\n\nRow one\nrow two\n\nOne row.\n',
    );
    expect(read({ pages }).notices).toEqual([
      { kind: 'pictures', count: 1, at: { part: 'OEBPS/text/a.xhtml' } },
      { kind: 'hidden', count: 1, words: 1, sample: 'Hidden', at: { part: 'OEBPS/text/a.xhtml' } },
    ]);
  });

  it('of a play has its roles from two columns, with directions that are not spoken', () => {
    const row = (name: string, words: string) => `<tr><td epub:type="z3998:persona">${name}</td><td>${words}</td></tr>`;
    const direction = (words: string) => `<i epub:type="z3998:stage-direction">${words}</i>`;
    const pages = {
      'act.xhtml': page(
        `<h2>Act I</h2><table><tr><td/><td>${direction('<b epub:type="z3998:persona">Lane</b> waits.')}</td></tr>${row('Algernon', 'Did you hear, Lane?')}${row('Lane', `No, sir. ${direction('Goes out.')}`)}<tr><td/><td>${direction('Comes back.')} Sir?</td></tr></table>`,
      ),
    };
    expect(manuscriptText(read({ pages }), 'script')).toBe(
      '## Act I\n\n(Lane waits.)\n\nALGERNON: Did you hear, Lane?\n\nLANE: No, sir. (Goes out.)\n\nLANE: (Comes back.) Sir?\n',
    );
  });

  it('makes no direction, heading or role of a novel’s words', () => {
    const pages = { 'a.xhtml': page('<p># 4</p><p>(Aside.) He left.</p><p>LANE: he said.</p><p>[pause 2s]</p>') };
    expect(text({ pages })).toBe('\\# 4\n\n\\(Aside.) He left.\n\nLANE: he said.\n\n\\[pause 2s]\n');
  });

  it.each([
    ['no archive', strToU8('PK\x03\x04 no archive'), 'damaged'],
    ['no package', zipSync({ mimetype: strToU8('application/epub+zip') }), 'damaged'],
    ['no words', book({ pages: { 'a.xhtml': page('') } }), 'empty'],
    [
      'encrypted words',
      book({
        pages: { 'a.xhtml': page('<p>x</p>') },
        more: { 'META-INF/encryption.xml': '<encryption><CipherReference URI="OEBPS/text/a.xhtml"/></encryption>' },
      }),
      'drm',
    ],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readEpub(bytes, 'book.epub')).toThrow(expect.objectContaining({ kind }));
  });

  it('whose files come to more than a book once they are unpacked is refused before that', () => {
    const bomb = Buffer.from(zipSync({ 'META-INF/container.xml': strToU8(CONTAINER) }));
    // What the archive's directory says of the file's length.
    bomb.writeUInt32LE(200 * 1024 * 1024, bomb.indexOf('PK\x01\x02') + 24);
    expect(() => readEpub(bomb, 'bomb.epub')).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });

  it('with a page missing is read without it, and says so', () => {
    const opf =
      '<package><manifest><item id="a" href="text/a.xhtml"/><item id="b" href="gone.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    const broken = zipSync({
      'META-INF/container.xml': strToU8(CONTAINER),
      'OEBPS/content.opf': strToU8(opf),
      'OEBPS/text/a.xhtml': strToU8(page('<p>Here.</p>')),
    });
    expect(readEpub(broken, 'broken.epub').notices).toEqual([
      { kind: 'damaged', count: 1, at: { part: 'OEBPS/gone.xhtml' } },
    ]);
  });

  it('has a title page where the contents list it by another name, if it holds nothing but title and author', () => {
    const pages = {
      'a.xhtml': page('<p>The Book</p><p>A. Writer</p>'),
      'b.xhtml': page('<h1>One</h1><p>It rained.</p>'),
    };
    const nav = item('Section 1', 'text/a.xhtml') + item('One', 'text/b.xhtml');
    expect(read({ pages, nav }).sections.map(({ kind }) => kind)).toEqual(['title-page', 'chapter']);
  });
});
