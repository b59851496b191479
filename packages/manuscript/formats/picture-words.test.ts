// Pictures that stand for words, and documents that have nothing else.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readDocx } from './docx.ts';
import { readEpub } from './page/epub.ts';
import { readHtmlFile } from './page/html-file.ts';
import { book, item, page, point } from './testing/made-epub.ts';

const read = (html: string) => readHtmlFile(Buffer.from(html), 'a.html');
const text = (html: string): string => manuscriptText(read(html), 'prose').trimEnd();

describe('a reading of a picture', () => {
  it.each([
    ['<p>これは<ruby><img src="g.png" alt=""/><rt>いぬ</rt></ruby>です。</p>', 'これはいぬです。'],
    [
      '<p>これは<ruby><rb><img src="g.png"/></rb><rp>(</rp><rt>いぬ</rt><rp>)</rp></ruby>です。</p>',
      'これはいぬです。',
    ],
    ['<p><ruby>漢<rt>かん</rt><img src="g.png"/><rt>じ</rt></ruby>です。</p>', '漢じです。'],
    ['<p><ruby><span><img src="g.png" alt="gaiji"/></span><rt>いぬ</rt></ruby>です。</p>', 'いぬです。'],
    ['<p><ruby>漢<img src="g.png"/><rt>かんじ</rt></ruby>です。</p>', 'かんじです。'],
  ])('is read instead of it: %s', (html, expected) => {
    expect(text(html)).toBe(expected);
    expect(read(html).notices).toEqual([]);
  });

  it('is not read where it is that of characters, and a picture of one character is that character', () => {
    expect(text('<p><ruby>犬<rt>いぬ</rt></ruby>です。</p>')).toBe('犬です。');
    expect(text('<p>これは<img class="gaiji" src="g.png" alt="犬"/>です。</p>')).toBe('これは犬です。');
    expect(text('<p><ruby><img src="g.png" alt="犬"/><rt>いぬ</rt></ruby>です。</p>')).toBe('犬です。');
  });
});

describe('a document of pictures', () => {
  const noText = expect.objectContaining({ kind: 'no-text' });
  const image = '<div><img src="p.jpg" alt="A page"/></div>';
  const svg = '<svg viewBox="0 0 1 1"><image xlink:href="p.jpg"/></svg>';

  it.each([
    ['without contents', {}],
    ['with contents', { nav: item('The Book', 'text/a.xhtml') + item('Two', 'text/b.xhtml') }],
    ['with contents of EPUB 2', { ncx: point('Page 1', 'text/a.xhtml') }],
  ])('as an EPUB %s is refused, and said to have no text', (_, contents) => {
    for (const picture of [image, svg]) {
      const pages = { 'a.xhtml': page(picture), 'b.xhtml': page(`<h1>Two</h1>${picture}`) };
      expect(() => readEpub(book({ pages, ...contents }), 'a.epub')).toThrow(noText);
      const rights = { ...pages, 'c.xhtml': page('<p>All rights reserved.</p>', 'copyright-page') };
      expect(() => readEpub(book({ pages: rights, ...contents }), 'a.epub')).toThrow(noText);
    }
  });

  it('is refused where its pages are pictures themselves', () => {
    const opf =
      '<package><manifest><item id="a" href="a.jpg" media-type="image/jpeg"/><item id="b" href="b.svg" media-type="image/svg+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    const more = { 'OEBPS/content.opf': opf, 'OEBPS/a.jpg': 'x', 'OEBPS/b.svg': '<svg/>' };
    expect(() => readEpub(book({ pages: {}, more }), 'a.epub')).toThrow(noText);
  });

  it('is refused where its pages have numbers only', () => {
    const pages = Object.fromEntries([1, 2].map((at) => [`${at}.xhtml`, page(`${image}<p>${at}</p>`)]));
    expect(() => readEpub(book({ pages }), 'a.epub')).toThrow(noText);
  });

  it('is refused as a web page and as a Word document', () => {
    expect(() => read(`<title>A</title>${image}`)).toThrow(noText);
    expect(() => read(`<h1>A</h1>${image}`)).toThrow(noText);
    const word = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8('<w:document><w:body><w:p><w:r><a:blip/></w:r></w:p></w:body></w:document>'),
    });
    expect(() => readDocx(word, 'a.docx')).toThrow(noText);
  });

  it('with words on one of its pages is read', () => {
    const pages = { 'a.xhtml': page(image), 'b.xhtml': page(`<p>It rained.</p>${image}`) };
    expect(manuscriptText(readEpub(book({ pages }), 'a.epub'), 'prose')).toBe('It rained.\n');
    expect(text(`${image}<figcaption>A dog.</figcaption>`)).toBe('');
  });
});
