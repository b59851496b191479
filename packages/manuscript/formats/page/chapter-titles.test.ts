// A chapter's name is spoken once, whole, whatever its contents entry and its heading each have of it.
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page, point } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';

/** The script of a book of one chapter with an entry, and of one more chapter. */
function chapter(entry: string, headings: string): string {
  const pages = {
    'a.xhtml': page(`${headings}<p>It rained.</p>`),
    'b.xhtml': page('<h1>Afterwards</h1><p>It stopped.</p>'),
  };
  const scripts = [
    { pages, nav: item(entry, 'text/a.xhtml') + item('Afterwards', 'text/b.xhtml') },
    { pages, ncx: point(entry, 'text/a.xhtml') + point('Afterwards', 'text/b.xhtml') },
  ].map((shape) => manuscriptText(readEpub(book(shape), 'book.epub'), 'prose'));
  expect(scripts[0]).toBe(scripts[1]);
  return scripts[0]?.replace('\n\n## Afterwards\n\nIt stopped.\n', '').replace('\n\nIt rained.', '') ?? '';
}

describe('the name of a chapter', () => {
  it.each([
    // The heading says more than the entry.
    ['Chapter Ten', '<h1>Chapter Ten: The Wreck</h1>', '## Chapter Ten: The Wreck'],
    ['Chapter 10', '<h2>CHAPTER X. THE WRECK</h2>', '## CHAPTER X. THE WRECK'],
    ['12', '<h1>12: The Storm</h1>', '## 12: The Storm'],
    ['The Storm', '<h1>12: The Storm</h1>', '## 12: The Storm'],
    ['The Storm', '<h1>Chapter Twelve: The Storm</h1>', '## Chapter Twelve: The Storm'],
    ['Kapitel 3', '<h1>Kapitel 3 – Der Sturm</h1>', '## Kapitel 3 – Der Sturm'],
    ['The Wreck', '<h1>The Wreck of the Anna</h1>', '## The Wreck of the Anna'],
    ['Chapter Ten: The Wr…', '<h1>Chapter Ten: The Wreck</h1>', '## Chapter Ten: The Wreck'],
    ['The Wreck', '<h1>Chapter Ten</h1><h2>The Wreck</h2>', '## Chapter Ten. The Wreck'],
    ['The Wreck', '<p>Chapter Ten</p><h2>The Wreck</h2>', '## Chapter Ten. The Wreck'],
    ['The Wreck', '<p>10</p><h2>The Wreck</h2>', '## 10. The Wreck'],
    ['The Wreck', '<h1>Chapter Ten:</h1><h2>The Wreck</h2><h3>In June</h3>', '## Chapter Ten: The Wreck\n\nIn June'],
    ['Chapter 1 - A Storm', '<h1>1: A Storm at Sea</h1>', '## 1: A Storm at Sea'],
    // Paragraphs that are set as headings.
    ['The Wreck', '<p class="number">10</p><p class="title">The Wreck</p>', '## 10. The Wreck'],
    ['The Wreck', '<p>CHAPTER TEN</p><p>The Wreck</p>', '## CHAPTER TEN. The Wreck'],
    ['Chapter 10', '<p>Chapter 10<br/><span>The Wreck</span></p>', '## Chapter 10 The Wreck'],
    ['The Wreck', '<p>The wreck lay on the sand.</p>', '## The Wreck\n\nThe wreck lay on the sand.'],
    // The heading says less, or the same.
    ['Chapter 1', '<h1>Chapter the First</h1>', '## Chapter 1'],
    ['1. The Roof', '<p>1</p><h2>The Roof</h2><p>One.</p>', '## 1. The Roof\n\nOne.'],
    ['Chapter 21: The Wreck', '<h1>Chapter Twenty-One</h1><h2>The Wreck</h2>', '## Chapter 21: The Wreck'],
    ['Part I – Chapter 1: Storm', '<h1>Chapter 1: Storm</h1>', '## Part I – Chapter 1: Storm'],
    ['The Long\u00adest Day', '<h1>The Longest Day</h1>', '## The Long\u00adest Day'],
    ['12: The Storm', '<h1>The Storm</h1>', '## 12: The Storm'],
    ['12: The Storm', '<h1>Chapter Twelve: The Storm</h1>', '## 12: The Storm'],
    ['12: The Storm', '<h1>12</h1><h2>The Storm</h2>', '## 12: The Storm'],
    ['12: The Storm', '<h1>Chapter 12</h1><h2>The Storm</h2>', '## 12: The Storm'],
    ['12: The Storm', '<p class="number">Chapter Twelve</p><p class="name">The Storm</p>', '## 12: The Storm'],
    ['Chapter XII – The Storm', '<h1>Chapter Twelve</h1><h1>The Storm</h1>', '## Chapter XII – The Storm'],
    ['Chapter 1: The Cat’s Paw', "<h1>Chapter One</h1><h2>The Cat's Paw</h2>", '## Chapter 1: The Cat’s Paw'],
    ['Rain & Snow', '<h1>Rain and Snow</h1>', '## Rain & Snow'],
    ['Two', '<h1>Chapter Two</h1>', '## Two'],
    // They say something different.
    ['I', '<h1>In Which a Boat Is Lost</h1>', '## I\n\nIn Which a Boat Is Lost'],
    ['I', '<h1>I</h1><h2>In Which a Boat Is Lost</h2>', '## I\n\nIn Which a Boat Is Lost'],
    ['Chapter One', '<h1>One Hundred Years</h1>', '## Chapter One\n\nOne Hundred Years'],
    ['Ten', '<h1>The Tent</h1>', '## Ten\n\nThe Tent'],
    ['Chapter 2', '<h1>Chapter 12</h1>', '## Chapter 2\n\nChapter 12'],
    ['A', '<h1>Anna</h1>', '## A\n\nAnna'],
  ])('%s in the contents and %s on the page', (entry, headings, expected) => {
    expect(chapter(entry, headings)).toBe(expected);
  });

  it('is said once where the contents lead to what follows the heading', () => {
    const pages = {
      'all.xhtml': page(
        '<h2>Chapter One</h2><p id="c1">It rained.</p><h2>Chapter Two</h2><p id="c2">It poured.</p><h2>Chapter 3: Fog</h2><p id="c3">It stopped.</p>',
      ),
    };
    const nav = ['One', 'Two', '3']
      .map((number, at) => item(`Chapter ${number}`, `text/all.xhtml#c${at + 1}`))
      .join('');
    expect(manuscriptText(readEpub(book({ pages, nav }), 'book.epub'), 'prose')).toBe(
      '## Chapter One\n\nIt rained.\n\n## Chapter Two\n\nIt poured.\n\n## Chapter 3: Fog\n\nIt stopped.\n',
    );
  });
});
