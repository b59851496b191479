import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { bookTitleOf, chaptersOf } from './chapters.ts';
import { parseScript } from './script-text.ts';
import { hostileText } from './testing/hostile-text.ts';

const parse = (text: string) => parseScript(text, DEFAULT_PROJECT_SETTINGS);
const chapters = (text: string) => chaptersOf(parse(text));

describe('chaptersOf', () => {
  it('starts a chapter at each heading; the title of the book belongs to the first', () => {
    expect(chapters('\n# Book\n\n## One\n\na\n\nb\n\n## Two\n\nc')).toEqual([
      { title: 'One', heading: 2, first: 0, end: 5 },
      { title: 'Two', heading: 5, first: 5, end: 7 },
    ]);
    expect(bookTitleOf(parse('# Book\n\n## One'))).toBe('Book');
    expect(bookTitleOf(parse('# One\n\ntext'))).toBeNull();
    expect(bookTitleOf(parse('# Book\n\nFor Nan.\n\n## One\n\ntext\n\n## Two\n\ntext'))).toBe('Book');
    expect(bookTitleOf(parse('# (Opening Credits)\n\nBook.\n\n# Book\n\n## One\n\ntext'))).toBe('Book');
    expect(bookTitleOf(parse('# One\n\ntext\n\n## Scene\n\ntext\n\n# Two\n\ntext'))).toBeNull();
    expect(bookTitleOf(parse('## Before\n\ntext\n\n# One\n\ntext'))).toBeNull();
  });

  it('makes a chapter without title of the text before the first heading', () => {
    expect(chapters('text\n\n# One')).toEqual([
      { title: null, heading: null, first: 0, end: 1 },
      { title: 'One', heading: 1, first: 1, end: 2 },
    ]);
    expect(chapters('text')).toEqual([{ title: null, heading: null, first: 0, end: 1 }]);
  });

  it('lets the title of a part open the chapter behind it', () => {
    expect(chapters('# Part 1\n## One\na\n# Part 2\n## Two').map(({ title, first }) => [title, first])).toEqual([
      ['One', 0],
      ['Two', 3],
    ]);
  });

  it('reads titles without escapes and pauses, silent ones too', () => {
    const paragraphs = parseScript('# \\#1 [pause 2s] A\n\n#', { ...DEFAULT_PROJECT_SETTINGS, speakHeadings: false });
    expect(chaptersOf(paragraphs).map((chapter) => chapter.title)).toEqual(['#1 A', '']);
  });

  it('covers every paragraph once', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const paragraphs = parse(text);
        const found = chaptersOf(paragraphs);
        const covered = found.flatMap(({ first, end }) => paragraphs.slice(first, end));
        expect(covered).toEqual(text.trim() === '' ? [] : paragraphs);
      }),
    );
  });

  it('makes none of white space', () => {
    expect(chapters(' \n')).toEqual([]);
  });
});
