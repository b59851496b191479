import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readHtmlFile } from './html-file.ts';

const read = (html: string | Uint8Array) => readHtmlFile(Buffer.from(html), 'book.html');
const text = (html: string | Uint8Array): string => manuscriptText(read(html), 'prose');

it('has a scene break where signs stand in a heading, and keeps what stands before it', () => {
  expect(text('<h1>One</h1><p>It rained.</p><h2>§</h2><p>It stopped.</p><p>✦ ✦ ✦</p><p>It rained.</p>')).toBe(
    '# One\n\nIt rained.\n\n[scene break]\n\nIt stopped.\n\n[scene break]\n\nIt rained.\n',
  );
});

describe('rows that line breaks part', () => {
  const paragraphs = (...rows: readonly string[]) =>
    read(`<h1>One</h1><p>${rows.join('<br>\n')}</p>`).sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])),
    );

  it('are paragraphs where they are sentences, and someone speaks', () => {
    const said = ['The keeper came down at nine.', '“Who is <i>there</i>?” he asked.', '“Only me,” said Ada.'];
    expect(paragraphs(...said)).toEqual(said.map((row) => row.replace(/<.{1,2}>/g, '')));
  });

  it('are one where they are verse', () => {
    expect(paragraphs('Roses are red,', 'violets are blue,', 'and so are you.')).toHaveLength(1);
  });
});

describe('a web page', () => {
  it('has the chapters of its headings, and its title page, contents and rights are known', () => {
    const page = `<title>The Book</title><h1>The Book</h1><h2>by A. Writer</h2><p>Copyright © 2020. All rights are with A. Writer.</p>
      <h2>Contents</h2><p><a href="#1">One</a></p><p>Two</p><h2 id="1">One</h2><p>First.</p><h2>Two</h2><p>Second.</p>`;
    expect(read(page).title).toBe('The Book');
    expect(read(page).sections.map(({ title, kind }) => [title, kind])).toContainEqual(['Contents', 'contents']);
    expect(text(page)).toContain('## One\n\nFirst.\n\n## Two\n\nSecond.\n');
    expect(text(page)).not.toContain('Contents');
  });

  it('is refused where it nests deeper than anyone writes, and read where it only nests deep', () => {
    expect(() => read(`<p>Words.</p>${'<div>'.repeat(60_000)}deep`)).toThrow('nested too deep');
    expect(text(`<p>One.</p>${'<div>'.repeat(5_000)}<p>Deep.</p>${'</div>'.repeat(5_000)}<p>Two.</p>`)).toBe(
      'One.\n\nDeep.\n\nTwo.\n',
    );
  });

  it('goes on behind readings, deleted words and formulas within a sentence', () => {
    expect(text('<p>彼は<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字</ruby>を読む。</p>')).toBe('彼は漢字を読む。\n');
    expect(text('<p>It is <del>not </del>so: <math><mi>x</mi></math>, says <svg></svg>he.</p>')).toBe(
      'It is so: , says he.\n',
    );
  });

  it('has the number above a heading in its name', () => {
    const page =
      '<p>Chapter 1</p><h2>The Lamp</h2><p>It rained.</p><p>Chapter 2</p><h2>The Shore</h2><p>It poured.</p>';
    expect(text(page)).toBe('## Chapter 1. The Lamp\n\nIt rained.\n\n## Chapter 2. The Shore\n\nIt poured.\n');
  });

  it('says what it leaves out', () => {
    const page =
      '<nav><a href="#a">One</a></nav><p>It is <del>not </del>so: <math><mi>x</mi></math>, <span hidden>he says</span>.</p><noscript>Turn it on.</noscript><p style="display:none"> </p><form><p>Search</p></form><script>no()</script><button>Go</button><svg><style>x{}</style><text>Sea</text></svg>';
    expect(read(page).notices).toEqual([
      { kind: 'deletions', count: 1, words: 1, sample: 'not' },
      { kind: 'navigation', count: 1, words: 1, sample: 'One' },
      { kind: 'formulas', count: 1, words: 1, sample: 'x' },
      { kind: 'hidden', count: 4, words: 7, sample: 'he says' },
    ]);
  });

  it('leaves out the licence of Project Gutenberg', () => {
    const page =
      '<p>*** START OF THE PROJECT GUTENBERG EBOOK X ***</p><h2>I</h2><p>Words.</p><h2>II</h2><p>More.</p><p>*** END OF THE PROJECT GUTENBERG EBOOK X ***</p><p>Licence.</p>';
    expect(text(page)).toBe('## I\n\nWords.\n\n## II\n\nMore.\n');
  });

  it('keeps chapters whose titles only contain the name of another section', () => {
    const story = '<p>She read it twice. Then she put it away, since it was late and the lamp was low.</p>';
    const titles = ['Copyright considerations', 'About the Author’s Mother', 'Imprint', 'Also by Night'];
    const page = titles.map((title) => `<h2>${title}</h2>${story}`).join('');
    expect(read(page).sections.map(({ title, kind }) => [title, kind])).toEqual(
      titles.map((title) => [title, 'chapter']),
    );
  });

  it('is read in the characters that it names, unless they are UTF-8', () => {
    expect(text(Buffer.from('<meta charset="iso-8859-1"><p>Voil\xe0.</p>', 'latin1'))).toBe('Voilà.\n');
    expect(text('<meta charset="iso-8859-1"><p>Voilà.</p>')).toBe('Voilà.\n');
    expect(text(Buffer.from('<p>Voil\xe0 “.</p>'.replace('“', '\x93'), 'latin1'))).toBe('Voilà “.\n');
    expect(text(Buffer.from('\ufeff<p>Voilà.</p>', 'utf16le'))).toBe('Voilà.\n');
  });

  it('knows notes by the names that programs give them, and no words by their numbers', () => {
    const page = `<p>Words<a class="sdfootnoteanc" href="#sdfootnote1sym"><sup>1</sup></a> here<sup><a href="#_ftn2">[2]</a></sup>, <a href="#note3">as noted</a>.</p>
      <div id="sdfootnote1"><p class="sdfootnote"><a href="#sdfootnote1anc">1</a> A note.</p></div>`;
    expect(read(page).sections[0]?.blocks).toEqual([
      { kind: 'paragraph', text: 'Words here, as noted.' },
      { kind: 'footnote', text: 'A note.' },
    ]);
  });

  it('without words, or that is another kind of file, is refused', () => {
    expect(() => read('<html><body></body></html>')).toThrow(expect.objectContaining({ kind: 'empty' }));
    expect(() => read('%PDF-1.7')).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });
});
