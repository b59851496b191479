// What a page says of one of its elements concerns that element, not the page.
import { describe, expect, it } from 'vitest';
import { countAsides, manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page, point, type Shape } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';
import { readHtmlFile } from './html-file.ts';

const read = (shape: Shape) => readEpub(book(shape), 'book.epub');
const text = (shape: Shape): string => manuscriptText(read(shape), 'prose');
const kinds = (shape: Shape) => read(shape).sections.map(({ title, kind }) => [title, kind]);

const titlePage = page('<h1>The Book</h1><p>A. Writer</p>', 'titlepage');
const three = (notes: (at: number) => string, reference: (at: number) => string) => ({
  'title.xhtml': titlePage,
  'ch1.xhtml': page(
    `<section id="chapter-1" class="level1"><h1>Chapter 1</h1><p>He rowed home.${reference(1)} Then he slept.</p></section>${notes(1)}`,
  ),
  'ch2.xhtml': page('<section id="chapter-2" class="level1"><h1>Chapter 2</h1><p>Nobody came.</p></section>'),
  'ch3.xhtml': page(
    `<section id="chapter-3" class="level1"><h1>Chapter 3</h1><p>She wrote it down.${reference(2)} Then she went out.</p></section>${notes(2)}`,
  ),
});
const listed = (make: typeof item) =>
  [1, 2, 3].map((at) => make(`Chapter ${at}`, `text/ch${at}.xhtml#chapter-${at}`)).join('');
const CHAPTERS =
  '## Chapter 1\n\nHe rowed home. Then he slept.\n\n## Chapter 2\n\nNobody came.\n\n## Chapter 3\n\nShe wrote it down. Then she went out.\n';

