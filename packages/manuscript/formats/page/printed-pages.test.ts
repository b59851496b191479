// Numbers of printed pages are not spoken, by whatever the markup or their order tell them; numbers of chapters are.
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';
import { readHtmlFile } from './html-file.ts';

const read = (html: string) => readHtmlFile(Buffer.from(html), 'book.html');
const text = (html: string): string => manuscriptText(read(html), 'prose');
const numbers = (html: string): number => read(html).notices.find(({ kind }) => kind === 'page-numbers')?.count ?? 0;

describe('a page number that is marked', () => {
  it.each([
    '<span class="pagenum">12</span>',
    '<span class="pagenum"><a id="Page_12"></a>[Pg 12]</span>',
    '<span class="pageno" title="12">{12}</span>',
    '<span class="x-ebookmaker-pageno" title="[12]">12</span>',
    '<a class="page-number" id="p12">xii</a>',
    '<span class="pageNumber">- 12 -</span>',
    '<span epub:type="pagebreak" id="p12">12</span>',
    '<span role="doc-pagebreak" aria-label="12">12</span>',
    '<span class="page_num"><i>p. 12</i></span>',
    '<a id="Page_12">12</a>',
    '<a name="page12">[12]</a>',
  ])('%s within words', (mark) => {
    expect(text(`<p>The ship ${mark}was lost. ${mark}It was late.</p>`)).toBe('The ship was lost. It was late.\n');
    expect(text(`<p>The wre${mark}ck.</p>`)).toBe('The wreck.\n');
    expect(numbers(`<p>The ship ${mark}was lost.</p>`)).toBe(1);
  });

  it.each([
    '<p class="pagenum">12</p>',
    '<div class="pageno"><p>[Page 12]</p></div>',
    '<div epub:type="pagebreak" role="doc-pagebreak">12</div>',
    '<p><span class="pagenum">[Pg 12]</span></p>',
  ])('%s between the halves of a sentence, which are one paragraph again', (mark) => {
    expect(text(`<p>The ship was</p>${mark}<p>lost at sea.</p>${mark}<p>It was late.</p>`)).toBe(
      'The ship was lost at sea.\n\nIt was late.\n',
    );
  });

  it('has no words: what is only marked like one is spoken', () => {
    expect(text('<div class="pagebreak"><h2>One</h2><p>It rained.</p></div><p class="page-number">See here.</p>')).toBe(
      '## One\n\nIt rained.\n\nSee here.\n',
    );
    expect(numbers('<p>One<span epub:type="pagebreak" id="p1"/> two.</p>')).toBe(0);
  });
});

describe('numbers alone between paragraphs', () => {
  const pages = (from: number, count: number, words = 'It rained that day. Nobody came.') =>
    Array.from({ length: count }, (_, at) => `<p>${words}</p><p>${from + at}</p>`).join('');

  it('that run on as those of pages do are not spoken', () => {
    expect(text(`${pages(47, 4)}<p>The end came.</p>`)).not.toMatch(/\d/);
    expect(numbers(pages(47, 4))).toBe(4);
    // From the first page of a play, over its acts.
    const play = `<h2>Act I</h2>${pages(1, 5)}<p>ADA: Come in.</p><h2>Act II</h2>${pages(6, 5)}<p>End.</p>`;
    expect(numbers(play)).toBe(10);
    const unmarked = `<p>ACT I</p>${pages(1, 5)}<p>ADA: Come in.</p><p>ACT II</p>${pages(6, 5)}<p>End.</p>`;
    expect(numbers(unmarked)).toBe(10);
    // Pages on which a chapter begins have none.
    expect(numbers(`<h2>One</h2>${pages(1, 3)}<h2>Two</h2>${pages(5, 3)}<p>End.</p>`)).toBe(6);
    expect(numbers(pages(47, 3).replace(/<p>(\d+)<\/p>/g, '<p>[$1]</p>'))).toBe(3);
    expect(numbers(pages(47, 3).replace(/<p>(\d+)<\/p>/g, '<p>– $1 –</p>'))).toBe(3);
    const even = 'It rained that day. Nobody came. '.repeat(40);
    expect(numbers(pages(1, 12, even))).toBe(12);
    expect(numbers('<p>It was</p><p>[Pg 3]</p><p>late.</p>')).toBe(1);
  });

  it('within sentences are not spoken, and the sentences go on', () => {
    const html =
      '<p>The ship was</p><p>1</p><p>lost. The keeper came down to the harbour and</p><p>2</p><p>saw it.</p><p>Late.</p><p>3</p><p>Later.</p>';
    expect(text(html)).toBe('The ship was lost. The keeper came down to the harbour and saw it.\n\nLate.\n\nLater.\n');
  });

  it('are those of chapters where they begin with one, or of parts of a chapter where they begin again', () => {
    const chapters = Array.from({ length: 4 }, (_, at) => `<p>${at + 1}</p><p>It rained.</p>`).join('');
    expect(text(chapters)).toMatch(/^# 1\n\nIt rained\.\n\n# 2/);
    expect(numbers(chapters)).toBe(0);
    expect(numbers(`<h2>One</h2>${chapters}<h2>Two</h2>${chapters}`)).toBe(0);
    const parts = `<h2>Part One</h2>${chapters}<h2>Part Two</h2>${chapters.replace(/\d/g, (n) => String(Number(n) + 4))}`;
    expect(numbers(parts)).toBe(0);
    expect(numbers('<p>It was</p><p>1984</p><p>Or not.</p><p>12</p><p>13</p>')).toBe(0);
  });

  it('are those of chapters of a later volume where nothing precedes them, or each begins a page', () => {
    const chapters = Array.from({ length: 4 }, (_, at) => `<p>${at + 21}</p><p>It rained. It poured.</p>`);
    expect(numbers(`<p>The Long Rain, Volume II</p>${chapters.join('')}`)).toBe(0);
    const pages = Object.fromEntries(chapters.map((body, at) => [`${at}.xhtml`, page(body)]));
    const front = page('<p>All rights reserved. Nothing may be copied.</p>', 'copyright-page');
    const { notices } = readEpub(book({ pages: { 'a.xhtml': front, ...pages } }), 'book.epub');
    expect(notices).toEqual([]);
  });

  it('run on over the pages of an EPUB', () => {
    const shape = {
      pages: {
        'a.xhtml': page('<h1>One</h1><p>It rained.</p><p>11</p><p>It poured and</p><p>12</p><p>it poured.</p>'),
        'b.xhtml': page('<h1>Two</h1><p>It stopped.</p><p>13</p><p id="x">Then not.</p><p>14</p>'),
      },
      nav: item('One', 'text/a.xhtml') + item('Two', 'text/b.xhtml') + item('Three', 'text/b.xhtml#x'),
    };
    const manuscript = readEpub(book(shape), 'book.epub');
    expect(manuscriptText(manuscript, 'prose')).toBe(
      '## One\n\nIt rained.\n\nIt poured and it poured.\n\n## Two\n\nIt stopped.\n\n## Three\n\nThen not.\n',
    );
    expect(manuscript.notices).toEqual([{ kind: 'page-numbers', count: 4 }]);
  });
});
