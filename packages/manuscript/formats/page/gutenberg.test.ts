// What Project Gutenberg prints around a book is a section of its own that isn't read, however its page marks it.
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';
import { readHtmlFile } from './html-file.ts';

const START = '*** START OF THE PROJECT GUTENBERG EBOOK THE LONG RAIN ***';
const END = '*** END OF THE PROJECT GUTENBERG EBOOK THE LONG RAIN ***';
const HEAD =
  '<p>The Project Gutenberg eBook of The Long Rain</p><p>This ebook is for the use of anyone anywhere.</p><p><strong>Title</strong>: The Long Rain</p>';
const LICENCE =
  '<p>Updated editions will replace the previous one.</p><h2>THE FULL PROJECT GUTENBERG LICENSE</h2><p>To protect the mission.</p><h3>Section 1. General Terms</h3><p>1.A. By reading this.</p>';
const CHAPTERS = '<h2>CHAPTER I.</h2><p>It rained all day.</p><h2>CHAPTER II.</h2><p>It poured.</p>';
const READ = '## CHAPTER I.\n\nIt rained all day.\n\n## CHAPTER II.\n\nIt poured.\n';

const wraps: readonly (readonly [string, string, string])[] = [
  ['marks in paragraphs', `${HEAD}<p>${START}</p>`, `<p>${END}</p>${LICENCE}`],
  [
    'sections with ids',
    `<section class="pg-boilerplate pgheader" id="pg-header" lang="en"><h2 id="pg-header-heading">The Project Gutenberg eBook of The Long Rain</h2><div>This ebook is for the use of anyone.</div><div id="pg-start-separator"><span>${START}</span></div></section>`,
    `<section class="pg-boilerplate pgfooter" id="pg-footer"><div id="pg-end-separator"><span>${END}</span></div>${LICENCE}</section>`,
  ],
  ['ids without marks', `<div id="pg-header">${HEAD}</div>`, `<div id="pg-footer">${LICENCE}</div>`],
  [
    'classes without marks',
    `<div class="pgheader">${HEAD}</div>`,
    `<section class="pg-boilerplate pgfooter">${LICENCE}</section>`,
  ],
  [
    'preformatted text',
    `<pre>\n\nThe Project Gutenberg EBook of The Long Rain, by A. Writer\n\nThis eBook is for the use of anyone anywhere.\n\nTitle: The Long Rain\n\n*** START OF THIS PROJECT GUTENBERG EBOOK THE LONG RAIN ***\n\n\n\n\nProduced by Nobody\n\n</pre>`,
    `<pre>\nEnd of the Project Gutenberg EBook of The Long Rain, by A. Writer\n\n*** END OF THIS PROJECT GUTENBERG EBOOK THE LONG RAIN ***\n\n***** This file should be named 1-h.htm *****\n\nUpdated editions will replace the previous one.\n</pre>`,
  ],
  [
    'a mark amid a paragraph',
    `<p>The Project Gutenberg eBook of The Long Rain. For anyone.<br>${START}</p>`,
    `<p>THE END<br><br>${END}<br>Updated editions will replace it.</p>${LICENCE}`,
  ],
  ['a mark in a heading', `${HEAD}<h3>${START}</h3>`, `<h4>${END}</h4>${LICENCE}`],
];

describe('a book of Project Gutenberg', () => {
  it.each(wraps)('with %s as a web page', (_, head, foot) => {
    const manuscript = readHtmlFile(
      Buffer.from(`<title>The Long Rain</title><body>${head}${CHAPTERS}${foot}</body>`),
      'a.html',
    );
    const text = manuscriptText(manuscript, 'prose');
    expect(text.replace('\n\nTHE END', '').replace('Produced by Nobody\n\n', '')).toBe(READ);
    expect(manuscript.sections.some(({ kind }) => kind === 'copyright')).toBe(true);
  });

  it.each(wraps)('with %s as an EPUB', (_, head, foot) => {
    const pages = {
      'a.xhtml': page(`${head}<div id="c1"><h2>CHAPTER I.</h2><p>It rained all day.</p></div>`),
      'b.xhtml': page(`<div id="c2"><h2>CHAPTER II.</h2><p>It poured.</p></div>${foot}`),
    };
    const nav = item('CHAPTER I.', 'text/a.xhtml#c1') + item('CHAPTER II.', 'text/b.xhtml#c2');
    const text = manuscriptText(readEpub(book({ pages, nav }), 'book.epub'), 'prose');
    expect(text.replace('\n\nTHE END', '').replace('Produced by Nobody\n\n', '')).toBe(READ);
  });

  it('that isn’t one keeps its words', () => {
    const html =
      '<h2>One</h2><p>He liked Project Gutenberg.</p><h2>The Project Gutenberg Affair</h2><p>It was late. Nobody had come to see him.</p>';
    expect(manuscriptText(readHtmlFile(Buffer.from(html), 'a.html'), 'prose')).toContain(
      'He liked Project Gutenberg.\n\n## The Project Gutenberg Affair\n\nIt was late.',
    );
  });

  it.each([
    '<div class="transnote"><h3>Transcriber’s Note</h3><p>Spelling was kept.</p></div>',
    '<div class="tnotes"><p>Spelling was kept.</p></div>',
    '<h2>Transcriber’s Notes</h2><p>Spelling was kept.</p>',
  ])('and so is what its transcribers say: %s', (note) => {
    const { sections } = readHtmlFile(Buffer.from(`${CHAPTERS}${note}`), 'book.html');
    expect(manuscriptText({ title: null, author: null, sections, notices: [] }, 'prose')).toBe(READ);
  });
});