describe('notes at the end of a chapter’s page', () => {
  const noteref = (at: number) =>
    `<a href="#fn${at}" class="footnote-ref" id="fnref${at}" epub:type="noteref" role="doc-noteref">${at}</a>`;
  const plain = (at: number) => `<a href="#fn${at}" class="footnote-ref" id="fnref${at}"><sup>${at}</sup></a>`;
  const back = (at: number) => `<a href="#fnref${at}" class="footnote-back">↩︎</a>`;

  it.each([
    [
      'as a section of asides',
      (at: number) =>
        `<section class="footnotes" epub:type="footnotes"><hr/><aside epub:type="footnote" id="fn${at}"><p>It lies there.${back(at)}</p></aside></section>`,
      noteref,
    ],
    [
      'as a section with a list',
      (at: number) =>
        `<section id="footnotes" class="footnotes footnotes-end-of-document" epub:type="footnotes" role="doc-endnotes"><hr/><ol><li id="fn${at}"><p>It lies there.</p><p>Still. ${back(at)}</p></li></ol></section>`,
      noteref,
    ],
    ['as a single aside', (at: number) => `<aside epub:type="footnote" id="fn${at}">It lies there.</aside>`, noteref],
    [
      'as a class of EPUB 2',
      (at: number) =>
        `<div class="footnotes"><hr/><ol><li id="fn${at}"><p>It lies there. ${back(at)}</p></li></ol></div>`,
      plain,
    ],
  ])('%s are left out and counted, and the chapter is read', (_, notes, reference) => {
    const pages = three(notes, reference);
    for (const shape of [
      { pages, nav: listed(item) },
      { pages, ncx: listed(point) },
    ]) {
      expect(text(shape)).toBe(CHAPTERS);
      expect(countAsides(read(shape)).notes).toBe(2);
    }
    expect(manuscriptText(read({ pages }), 'prose').replace(/^# /gm, '## ')).toBe(CHAPTERS);
  });

  it('are read where the producer wants them, each as one', () => {
    const pages = three(
      (at) =>
        `<section epub:type="footnotes"><ol><li id="fn${at}"><p>It lies there.</p><p>Still.</p></li></ol></section>`,
      noteref,
    );
    const notes = manuscriptText(read({ pages, nav: listed(item) }), 'prose', undefined, { notes: 'at-end' });
    expect(notes).toContain('Then he slept.\n\nIt lies there. Still.\n\n## Chapter 2');
  });

  it('with a heading of their own are a section of their own', () => {
    const pages = three(
      (at) => `<section role="doc-endnotes"><h2>Notes</h2><p>${at}. It lies there.</p></section>`,
      noteref,
    );
    expect(text({ pages, nav: listed(item) })).toBe(CHAPTERS);
    expect(kinds({ pages, nav: listed(item) })).toEqual([
      ['The Book', 'title-page'],
      ['Chapter 1', 'chapter'],
      ['Notes', 'notes'],
      ['Chapter 2', 'chapter'],
      ['Chapter 3', 'chapter'],
      ['Notes', 'notes'],
    ]);
  });
});

describe('an element of a chapter’s page', () => {
  const chapter = (extra: string): Shape => ({
    pages: {
      'a.xhtml': page(`<section epub:type="chapter"><h1>One</h1><p>It rained.</p>${extra}<p>It poured.</p></section>`),
      'b.xhtml': page('<section><h1>Two</h1><p>It stopped.</p></section>'),
    },
    nav: item('One', 'text/a.xhtml') + item('Two', 'text/b.xhtml'),
  });
  const READ = '## One\n\nIt rained.\n\nIt poured.\n\n## Two\n\nIt stopped.\n';

  it.each([
    ['<section epub:type="bibliography"><h2>Books</h2><p>Rain, 1999.</p></section>', 'Books', 'bibliography'],
    ['<div role="doc-bibliography"><p>Rain, 1999.</p></div>', null, 'bibliography'],
    ['<section epub:type="index"><h2>Names</h2><p>Rain, 12</p></section>', 'Names', 'index'],
    ['<section role="doc-index"><h2>Names</h2><p>Rain, 12</p></section>', 'Names', 'index'],
    ['<div epub:type="toc"><p>One</p><p>Two</p></div>', null, 'contents'],
    ['<aside role="doc-dedication"><p>To M.</p></aside>', null, 'dedication'],
    ['<section epub:type="acknowledgments"><h2>Thanks</h2><p>To all.</p></section>', 'Thanks', 'about-author'],
    ['<section role="doc-acknowledgments"><h2>Thanks</h2><p>To all.</p></section>', 'Thanks', 'about-author'],
    ['<div epub:type="copyright-page"><p>All rights reserved.</p></div>', null, 'copyright'],
  ])('%s is what it says, and the chapter goes on around it', (extra, title, kind) => {
    expect(text(chapter(extra))).toBe(READ);
    expect(kinds(chapter(extra))).toEqual([
      ['One', 'chapter'],
      [title, kind],
      ['Two', 'chapter'],
    ]);
    const { sections } = readHtmlFile(
      Buffer.from(`<h1>One</h1><p>It rained.</p>${extra}<h1>Two</h1><p>It stopped.</p>`),
      'book.html',
    );
    expect(sections.map((section) => [section.title, section.kind])).toEqual([
      ['One', 'chapter'],
      [title, kind],
      ['Two', 'chapter'],
    ]);
  });

  it.each([
    '<blockquote epub:type="epigraph"><p>Rain is rain.</p></blockquote>',
    '<section epub:type="epigraph"><p>Rain is rain.</p></section>',
    '<div role="doc-epigraph"><p>Rain is rain.</p></div>',
  ])('%s below its heading is read', (epigraph) => {
    const pages = { 'a.xhtml': page(`<h1>One</h1>${epigraph}<p>It rained.</p>`) };
    expect(text({ pages, nav: item('One', 'text/a.xhtml') })).toBe('## One\n\nRain is rain.\n\nIt rained.\n');
    expect(
      text({ pages: { 'a.xhtml': page(`<h1>Part One</h1>${epigraph}`), 'b.xhtml': page('<h1>1</h1><p>A.</p>') } }),
    ).toContain('Rain is rain.');
  });

  it('is not taken for the page: one page with all of a book keeps its chapters', () => {
    const all = page(
      `<section epub:type="titlepage"><h1>The Book</h1></section><section epub:type="dedication"><p>To M.</p></section>
       <section epub:type="chapter" id="c1"><h2>One</h2><p>It rained.</p><section epub:type="footnotes"><p>A note.</p></section></section>
       <section epub:type="chapter" id="c2"><h2>Two</h2><p>It poured.</p></section><section epub:type="index" id="i"><h2>Names</h2><p>Rain, 1</p></section>`,
    );
    const pages = { 'all.xhtml': all };
    const expected = '## One\n\nIt rained.\n\n## Two\n\nIt poured.\n';
    expect(text({ pages }).replace(/^# /gm, '## ')).toBe(expected);
    const nav = item('One', 'text/all.xhtml#c1') + item('Two', 'text/all.xhtml#c2') + item('Names', 'text/all.xhtml#i');
    expect(text({ pages, nav })).toBe(expected);
    expect(kinds({ pages, nav })).toContainEqual(['Names', 'index']);
  });

  it('may be all of the page, and is the page’s kind then', () => {
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>It rained.</p>'),
      'b.xhtml': page('<h1>On the sources</h1><div role="doc-bibliography"><p>Rain, 1999.</p></div>'),
      'c.xhtml': page('<div><section epub:type="rearnotes"><h2>Of the text</h2><p>1. It did.</p></section></div>'),
    };
    const nav = ['a', 'b', 'c'].map((name) => item(`Of ${name}`, `text/${name}.xhtml`)).join('');
    expect(kinds({ pages, nav }).map(([, kind]) => kind)).toEqual(['chapter', 'bibliography', 'notes']);
    expect(kinds({ pages }).map(([, kind]) => kind)).toEqual(['chapter', 'bibliography', 'notes']);
  });

  it('or the guide may say it of a page, but not of one with all of a book', () => {
    const guided = (type: string, body: string) => {
      const guide = `<guide><reference type="${type}" title="x" href="text/a.xhtml"/></guide>`;
      const opf = `<package><metadata><dc:title>X</dc:title></metadata><manifest><item id="a" href="text/a.xhtml"/><item id="b" href="text/b.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine>${guide}</package>`;
      const pages = { 'a.xhtml': page(body), 'b.xhtml': page('<h1>Chapter 3</h1><p>It stopped.</p>') };
      return read({ pages, more: { 'OEBPS/content.opf': opf } }).sections.map(({ kind }) => kind);
    };
    expect(guided('title-page', '<p>The Book of Rain</p>')).toEqual(['title-page', 'chapter']);
    expect(guided('notes', '<p>1. It did.</p>')).toEqual(['notes', 'chapter']);
    const chapters = '<h1>Chapter 1</h1><p>It rained.</p><h1>Chapter 2</h1><p>It poured.</p>';
    expect(guided('title-page', chapters)).toEqual(['chapter', 'chapter', 'chapter']);
  });

  it('is not read where the spine says that its page is beside the reading order, and the producer can see it', () => {
    const opf =
      '<package><metadata><dc:title>X</dc:title></metadata><manifest><item id="a" href="text/a.xhtml"/><item id="b" href="text/b.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b" linear="no"/></spine></package>';
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>It rained.<a href="b.xhtml#n1">1</a></p>'),
      'b.xhtml': page('<p id="n1">1. It did.</p>'),
    };
    const shape = { pages, more: { 'OEBPS/content.opf': opf } };
    expect(text(shape)).toBe('# One\n\nIt rained.\n');
    expect(kinds(shape)).toEqual([
      ['One', 'chapter'],
      [null, 'notes'],
    ]);
  });
});
