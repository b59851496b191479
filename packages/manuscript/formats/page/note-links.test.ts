// References to notes are told by where they lead, whatever their makers call them.
import { describe, expect, it } from 'vitest';
import { countAsides, manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';
import { readHtmlFile } from './html-file.ts';

const read = (html: string) => readHtmlFile(Buffer.from(html), 'a.html');
const text = (html: string): string => manuscriptText(read(html), 'prose').trimEnd();
const left = (html: string): number => read(html).notices.find(({ kind }) => kind === 'note-references')?.count ?? 0;

describe('a reference to a note', () => {
  const WORDS = 'It rained.\n\nIt stopped.';
  it.each([
    // A superscript link, or a link that is a superscript.
    ['<sup><a href="#x7">1</a></sup>', '<p id="x7">1. A note.</p>'],
    ['<a class="q" href="#x7"><sup>*</sup></a>', '<p id="x7">* A note.</p>'],
    ['<sup>[<a href="#x7">12</a>]</sup>', '<p id="x7">[12] A note.</p>'],
    ['<sup><a href="#x7">a</a></sup>', '<div id="x7"><p>a A note.</p></div>'],
    ['<a href="#x7"><span style="vertical-align:super">1</span></a>', '<p id="x7"><a href="#">1</a> A note.</p>'],
    // A link to a block that links back.
    ['<a id="r7" href="#x7">1</a>', '<p><a id="x7" href="#r7">1</a> A note.</p>'],
    ['<a name="r7" href="#x7">[1]</a>', '<p><a name="x7" href="#r7">[1]</a> A note.</p>'],
    ['<span id="r7"><a href="#x7">†</a></span>', '<p id="x7">A note. <a href="#r7">↩</a></p>'],
    ['<a id="r7" href="#x7">1</a>', '<ol><li id="x7"><p>A note.</p><p>More. <a href="#r7">back</a></p></li></ol>'],
    ['<a id="r7" href="a.html#x7">1</a>', '<dl><dt id="x7"><a href="a.html#r7">1</a></dt><dd>A note.</dd></dl>'],
    ['<a id="r7"></a><a href="#x7">[A]</a>', '<div><p><a id="x7"></a><a href="#r7">[A]</a> A note.</p></div>'],
    ['<a id="r7" href="#x7">[note 3]</a>', '<p><a id="x7" href="#r7">Note 3:</a> A note.</p>'],
    ['<a href="#x7">[B]</a>', '<p id="x7">[B] A note.</p>'],
    // A number behind a word.
    ['<a class="q" href="#x7">1</a>', '<p id="x7">1. A note.</p>'],
    ['<a class="q" href="#gone">1</a>', ''],
    // A link into a section of notes.
    ['<a href="#x7">1</a>', '<section role="doc-endnotes"><p id="x7">1 A note.</p></section>'],
    ['<a href="#x7">[1]</a>', '<h2>Notes</h2><p id="x7">1 A note.</p>'],
    ['<a role="doc-noteref" href="#x7">1</a>', '<aside role="doc-footnote" id="x7">A note.</aside>'],
    ['<a epub:type="noteref" href="#x7">one</a>', '<aside epub:type="footnote" id="x7">A note.</aside>'],
  ])('%s to %s', (reference, note) => {
    const html = `<h2>One</h2><p>It${reference} rained.</p><p>It stopped.${reference}</p>${note}`;
    expect(text(html)).toBe(`## One\n\n${WORDS}`);
    expect(left(html)).toBe(2);
  });

  it('leaves its note beside the text, without the signs and links of the note', () => {
    const html =
      '<p>It<a id="r1" href="#n1">1</a> rained.<sup><a id="r2" href="#n2">2</a></sup></p><p>Late.</p><p id="n1"><a href="#r1">1</a>. A note.</p><p id="n2"><sup>2</sup> Another. <a href="#r2">↩</a></p><p>After.</p>';
    expect(read(html).sections[0]?.blocks).toEqual([
      { kind: 'paragraph', text: 'It rained.' },
      { kind: 'paragraph', text: 'Late.' },
      { kind: 'footnote', text: 'A note.' },
      { kind: 'footnote', text: 'Another.' },
      { kind: 'paragraph', text: 'After.' },
    ]);
    expect(countAsides(read(html)).notes).toBe(2);
  });

  it('may be several', () => {
    const notes = '<p id="n1">1. A note.</p><p id="n2">2. Another.</p>';
    expect(text(`<p>It rained<sup><a href="#n1">1</a>, <a href="#n2">2</a></sup>.</p>${notes}`)).toBe('It rained.');
  });

  it('leads into other pages of an EPUB', () => {
    const pages = {
      'a.xhtml': page('<h1>One</h1><p>It<a id="r1" href="z.xhtml#n1">1</a> rained.<a href="z.xhtml#n2">2</a></p>'),
      'b.xhtml': page('<h1>Two</h1><p>It<a id="r3" href="z.xhtml#n3">3</a> stopped.</p>'),
      'z.xhtml': page(
        '<h1>Notes</h1><p id="n1"><a href="a.xhtml#r1">1</a>. A note.</p><p id="n2">2. Two.</p><p id="n3"><a href="b.xhtml#r3">3</a>. Three.</p>',
      ),
    };
    const nav = ['One', 'Two', 'Notes'].map((title, at) => item(title, `text/${'abz'[at]}.xhtml`)).join('');
    const manuscript = readEpub(book({ pages, nav }), 'a.epub');
    expect(manuscriptText(manuscript, 'prose')).toBe('## One\n\nIt rained.\n\n## Two\n\nIt stopped.\n');
    expect(manuscript.notices).toEqual([{ kind: 'note-references', count: 3 }]);
  });
});

describe('a link that is no reference', () => {
  it.each([
    // Contents, and the headings that lead back to them.
    [
      '<p><a href="#c1" id="t1">1</a> The Roof</p><h2 id="c1"><a href="#t1">1</a> The Roof</h2><p>It rained.</p>',
      'It rained.',
    ],
    // A page or a chapter that is named by a number.
    [
      '<p>See paragraph <a href="#p12">12</a>.</p><p id="p12">12. It rained.</p>',
      'See paragraph 12.\n\n12. It rained.',
    ],
    ['<p>Two apple<a href="#a">s</a>.</p><p id="a">s is a letter.</p>', 'Two apples.\n\ns is a letter.'],
    ['<p>See page <a href="#p12">12</a>.</p><p id="p12">It rained.</p>', 'See page 12.\n\nIt rained.'],
    [
      '<p>He was [<a href="#x">called a fool</a>] and <a href="#y">[left]</a>.</p><p id="y">It rained.</p>',
      'He was [called a fool] and [left].',
    ],
    ['<p>Turn to <a href="#s2">2</a>.</p><h3 id="s2">2</h3><p>You win.</p>', 'You win.'],
    ['<p>See <a href="#n1">the note</a>.</p><p id="n1">A note.</p>', 'See the note.\n\nA note.'],
    ['<p>A <a href="http://a.example/#1">1</a> came.</p>', 'A 1 came.'],
  ])('keeps its words: %s', (html, expected) => {
    expect(text(html)).toContain(expected);
    expect(left(html)).toBe(0);
  });
});

describe('a superscript that is no link', () => {
  it.each([
    ['<p>There are 10<sup>16</sup> of them.</p>', 'There are 10¹⁶ of them.'],
    ['<p>It is 10<sup>-3</sup> or 10<sup>−3</sup>.</p>', 'It is 10⁻³ or 10⁻³.'],
    ['<p>E = mc<sup>2</sup>, on 20 m<sup>2</sup>.</p>', 'E = mc², on 20 m².'],
    ['<p>It is (a + b)<sup>2</sup>.</p>', 'It is (a + b)².'],
    ['<p>2<sup>n</sup></p>', '2ⁿ'],
    ['<p>The 1<sup>st</sup> of May, M<sup>r</sup> Smith.</p>', 'The 1st of May, Mr Smith.'],
    ['<p>A <sup>small</sup> thing.</p>', 'A small thing.'],
  ])('%s', (html, expected) => {
    expect(text(html)).toBe(expected);
    expect(left(html)).toBe(0);
  });

  it('is a reference where a note begins with its sign', () => {
    const html =
      '<p>It rained<sup>1</sup>. It poured.<sup>*</sup> On 20 m<sup>2</sup>.</p><h2>Notes</h2><p>1 A note.</p><p>* Two.</p><p>2 A third.</p>';
    expect(text(html)).toBe('It rained. It poured. On 20 m².');
    expect(left(html)).toBe(2);
  });
});
