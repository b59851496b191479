import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readHtmlFile } from './html-file.ts';

const read = (body: string) => readHtmlFile(Buffer.from(`<html><body>${body}</body></html>`), 'page.html');
const text = (body: string): string => manuscriptText(read(body), 'prose');
const counts = (body: string) => read(body).notices.map(({ kind, count, words = 0 }) => [kind, count, words]);

const STORY = '<p>The lamp was out when Tom came up the stairs.</p><p>Nothing moved on the water below him.</p>';
const SPOKEN = 'The lamp was out when Tom came up the stairs.\n\nNothing moved on the water below him.\n';

describe('a page of a website', () => {
  it('has the text of its main element, with its title', () => {
    const page = `<a href="#main">Skip to content</a><header><p><a href="/">Harbour Tales</a></p></header>
      <nav><ul><li><a href="/">Home</a></li><li><a href="/new">New</a></li></ul></nav>
      <main id="main"><h1>The Lamp</h1>${STORY}</main>
      <aside><h2>Recent posts</h2><ul><li><a href="/a">The Rope</a></li></ul></aside>
      <footer><p>© 2024 Harbour Tales</p></footer><div role="dialog"><p>We use cookies.</p><button>Accept</button></div>`;
    expect(text(page)).toBe(`# The Lamp\n\n${SPOKEN}`);
    expect(counts(page)).toEqual([
      ['navigation', 1, 2],
      ['boilerplate', 5, 14],
    ]);
  });

  it('leaves out the date, share buttons, related links and tags of an article', () => {
    const page = `<article><header><h1>The Lamp</h1><p>By <a href="/ada">Ada</a>, <time>3 May</time></p></header>
      <div class="entry-content">${STORY}<div class="sharedaddy"><h3>Share this:</h3><ul><li><a href="/t">Email</a></li></ul></div>
      <div><h3>Related</h3><a href="/a">The Storm</a> <a href="/b">The Bell</a></div></div>
      <footer>Posted in <a href="/f">Fiction</a></footer></article>`;
    expect(text(page)).toBe(`# The Lamp\n\n${SPOKEN}`);
    expect(counts(page)).toEqual([
      ['navigation', 1, 5],
      ['boilerplate', 3, 9],
    ]);
  });

  it.each([
    [
      'in a section of that name',
      '<section id="comments"><h2>2 comments</h2><p>Loved it!</p><p>So did I.</p></section>',
    ],
    ['in an article within the article', '<article><p>Loved it!</p><p>So did I.</p></article>'],
    ['in a list', '<ol class="comment-list"><li><p>Loved it!</p></li><li><p>So did I.</p></li></ol>'],
  ])('leaves out comments %s', (_, comments) => {
    const page = `<article><h1>The Lamp</h1>${STORY}${comments}</article>`;
    expect(text(page)).toBe(`# The Lamp\n\n${SPOKEN}`);
    expect(counts(page)).toEqual([['reader-comments', 1, expect.any(Number)]]);
  });

  it('made before HTML had elements for its parts is read by their names and links', () => {
    const page = `<div id="header"><a href="/">Home</a> | <a href="/toc">Contents</a></div><div class="content"><h1>Chapter 3</h1>
      <p><a href="/2">Previous</a> <a href="/4">Next</a></p>${STORY}<p><a href="/4">Next chapter</a></p></div>
      <div class="sidebar"><h3>Archive</h3><p>By month</p></div><div class="comments"><p>First!</p></div>
      <div id="footer">Powered by a blog</div>`;
    expect(text(page)).toBe(`# Chapter 3\n\n${SPOKEN}`);
    expect(counts(page)).toEqual([
      ['navigation', 2, 4],
      ['boilerplate', 3, 9],
      ['reader-comments', 1, 1],
    ]);
  });

  it('of an archive of works has the text of the work, without tags, notes and statistics', () => {
    const page = `<div id="preface"><p class="message">Posted originally on the <a href="https://a.example/">Archive</a>.</p>
      <dl class="tags"><dt>Archive Warning:</dt><dd><a href="/w">No warnings apply</a></dd><dt>Stats:</dt><dd>Kudos: 12</dd></dl>
      <h1>The Lamp</h1><div class="byline">by <a href="/ada">Ada</a></div><p>Notes</p><blockquote class="userstuff"><p>Thanks!</p></blockquote></div>
      <div id="chapters" class="userstuff"><h2>Chapter 1</h2><div class="userstuff">${STORY}</div>
      <div><h2>Chapter 2</h2></div><div class="userstuff"><p>The bell rang.</p></div></div>
      <div id="afterword"><p class="message">Please <a href="/c">comment</a>.</p></div>`;
    expect(text(page)).toBe(`# The Lamp\n\n## Chapter 1\n\n${SPOKEN}\n## Chapter 2\n\nThe bell rang.\n`);
    expect(counts(page)).toEqual([['boilerplate', 6, 18]]);
  });
});

