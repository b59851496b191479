// Books as the programs that most EPUBs come from lay them out: each has the chapters of its table of contents, in its order.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../../../../shared/model/settings.ts';
import { chaptersOf } from '../../../../shared/rules/chapters.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readEpub } from './epub.ts';

/** A place of a table of contents; a link behind `#` leads into a page. */
interface Entry {
  readonly title: string;
  readonly href: string;
  readonly inside?: readonly Entry[];
}

interface Book {
  /** By their paths, in the order of the spine. */
  readonly pages: Readonly<Record<string, string>>;
  readonly contents: readonly Entry[];
  readonly version: 'nav' | 'ncx' | 'both' | 'none';
  readonly guide?: string;
  readonly landmarks?: string;
  /** How the package names a page. */
  readonly hrefOf?: (path: string) => string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const navList = (entries: readonly Entry[]): string =>
  `<ol>${entries.map(({ title, href, inside }) => `<li><a href="${href}">${escaped(title)}</a>${inside ? navList(inside) : ''}</li>`).join('\n')}</ol>`;

const navPoints = (entries: readonly Entry[]): string =>
  entries
    .map(
      ({ title, href, inside }, at) =>
        `<navPoint id="n${at}" playOrder="${at}"><navLabel><text>${escaped(title)}</text></navLabel><content src="${href}"/>${inside ? navPoints(inside) : ''}</navPoint>`,
    )
    .join('\n');

function epub({ pages, contents, version, guide = '', landmarks = '', hrefOf = encodeURI }: Book): Uint8Array {
  const hasNav = version === 'nav' || version === 'both';
  const hasNcx = version === 'ncx' || version === 'both';
  const items = Object.keys(pages).map(
    (path, at) => `<item id="p${at}" href="${hrefOf(path)}" media-type="application/xhtml+xml"/>`,
  );
  const files: Record<string, string> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    'OEBPS/content.opf': `<?xml version="1.0"?><package version="${hasNav ? '3.0' : '2.0'}"><metadata><dc:title>The Long Rain</dc:title><dc:creator>A. Writer</dc:creator></metadata>
<manifest>${items.join('\n')}${hasNav ? '<item id="nav" href="nav.xhtml" properties="nav"/>' : ''}${hasNcx ? '<item id="ncx" href="toc.ncx"/>' : ''}</manifest>
<spine${hasNcx ? ' toc="ncx"' : ''}>${items.map((_, at) => `<itemref idref="p${at}"/>`).join('')}</spine><guide>${guide}</guide></package>`,
    ...Object.fromEntries(Object.entries(pages).map(([path, text]) => [`OEBPS/${path}`, text])),
  };
  if (hasNav)
    files['OEBPS/nav.xhtml'] =
      `<html xmlns:epub="x"><body><nav epub:type="toc"><h1>Contents</h1>${navList(contents)}</nav><nav epub:type="landmarks"><ol>${landmarks}</ol></nav></body></html>`;
  if (hasNcx) files['OEBPS/toc.ncx'] = `<?xml version="1.0"?><ncx><navMap>${navPoints(contents)}</navMap></ncx>`;
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

const page = (body: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>The Long Rain</title></head><body ${attributes}>${body}</body></html>`;

const WORDS = 'It rained all day, and in the evening it rained still more than it had in the morning.';

/** All titles of a table of contents, those below others behind them. */
const titlesOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ title, inside }) => [title, ...titlesOf(inside ?? [])]);

/** The chapters and parts of the project that a book becomes, if all that is usually read of it is. */
function chaptersIn(book: Book): string[] {
  const text = manuscriptText(readEpub(epub(book), 'book.epub'), 'prose');
  const headings = text.split('\n').filter((row) => /^##? /.test(row));
  // Below a part a chapter is one of the project; a part alone is its title.
  expect(chaptersOf(parseScript(text, DEFAULT_PROJECT_SETTINGS)).length).toBeLessThanOrEqual(headings.length);
  return headings.map((row) => row.replace(/^#+ /, ''));
}

const textOf = (book: Book): string => manuscriptText(readEpub(epub(book), 'book.epub'), 'prose');

const CALIBRE: Book = {
  version: 'ncx',
  pages: {
    'titlepage.xhtml': page('<div><svg viewBox="0 0 1 1"><image href="cover.jpeg"/></svg></div>'),
    'index_split_000.html': page(
      '<p class="calibre1"><b class="calibre2">The Long Rain</b></p><p class="calibre1">A. Writer</p>',
    ),
    'index_split_001.html': page(
      `<p class="calibre3" id="calibre_pb_0"><span class="bold">Chapter 1</span></p><p class="calibre1">${WORDS}</p><p class="calibre1">One part.</p>`,
      'class="calibre"',
    ),
    'index_split_002.html': page(
      `<p class="calibre1">Which goes on here.</p><div class="mbp_pagebreak" id="calibre_pb_1"></div>`,
    ),
    'index_split_003.html': page(
      `<p class="calibre3" id="calibre_pb_2"><span class="bold">Chapter</span> <span class="bold">2</span></p><h3 class="calibre4">A letter</h3><p class="calibre1">${WORDS}</p>`,
    ),
  },
  contents: [
    { title: 'Chapter 1', href: 'index_split_001.html#calibre_pb_0' },
    { title: 'Chapter 2', href: 'index_split_003.html#calibre_pb_2' },
    { title: 'Chapter 3', href: 'index_split_003.html#calibre_toc_9' },
  ].slice(0, 2),
};

const SIGIL: Book = {
  version: 'both',
  pages: {
    'Text/cover.xhtml': page('<img src="../Images/cover.jpg" alt="Cover"/>'),
    'Text/Section0001.xhtml': page(`<h1 title="Rain &amp; Snow">Rain<br/>&amp; Snow</h1><p>${WORDS}</p>`),
    'Text/Section0002.xhtml': page(`<h1>Chapter One</h1><p>${WORDS}</p>`),
    'Text/Section0003.xhtml': page(`<h1>Chapter One</h1><p>${WORDS}</p>`),
    'Text/Chapter four – “Fog”.xhtml': page(`<h1>Fog</h1><p>${WORDS}</p>`),
  },
  guide: '<reference type="cover" href="Text/cover.xhtml"/><reference type="text" href="Text/Section0001.xhtml"/>',
  contents: [
    { title: 'Cover', href: 'Text/cover.xhtml' },
    { title: 'Rain & Snow', href: 'Text/Section0001.xhtml' },
    { title: 'Chapter One', href: 'Text/Section0002.xhtml' },
    { title: 'Chapter One', href: 'Text/Section0003.xhtml' },
    { title: 'Fog', href: encodeURI('Text/Chapter four – “Fog”.xhtml') },
  ],
};

const WORD: Book = {
  version: 'ncx',
  pages: {
    'content.html': page(
      `<p class="MsoTitle">The Long Rain</p><p class="MsoNormal">A. Writer</p>${[1, 2, 3]
        .map(
          (at) =>
            `<p class="MsoNormal">&nbsp;</p><h1 style="page-break-before:always"><a name="_Toc${at}"></a><a id="_Toc${at}"></a>Chapter ${at}</h1><p class="MsoNormal">${WORDS}</p><h2>Of number ${at}</h2><p class="MsoNormal">${WORDS}</p>`,
        )
        .join('')}`,
    ),
  },
  contents: [1, 2, 3].map((at) => ({ title: `Chapter ${at}`, href: `content.html#_Toc${at}` })),
};

const VELLUM: Book = {
  version: 'nav',
  pages: {
    'cover.xhtml': page('<img src="cover.jpg" alt=""/>', 'epub:type="cover"'),
    'title-page.xhtml': page('<h1>The Long Rain</h1><h2>A. Writer</h2>', 'epub:type="frontmatter titlepage"'),
    'copyright.xhtml': page('<p>Copyright © 2020 A. Writer</p>', 'epub:type="frontmatter copyright-page"'),
    'dedication.xhtml': page('<p>For M.</p>', 'epub:type="frontmatter dedication"'),
    'part-one.xhtml': page('<div class="element-number">Part One</div><h1>Rain</h1>', 'epub:type="part"'),
    'chapter-001.xhtml': page(
      `<div class="heading"><div class="element-number-block"><p class="element-number">1</p></div><h2 class="element-title">The Roof</h2></div><p class="first"><span class="first-letter">I</span><span class="first-phrase">t rained all</span> day.</p><div class="ornamental-break"><img src="o.png" alt=""/></div><p>${WORDS}</p>`,
      'epub:type="bodymatter chapter"',
    ),
    'chapter-002.xhtml': page(
      `<p class="element-number">2</p><h2>The Cellar</h2><p><img class="dropcap" src="w.png" alt="W"/>ater stood in it.</p>`,
      'epub:type="bodymatter chapter"',
    ),
    'about.xhtml': page('<h1>About the Author</h1><p>A. Writer lives.</p>', 'epub:type="backmatter"'),
  },
  contents: [
    { title: 'Title Page', href: 'title-page.xhtml' },
    {
      title: 'Part One: Rain',
      href: 'part-one.xhtml',
      inside: [
        { title: '1. The Roof', href: 'chapter-001.xhtml' },
        { title: '2. The Cellar', href: 'chapter-002.xhtml' },
      ],
    },
    { title: 'About the Author', href: 'about.xhtml' },
  ],
};

const GUTENBERG: Book = {
  version: 'both',
  pages: {
    'wrap0000.xhtml': page('<div class="x-ebookmaker-cover"><img src="cover.png" alt="Cover"/></div>'),
    '1-h-0.htm.xhtml': page(
      `<section class="pg-boilerplate pgheader" id="pg-header"><h2 id="pg-header-heading">The Project Gutenberg eBook of The Long Rain</h2><p>This eBook is for the use of anyone anywhere.</p><div id="pg-start-separator"><span>*** START OF THE PROJECT GUTENBERG EBOOK THE LONG RAIN ***</span></div></section><h1 id="pgepubid00000">THE LONG RAIN</h1><h2 id="pgepubid00001">By A. Writer</h2><h2 id="pgepubid00002">Contents</h2><table><tr><td><a href="#ch1">CHAPTER I.</a></td></tr></table><div class="chapter"><h2 id="pgepubid00003"><a id="ch1"/>CHAPTER I.<br/>Down the Gutter</h2><p>${WORDS}</p></div>`,
    ),
    '1-h-1.htm.xhtml': page(
      `<p>It went on into the next file.</p><div class="chapter"><h2 id="pgepubid00004"><a id="ch2"/>CHAPTER II.<br/>The Pool</h2><p>${WORDS}</p></div>`,
    ),
    '1-h-2.htm.xhtml': page(
      '<p>And its end.</p><section class="pg-boilerplate pgfooter" id="pg-footer"><div id="pg-end-separator"><span>*** END OF THE PROJECT GUTENBERG EBOOK THE LONG RAIN ***</span></div><p>Updated editions will replace the previous one.</p><h2 id="project-gutenberg-license">THE FULL PROJECT GUTENBERG™ LICENSE</h2><p>To protect the mission.</p></section>',
    ),
  },
  contents: [
    {
      title: 'THE LONG RAIN',
      href: '1-h-0.htm.xhtml#pgepubid00000',
      inside: [
        { title: 'By A. Writer', href: '1-h-0.htm.xhtml#pgepubid00001' },
        { title: 'Contents', href: '1-h-0.htm.xhtml#pgepubid00002' },
        { title: 'CHAPTER I. Down the Gutter', href: '1-h-0.htm.xhtml#pgepubid00003' },
        { title: 'CHAPTER II. The Pool', href: '1-h-1.htm.xhtml#pgepubid00004' },
      ],
    },
    { title: 'THE FULL PROJECT GUTENBERG™ LICENSE', href: '1-h-2.htm.xhtml#project-gutenberg-license' },
  ],
};

const NESTED: Book = {
  version: 'both',
  pages: {
    'a.xhtml': page(
      `<h1 id="p1">Book One</h1><h2 id="c1">Chapter 1</h2><p>${WORDS}</p><h2 id="c2">Chapter 2</h2><p>${WORDS}</p>`,
    ),
    'b.xhtml': page(`<h1>Book Two</h1><h2>Chapter 1</h2><p>${WORDS}</p>`),
    'c.xhtml': page(`<h2>Chapter 2</h2><p>${WORDS}</p>`),
  },
  contents: [
    {
      title: 'Book One',
      href: 'a.xhtml',
      inside: [
        { title: 'Chapter 1', href: 'a.xhtml#c1' },
        { title: 'Chapter 2', href: 'a.xhtml#c2' },
      ],
    },
    {
      title: 'Book Two',
      href: 'b.xhtml',
      inside: [
        { title: 'Chapter 1', href: 'b.xhtml' },
        { title: 'Chapter 2', href: 'c.xhtml' },
      ],
    },
  ],
};

const INSIDE: Book = {
  version: 'ncx',
  pages: {
    'all.html': page(
      `<div><a id="f1"></a><b>The First</b><br/><br/>${WORDS}<br/><br/>So it ended.<br/><br/><a id="f2"></a><b>The Second</b><br/><br/>${WORDS} It was <a id="page9"></a>late.<br/><br/>${WORDS} <a id="f3"/>The Third<br/><br/>${WORDS}</div>`,
    ),
  },
  contents: [
    { title: 'The First', href: 'all.html#f1' },
    { title: 'The Second', href: 'all.html#f2' },
    { title: 'The Third', href: 'all.html#f3' },
  ],
};

const read = (titles: readonly string[], ...unread: readonly string[]): string[] =>
  titles.filter((title) => !unread.includes(title));

describe('the table of contents of a book', () => {
  it.each([
    ['Calibre', CALIBRE, []],
    ['Sigil', SIGIL, ['Cover']],
    ['Sigil, as EPUB 2', { ...SIGIL, version: 'ncx' }, ['Cover']],
    ['Word', WORD, []],
    ['Vellum', VELLUM, ['Title Page', 'About the Author']],
    [
      'Project Gutenberg',
      GUTENBERG,
      ['THE LONG RAIN', 'By A. Writer', 'Contents', 'THE FULL PROJECT GUTENBERG™ LICENSE'],
    ],
    ['parts with chapters', NESTED, []],
    ['anchors inside a paragraph', INSIDE, []],
  ] as const)('as %s makes it, is that of the project', (_, book, unread) => {
    expect(chaptersIn(book)).toEqual(read(titlesOf(book.contents), ...unread));
    const sections = readEpub(epub(book), 'book.epub').sections.map(({ title }) => title);
    const listed = titlesOf(book.contents);
    expect(sections.filter((title) => listed.includes(title ?? ''))).toEqual(
      // A cover without words is no section.
      listed.filter((title) => sections.includes(title)),
    );
    expect(listed.filter((title) => !sections.includes(title))).toEqual([]);
  });

  it('leaves each word where it is read', () => {
    expect(textOf(CALIBRE)).toContain('Which goes on here.');
    expect(textOf(CALIBRE)).toMatch(/## Chapter 2\n\nA letter\n\n/);
    expect(textOf(VELLUM)).toContain('## 1. The Roof\n\nIt rained all day.');
    expect(textOf(VELLUM)).toContain('## 2. The Cellar\n\nWater stood in it.');
    expect(textOf(GUTENBERG)).not.toMatch(/Gutenberg|mission|Updated/i);
    expect(textOf(GUTENBERG)).toMatch(/The Pool\n\nIt rained.*\n\nAnd its end\.\n$/);
    expect(textOf(INSIDE)).toMatch(/So it ended\.\n\n## The Second\n\nIt rained.* It was late\./);
  });

  it('is the headings of the pages where there is none, or one that lists no chapters', () => {
    const pages = Object.fromEntries(
      [1, 2, 3, 4, 5].map((at) => [`p${at}.xhtml`, page(`<h2>Chapter ${at}</h2><p>${WORDS}</p>`)]),
    );
    const chapters = [1, 2, 3, 4, 5].map((at) => `Chapter ${at}`);
    expect(chaptersIn({ version: 'none', contents: [], pages })).toEqual(chapters);
    expect(chaptersIn({ version: 'ncx', contents: [{ title: 'Start', href: 'p1.xhtml' }], pages })).toEqual(chapters);
  });

  it('leads to pages whose names are spelled otherwise in it, and by headings where its places are gone', () => {
    const pages = {
      'Text/one%20two.xhtml': page(`<h2>One</h2><p>${WORDS}</p><h2>Two</h2><p>${WORDS}</p>`),
      'Text/Drei.xhtml': page(`<h2>Three</h2><p>${WORDS}</p>`),
    };
    const contents = [
      { title: 'One', href: 'Text/one%20two.xhtml#gone' },
      { title: 'Two', href: 'Text/one%20two.xhtml#gone%202' },
      { title: 'Three', href: 'text/drei.xhtml' },
    ];
    expect(chaptersIn({ version: 'nav', pages, contents, hrefOf: (path) => path })).toEqual(['One', 'Two', 'Three']);
  });

  it('takes the kinds of pages from landmarks and the guide', () => {
    const pages = {
      'a.xhtml': page('<p>For M.</p>'),
      'b.xhtml': page(`<h2>One</h2><p>${WORDS}</p>`),
      'c.xhtml': page(`<h2>Two</h2><p>${WORDS}</p>`),
    };
    const contents = ['b', 'c'].map((name) => ({ title: name === 'b' ? 'One' : 'Two', href: `${name}.xhtml` }));
    const kinds = (book: Book) => readEpub(epub(book), 'book.epub').sections.map(({ kind }) => kind);
    const expected = ['dedication', 'chapter', 'chapter'];
    const landmarks = '<li><a epub:type="dedication" href="a.xhtml">Dedication</a></li>';
    expect(kinds({ version: 'nav', pages, contents, landmarks })).toEqual(expected);
    const guide = '<reference type="dedication" title="To M." href="a.xhtml"/>';
    expect(kinds({ version: 'ncx', pages, contents, guide })).toEqual(expected);
  });
});