it('leaves out words that only screen readers say, and keeps titles that are partly links', () => {
  const page = `<div id="main" role="main"><h2>The Lamp</h2><h3><a href="/ada">Ada</a></h3><dl class="stats"><dt>Kudos:</dt><dd>12 of them</dd></dl>
    <h3><a href="/1">Chapter 1</a>: The Stairs</h3><div class="userstuff"><h3 class="landmark heading">Chapter Text</h3>${STORY}
    <p><span class="sr-only">Figure</span>The end of the stairs.</p></div><div id="kudos"><p><a href="/b">Ben</a> left kudos.</p></div></div>`;
  expect(text(page)).toBe(`## Chapter 1: The Stairs\n\n${SPOKEN}\nThe end of the stairs.\n`);
  expect(counts(page)).toEqual([
    ['boilerplate', 3, 7],
    ['hidden', 2, 3],
  ]);
});

describe('a book in a web page', () => {
  it('keeps its title, notes, asides and the names below quotations', () => {
    const book = `<title>My Book</title><header><h1>My Book</h1><p>Ada Roper</p></header><section><h1>One</h1>${STORY}<aside><p>He had been there before.</p></aside>
      <blockquote><p>Who calls?</p><footer>An old song</footer></blockquote></section>
      <footer><section role="doc-endnotes"><p>A note.</p></section></footer>`;
    expect(text(book)).toContain('He had been there before.\n\nWho calls?\n\nAn old song');
    expect(read(book).title).toBe('My Book');
    expect(counts(book)).toEqual([]);
  });

  it('may have several articles', () => {
    const book = `<main><article><h2>The Storm</h2>${STORY}</article><article><h2>The Bell</h2><p>It rang.</p></article></main>`;
    expect(text(book)).toBe(`## The Storm\n\n${SPOKEN}\n## The Bell\n\nIt rang.\n`);
  });

  it('may have speeches as terms with descriptions', () => {
    expect(text('<dl><dt>ADA</dt><dd>Who is there?</dd><dt>TOM</dt><dd>Only me.</dd></dl>')).toContain('Who is there?');
  });

  it('keeps a page whose every word is in links', () => {
    expect(text('<ul><li><a href="1.html">The Storm</a></li><li><a href="2.html">The Bell</a></li></ul>')).toContain(
      'The Bell',
    );
  });

  it('keeps a linked sentence', () => {
    expect(text(`${STORY}<p><a href="/log">The bell rang twice.</a></p>`)).toContain('The bell rang twice.');
  });

  it('keeps chapters whose ids are made of their headings', () => {
    const chapters = ['Share of the Spoils', 'Social Climbing', 'Related by Blood'].map(
      (title) =>
        `<section id="${title.toLowerCase().replaceAll(' ', '-')}" class="level1"><h1>${title}</h1>${STORY}</section>`,
    );
    expect(text(chapters.join('')).split(SPOKEN.trim())).toHaveLength(4);
    expect(counts(chapters.join(''))).toEqual([]);
  });

  it('keeps a prologue beside the chapters', () => {
    const prologue = `<div class="prologue"><p>${'Long before the war, Ada Roper kept the light on the rock. '.repeat(3)}</p></div>`;
    expect(text(`${prologue}<div class="chapter-body">${STORY}${STORY}</div>`)).toContain('Long before the war');
  });
});
